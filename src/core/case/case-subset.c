/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested subsets of the training examples of a case from a file. */
#include "core/case/case-io.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include <string.h>

/* Marks @n of @count examples; (transfer full), NULL if memory is short. */
static guint8 *
choose (gsize count, gsize n, guint64 seed, GError **error)
{
  static const char what[] = "The order of the examples";
  g_autofree gsize *order = ipl_try_new (gsize, count, what, error);
  guint8 *stays = order != NULL ? ipl_try_new0 (guint8, count, what, error) : NULL;
  IplRandomStream stream;

  if (stays == NULL)
    return NULL;
  for (gsize i = 0; i < count; i++)
    order[i] = i;
  ipl_random_stream_init (&stream, seed, IPL_STREAM_SUBSET, 0);
  for (gsize i = 0; i < n; i++)
    {
      gsize k = i + (gsize)(gsl_rng_uniform (&stream.rng) * (double)(count - i)), chosen = order[k];

      order[k] = order[i];
      order[i] = chosen;
      stays[chosen] = TRUE;
    }
  return stays;
}

/* Moves the rows that stay to the front.
 * @values: (nullable): [count x size] */
static void
select_rows (double *values, gsize count, gsize size, const guint8 *stays)
{
  gsize to = 0;

  for (gsize i = 0; values != NULL && i < count; i++)
    if (stays[i])
      memmove (values + to++ * size, values + i * size, size * sizeof *values);
}

gboolean
ipl_case_select_examples (IplCase *self, gsize n, guint64 seed, GError **error)
{
  IplExamples *train = &self->train;
  gsize count = train->count, T = self->T;
  g_autofree guint8 *stays = NULL;

  if (n > count)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The file has %" G_GSIZE_FORMAT " training examples, and P = %" G_GSIZE_FORMAT
                     " is more: give at most %" G_GSIZE_FORMAT ".",
                     count, n, count);
  stays = choose (count, n, seed, error);
  if (stays == NULL)
    return FALSE;
  select_rows (train->y, count, ipl_labels_get_size (&self->labels, 1), stays);
  select_rows (train->structure, count, 1, stays);
  select_rows (train->xi, count, self->Pi * self->N0, stays);
  select_rows (train->x, count, T * self->N0, stays);
  for (guint l = 0; l < self->L; l++)
    select_rows (train->attention[l], count, ipl_case_attention_heads (self, l) * T * T, stays);
  if (train->tokens != NULL)
    {
      IplTokenTexts *all = train->tokens;

      train->tokens = ipl_token_texts_select (all, n, stays);
      ipl_token_texts_unref (all);
    }
  self->P = train->count = n;
  return TRUE;
}
