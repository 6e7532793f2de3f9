/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/attention/attention-model.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/case/case-io.h"
#include "core/case/features.h"

static const char what[] = "The case whose attention is learned";

gboolean
ipl_attention_check (const IplCase *the_case, GError **error)
{
  if (the_case->train.x == NULL)
    return ipl_fail (error, IPL_ERROR_MISSING,
                     "“%s” has no tokens, from which attention could be learned: give a case with "
                     "x_train and x_test, or a task.",
                     the_case->name);
  if (ipl_case_has_identity (the_case))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "“%s” has a residual connection, with which attention cannot be learned here: "
                     "give a case without one.",
                     the_case->name);
  return TRUE;
}

static gboolean
copy_examples (IplCase *self, const IplCase *from_case, const IplExamples *from, IplExamples *to,
               GError **error)
{
  double count = (double)from->count, K = from_case->labels.outputs;

  to->name = g_strdup (from->name);
  to->count = from->count;
  to->tokens = from->tokens != NULL ? ipl_token_texts_ref (from->tokens) : NULL;
  to->y = ipl_memory_try_copy (from->y, count * K, sizeof (double), what, error);
  if (to->y == NULL)
    return FALSE;
  to->x = ipl_memory_try_copy (from->x, count * (double)(from_case->T * from_case->N0),
                               sizeof (double), what, error);
  if (to->x == NULL)
    return FALSE;
  to->xi = ipl_memory_try0 (count * (double)(self->Pi * self->N0), sizeof (double), what, error);
  return to->xi != NULL;
}

static gboolean
add_weights (IplAttentionModel *self, GError **error)
{
  IplCase *the_case = self->the_case;
  double size = (double)self->prior.G * (double)the_case->N0;

  for (guint l = 0; l < the_case->L; l++)
    {
      IplLayerWeights *weights = &the_case->weights[l];
      double H = the_case->H[l];

      weights->rule = self->prior.rule + (self->prior.causal ? IPL_ATTENTION_CAUSAL : 0);
      weights->G = self->prior.G;
      self->first[l] = self->n;
      self->n += the_case->H[l] * self->head_size;
      if (self->prior.G == 0)
        weights->combined
            = ipl_memory_try0 (H * (double)self->head_size, sizeof (double), what, error);
      else if ((weights->wq = ipl_memory_try0 (H * size, sizeof (double), what, error)) != NULL)
        weights->wk = ipl_memory_try0 (H * size, sizeof (double), what, error);
      if (weights->combined == NULL && weights->wk == NULL)
        return FALSE;
    }
  return TRUE;
}

IplAttentionModel *
ipl_attention_model_new (const IplCase *the_case, gsize P, const IplSetting *setting,
                         const IplAttentionPrior *prior, GError **error)
{
  g_autoptr (IplAttentionModel) self = g_new0 (IplAttentionModel, 1);
  IplCase *mine;

  if (!ipl_attention_check (the_case, error))
    return NULL;
  self->setting = *setting;
  self->prior = *prior;
  self->head_size = prior->G > 0 ? 2 * prior->G * the_case->N0 : the_case->N0 * the_case->N0;
  mine = self->the_case
      = ipl_case_of_heads (the_case->name, the_case->L, the_case->H, the_case->seed);
  mine->T = the_case->T;
  mine->N0 = the_case->N0;
  mine->readout = the_case->readout;
  mine->temperature = the_case->temperature;
  memcpy (mine->variances, the_case->variances, sizeof mine->variances);
  mine->labels = the_case->labels;
  mine->output_names = g_strdupv (the_case->output_names);
  mine->best_score = the_case->best_score;
  mine->n_tests = the_case->n_tests;
  mine->tests = g_new0 (IplExamples, the_case->n_tests);
  if (!copy_examples (mine, the_case, &the_case->train, &mine->train, error))
    return NULL;
  for (guint k = 0; k < the_case->n_tests; k++)
    if (!copy_examples (mine, the_case, &the_case->tests[k], &mine->tests[k], error))
      return NULL;
  if (!add_weights (self, error))
    return NULL;
  if (P > 0 && P != mine->train.count && !ipl_case_select_examples (mine, P, mine->seed, error))
    return NULL;
  ipl_case_finish_names (mine);
  return g_steal_pointer (&self);
}

void
ipl_attention_model_free (IplAttentionModel *self)
{
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_free (self);
}

/* Offsets of the weights of a head in the case, for each of its two parts. */
static gsize
list_parts (const IplAttentionModel *self, const IplCase *the_case, guint l, guint h,
            double *parts[2])
{
  const IplLayerWeights *weights = &the_case->weights[l];
  gsize half = self->prior.G * the_case->N0;

  parts[0] = self->prior.G > 0 ? weights->wq + h * half : weights->combined + h * self->head_size;
  parts[1] = self->prior.G > 0 ? weights->wk + h * half : NULL;
  return self->prior.G > 0 ? half : self->head_size;
}

gboolean
ipl_attention_model_get_case_weights (const IplAttentionModel *self, const IplCase *the_case,
                                      double *w)
{
  double *parts[2];

  for (guint l = 0; l < the_case->L; l++)
    if (the_case->weights[l].G != self->prior.G
        || (self->prior.G > 0 ? the_case->weights[l].wq : the_case->weights[l].combined) == NULL)
      return FALSE;
  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        gsize size = list_parts (self, the_case, l, h, parts);

        memcpy (w, parts[0], size * sizeof *w);
        w += size;
        if (parts[1] == NULL)
          continue;
        memcpy (w, parts[1], size * sizeof *w);
        w += size;
      }
  return TRUE;
}

static gboolean
fill_features (IplCase *the_case, IplExamples *examples, GCancellable *cancellable, GError **error)
{
  return ipl_features_compute (the_case->weights, NULL, the_case->L, the_case->H,
                               the_case->residual, the_case->T, the_case->N0, the_case->readout,
                               examples->count, examples->x, examples->xi, 1, cancellable, error);
}

gboolean
ipl_attention_model_set (IplAttentionModel *self, const double *w, GCancellable *cancellable,
                         GError **error)
{
  IplCase *the_case = self->the_case;
  double *parts[2];

  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        gsize size = list_parts (self, the_case, l, h, parts);

        memcpy (parts[0], w, size * sizeof *w);
        w += size;
        if (parts[1] == NULL)
          continue;
        memcpy (parts[1], w, size * sizeof *w);
        w += size;
      }
  return fill_features (the_case, &the_case->train, cancellable, error);
}

gboolean
ipl_attention_model_set_tests (IplAttentionModel *self, GCancellable *cancellable, GError **error)
{
  for (guint k = 0; k < self->the_case->n_tests; k++)
    if (!fill_features (self->the_case, &self->the_case->tests[k], cancellable, error))
      return FALSE;
  return TRUE;
}
