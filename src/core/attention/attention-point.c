/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/attention/attention-point.h"

#include <cblas.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/number-text.h"

static const char *const names[] = { "none", "learned", "own", "few", "many", NULL };

/* A whole number from 1 on. */
static gboolean
parse_head (const char *text, guint *head)
{
  double value;

  if (!ipl_number_parse_real (text, &value) || !(value >= 1 && value <= IPL_MAX_HEADS)
      || value != (guint)value)
    return FALSE;
  *head = (guint)value;
  return TRUE;
}

/* "own", and of it one head: "own:2", "own:2@1". */
static gboolean
parse_heads (IplAttentionPoint *self, char *text)
{
  char *head = strchr (text, ':'), *place = head != NULL ? strchr (head, '@') : NULL;
  guint kind = 0;

  if (head != NULL)
    *head++ = '\0';
  if (place != NULL)
    *place++ = '\0';
  while (names[kind] != NULL && strcmp (g_strstrip (text), names[kind]) != 0)
    kind++;
  self->kind = kind;
  return names[kind] != NULL && (head == NULL || parse_head (head, &self->head))
         && (place == NULL || parse_head (place, &self->place));
}

gboolean
ipl_attention_point_parse (IplAttentionPoint *self, const char *text, GError **error)
{
  const char *times = strchr (text, '*');
  g_autofree char *factor = times != NULL ? g_strndup (text, (gsize)(times - text)) : NULL;
  g_autofree char *heads = g_strdup (times != NULL ? times + 1 : text);

  *self = (IplAttentionPoint){ .factor = 1 };
  if (parse_heads (self, heads)
      && (factor == NULL || ipl_number_parse_real (g_strstrip (factor), &self->factor)))
    return TRUE;
  return ipl_fail (
      error, IPL_ERROR_VALUE,
      "“%s” is no point of attention weights: give none, learned, own, few or many; of "
      "these one head alone as own:2, in the place of another as own:2@1, and sharper "
      "or less sharp as 0.1*own.",
      text);
}

static gboolean
has_own (const IplCase *the_case, const IplAttentionPrior *prior)
{
  for (guint l = 0; l < the_case->L; l++)
    {
      const IplLayerWeights *weights = &the_case->weights[l];

      if (weights->G != prior->G || (prior->G > 0 ? weights->wq : weights->combined) == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
ipl_attention_point_check (const IplAttentionPoint *self, const IplCase *the_case,
                           const IplAttentionPrior *prior, GError **error)
{
  guint n = ipl_case_n_heads (the_case);

  if (MAX (self->head, self->place) > n)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "“%s” has no head %u, through which the free energy could be drawn: it has %u.",
        the_case->name, MAX (self->head, self->place), n);
  if (self->kind == IPL_POINT_OWN && !has_own (the_case, prior))
    return ipl_fail (error, IPL_ERROR_MISSING,
                     "“%s” has no heads of its own of this form, along which the free energy could "
                     "be drawn: take the line to what is learned.",
                     the_case->name);
  return TRUE;
}

void
ipl_attention_point_apply (const IplAttentionPoint *self, gsize head_size, gsize n, double *w)
{
  guint place = self->place > 0 ? self->place : self->head;

  cblas_dscal ((blasint)n, self->factor, w, 1);
  if (self->head == 0)
    return;
  memmove (w + (place - 1) * head_size, w + (self->head - 1) * head_size, head_size * sizeof *w);
  memset (w, 0, (place - 1) * head_size * sizeof *w);
  memset (w + place * head_size, 0, (n - place * head_size) * sizeof *w);
}
