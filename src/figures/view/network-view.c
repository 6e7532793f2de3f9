/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Queries of the trained network for panels: its heads, its test sequences, its pruning. */

#include "figures/view/network-view.h"

#include "core/base/units.h"
#include "figures/kit/number.h"

#include <math.h>

/* Settles which head, sequence, token and point of the pruning curve the view shows. */
void
ipl_view_network_usable (IplView *self)
{
  const IplCaseInfo *the_case = self->the_case;
  const IplTaskGallery *gallery = self->gallery;
  const IplPruning *pruning = self->pruning;

  if (pruning == NULL || self->pruned >= (int)pruning->n_points
      || !ipl_pruning_has_order (pruning, self->order))
    self->pruned = -1;
  if (self->shown_layer < 0 || self->shown_layer >= (int)the_case->L || self->shown_head < 0
      || self->shown_head >= (int)the_case->H[self->shown_layer])
    {
      double best = -INFINITY;
      self->shown_layer = self->shown_head = 0;
      for (guint l = 0, k = 0; l < the_case->L; l++)
        for (guint h = 0; h < the_case->H[l]; h++, k++)
          if (ipl_view_head_score (self, k) > best)
            {
              best = ipl_view_head_score (self, k);
              self->shown_layer = l;
              self->shown_head = h;
            }
    }
  if (self->shown_example < 0 || gallery == NULL || self->shown_example >= (int)gallery->n)
    self->shown_example = 0;
  if (self->shown_token < -1 || self->shown_token >= IPL_ONE_SHOT_T)
    self->shown_token = -1;
}

/* Score of a head, layer 1 first: the report's, or else the current solution's; NaN while unknown.
 */
double
ipl_view_head_score (const IplView *self, guint index)
{
  const IplHeadReport *heads = self->heads;

  if (heads != NULL && heads->score != NULL)
    return index < heads->n_heads ? heads->score[index] : NAN;
  return self->current != NULL && self->current->head_score != NULL
             ? self->current->head_score[index]
             : NAN;
}

/* Entropy of a head's attention, in nats; NaN while unknown, or where it cannot be known. */
double
ipl_view_head_entropy (const IplView *self, guint index)
{
  const IplHeadReport *heads = self->heads;

  return heads != NULL && heads->entropy != NULL && index < heads->n_heads ? heads->entropy[index]
                                                                           : NAN;
}

/* How much the loss changes with a factor before the head; NaN where it is not known. */
double
ipl_view_head_gradient (const IplView *self, guint index)
{
  const IplHeadReport *heads = self->heads;

  return heads != NULL && heads->gradient != NULL && index < heads->n_heads ? heads->gradient[index]
                                                                            : NAN;
}

/* The setting that the scores belong to, or NULL. */
const IplSetting *
ipl_view_head_setting (const IplView *self)
{
  const IplHeadReport *heads = self->heads;

  return heads != NULL ? &heads->setting : self->current != NULL ? &self->current->setting : NULL;
}

/* An order of removal within a sentence. */
const char *
ipl_removal_order_words (IplRemovalOrder order)
{
  static const char *const words[IPL_N_REMOVAL_ORDERS] = {
    [IPL_REMOVAL_BY_SCORE] = "by score",     [IPL_REMOVAL_REVERSE] = "in reverse",
    [IPL_REMOVAL_BY_ENTROPY] = "by entropy", [IPL_REMOVAL_BY_GRADIENT] = "by gradient",
    [IPL_REMOVAL_RANDOM] = "at random",
  };
  g_return_val_if_fail (order >= 0 && order < IPL_N_REMOVAL_ORDERS, "");
  return words[order];
}

/* The theory's answer to a sequence of the gallery; NaN while unknown. */
double
ipl_view_theory_answer (const IplView *self, guint example)
{
  const IplTaskGallery *gallery = self->gallery;
  if (self->current == NULL || gallery == NULL || gallery->test >= self->current->n_tests)
    return NAN;
  return ipl_prediction_get_mean (&self->current->tests[gallery->test], gallery->first + example);
}

/* The trained network's. */
double
ipl_view_trained_answer (const IplView *self, guint example)
{
  const IplTaskGallery *gallery = self->gallery;

  return gallery != NULL && gallery->answers != NULL ? gallery->answers[example] : NAN;
}

/* TRUE if an answer is that of the label; 0 is wrong. */
gboolean
ipl_answer_is_right (double answer, int y)
{
  return answer * y > 0;
}

/* Name of a test set for people: that of the case itself is just the test set. */
char *
ipl_view_test_name (const IplCaseInfo *the_case, guint test)
{
  const char *name = test < the_case->n_tests ? the_case->test_sets[test].name : NULL;
  return g_strdup (name != NULL ? name : "test");
}

/* A head as "2.3", layer and head counted from 1, for a place where there is little room; an
 * identity as "2.id". */
char *
ipl_head_number (const IplCaseInfo *the_case, guint layer, guint head)
{
  g_autofree char *text = ipl_case_head_text (the_case, layer, head);

  return g_strdup_printf ("%u.%s", layer + 1, text);
}

/* Where a head stands, by its number in the order of layers. */
void
ipl_view_head_at (const IplCaseInfo *the_case, guint index, guint *layer, guint *head)
{
  *layer = 0;
  *head = index;
  while (*layer + 1 < the_case->L && *head >= the_case->H[*layer])
    *head -= the_case->H[(*layer)++];
}

/* TRUE if a head is gone at the point that is chosen on the pruning curve. */
gboolean
ipl_view_head_is_removed (const IplView *self, guint index)
{
  const IplPruning *pruning = self->pruning;

  if (pruning == NULL || self->pruned <= 0 || !ipl_pruning_has_order (pruning, self->order))
    return FALSE;
  for (int k = 0; k < self->pruned && k + 1 < (int)pruning->n_points; k++)
    if (pruning->curve[self->order].order[k] == index)
      return TRUE;
  return FALSE;
}

/* "0.83 [0.41, 0.95]"; NULL while it is not known. */
char *
ipl_correlation_text (const IplCorrelation *self)
{
  if (!isfinite (self->value))
    return NULL;
  g_autofree char *value = ipl_number_fixed (self->value, 2);
  if (!isfinite (self->low) || !isfinite (self->high))
    return g_steal_pointer (&value);
  g_autofree char *low = ipl_number_fixed (self->low, 2);
  g_autofree char *high = ipl_number_fixed (self->high, 2);
  return g_strdup_printf ("%s [%s, %s]", value, low, high);
}

/* A time that people can judge: "40 s", "3 min", "1.5 h". */
char *
ipl_seconds_text (double seconds)
{
  g_autofree char *value = ipl_number_fixed (seconds < 100    ? seconds
                                             : seconds < 7200 ? seconds / 60
                                                              : seconds / 3600,
                                             seconds >= 7200 && seconds < 36000 ? 1 : 0);
  return g_strdup_printf ("%s %s", value,
                          seconds < 100    ? IPL_SECONDS
                          : seconds < 7200 ? IPL_MINUTES
                                           : IPL_HOURS);
}

/* Attention of a head from the view's token (or the mean over the query image's): [T key], 0 to 1;
 * to be freed. */
double *
ipl_view_attention (const IplView *self, guint layer, guint head)
{
  double *weights = g_new0 (double, IPL_ONE_SHOT_T);
  const IplTaskGallery *gallery = self->gallery;
  if (gallery == NULL || gallery->attention == NULL)
    return weights;
  gsize n_heads = 0, index = 0;
  for (guint l = 0; l < gallery->L; l++)
    {
      if (l == layer)
        index = n_heads + head;
      n_heads += gallery->H[l];
    }
  const float *a = gallery->attention
                   + (self->shown_example * n_heads + index) * IPL_ONE_SHOT_T * IPL_ONE_SHOT_T;
  gsize first = self->shown_token >= 0 ? self->shown_token : 2 * IPL_ONE_SHOT_PATCHES;
  gsize n = self->shown_token >= 0 ? 1 : IPL_ONE_SHOT_PATCHES;
  for (gsize t = first; t < first + n; t++)
    for (gsize s = 0; s < IPL_ONE_SHOT_T; s++)
      weights[s] += a[t * IPL_ONE_SHOT_T + s] / n;
  return weights;
}
