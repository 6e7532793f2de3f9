/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Queries of the trained network for panels: its heads, test sequences and pruning. */

#include "figures/view/trained-network-view.h"

#include <math.h>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/tasks/one-shot-task.h"
#include "figures/kit/number.h"
#include "runs/fine-tuning.h"

/* Makes the heads, pruning and sequences that a panel needs. */
static gboolean
make_heads (IplQuantities *self, guint needs, const IplQuantityInput *input,
            GCancellable *cancellable, IplProgressFunc progress, gpointer user_data, GError **error)
{
  const IplParameters *parameters = input->parameters;
  gboolean pruning = (needs & IPL_NEEDS_PRUNING) != 0;
  gboolean heads = pruning || (needs & IPL_NEEDS_HEADS) != 0;
  gboolean gallery = (needs & IPL_NEEDS_GALLERY) != 0;
  const char *path = ipl_parameters_get_network (parameters);
  IplCase *the_case = input->the_case;
  g_auto (IplFineTuning) tuning = { NULL };
  g_autoptr (IplHeadRequest) request = NULL;
  g_autoptr (IplHeadResult) result = NULL;

  if (gallery && ipl_parameters_get_trainable (parameters) == NULL)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "%s has no images to show: task and attention are drawn of glyphs, of --omniglot "
        "images and of trained networks.",
        the_case->name);
  tuning.options = (IplPruningOptions){ .n_random = parameters->random_orders, .seed = 1 };
  ipl_parameters_get_seed (parameters, &tuning.options.seed);
  if (pruning
      && !ipl_fine_tuning_init (&tuning, parameters, path[0] != '\0' ? path : NULL, the_case, 0, 0,
                                input->threads, cancellable, error))
    return FALSE;
  request = ipl_head_request_new (ipl_parameters_share (parameters), the_case, input->kernel,
                                  heads ? input->current : NULL);
  request->n_examples = gallery ? IPL_HEADS_EXAMPLES : 0;
  request->test = input->test;
  request->first = input->first;
  request->options = &tuning.options;
  request->resolve = IPL_RESOLVE_FIRST;
  request->no_pruning = !pruning;
  request->threads = input->threads;
  result = ipl_run_now (&ipl_run_heads, NULL, request, cancellable, progress, user_data);
  if (result == NULL || (result->error == NULL && !result->finished))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  if (result->error != NULL)
    {
      g_propagate_error (error, g_error_copy (result->error));
      return FALSE;
    }
  ipl_quantities_share (self, &ipl_quantity_heads, result->heads);
  ipl_quantities_share (self, &ipl_quantity_pruning, result->pruning);
  ipl_quantities_share (self, &ipl_quantity_gallery, result->gallery);
  return TRUE;
}

static gboolean
make_training (IplQuantities *self, const IplParameters *parameters, GCancellable *cancellable,
               GError **error)
{
  IplLearningCurve training = { .running = FALSE };
  const char *path = ipl_parameters_get_network (parameters);
  g_autoptr (IplTrainer) trainer = NULL;

  if (path[0] == '\0')
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A learning curve is a trained network's: give a NET.safetensors that “train” "
                     "wrote.");
  trainer = ipl_trainer_load (path, ipl_one_shot_task_train_source, NULL, cancellable, error);
  if (trainer == NULL)
    return FALSE;
  training.points = ipl_trainer_get_points (trainer, &training.n_points);
  ipl_quantities_share (self, &ipl_quantity_training, &training);
  return TRUE;
}

/* Makes the quantities that a panel needs.
 * @self: (out): the quantities, with references
 * @cancellable: (nullable): a cancellable
 * @progress: (nullable): called with the progress
 * @view: (inout): view of a solved case; borrows the quantities
 * Returns: TRUE on success */
gboolean
ipl_network_figures_make (IplQuantities *self, guint needs, const IplQuantityInput *input,
                          GCancellable *cancellable, IplProgressFunc progress, gpointer user_data,
                          IplView *view, GError **error)
{
  const guint of_heads = IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING | IPL_NEEDS_GALLERY;

  ipl_quantities_copy (self, &view->quantities);
  if (!ipl_quantities_make (self, needs, input, cancellable, error)
      || ((needs & of_heads) != 0
          && !make_heads (self, needs, input, cancellable, progress, user_data, error))
      || ((needs & IPL_NEEDS_TRAINING) != 0
          && !make_training (self, input->parameters, cancellable, error)))
    return FALSE;
  view->quantities = *self;
  return TRUE;
}

/* Clamps head, sequence, token and point of the pruning curve to those of the case. */
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

/* Returns the score of a head in the order of layers: that of the report, or else of the current
 * solution; NaN if unknown. */
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

/* Returns the entropy of the attention of a head in nats; NaN if unknown or undefined. */
double
ipl_view_head_entropy (const IplView *self, guint index)
{
  const IplHeadReport *heads = self->heads;

  return heads != NULL && heads->entropy != NULL && index < heads->n_heads ? heads->entropy[index]
                                                                           : NAN;
}

/* Returns the derivative of the loss with respect to a factor on the head; NaN if unknown. */
double
ipl_view_head_gradient (const IplView *self, guint index)
{
  const IplHeadReport *heads = self->heads;

  return heads != NULL && heads->gradient != NULL && index < heads->n_heads ? heads->gradient[index]
                                                                            : NAN;
}

/* Returns the setting of the scores, or NULL. */
const IplSetting *
ipl_view_head_setting (const IplView *self)
{
  const IplHeadReport *heads = self->heads;

  return heads != NULL ? &heads->setting : self->current != NULL ? &self->current->setting : NULL;
}

/* Returns the order of removal as part of a sentence: "by score". */
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

/* Returns the answer of the theory to a sequence; NaN if unknown. */
double
ipl_view_theory_answer (const IplView *self, guint example)
{
  const IplTaskGallery *gallery = self->gallery;
  if (self->current == NULL || gallery == NULL || gallery->test >= self->current->n_tests)
    return NAN;
  return ipl_prediction_get_mean (&self->current->tests[gallery->test], gallery->first + example);
}

/* Returns the answer of the trained network to a sequence; NaN if unknown. */
double
ipl_view_trained_answer (const IplView *self, guint example)
{
  const IplTaskGallery *gallery = self->gallery;

  return gallery != NULL && gallery->answers != NULL ? gallery->answers[example] : NAN;
}

/* TRUE if the answer has the sign of the label. An answer of 0 is wrong. */
gboolean
ipl_answer_is_right (double answer, int y)
{
  return answer * y > 0;
}

/* Returns the display name of a test set: "test set" for that of the case itself. */
char *
ipl_view_test_name (const IplCaseInfo *the_case, guint test)
{
  const char *name = test < the_case->n_tests ? the_case->test_sets[test].name : NULL;
  return g_strdup (name != NULL ? name : "test");
}

/* Returns "2.3" for layer 2, head 3, or "2.id" for an identity; for narrow places. */
char *
ipl_head_number (const IplCaseInfo *the_case, guint layer, guint head)
{
  g_autofree char *text = ipl_case_head_text (the_case, layer, head);

  return g_strdup_printf ("%u.%s", layer + 1, text);
}

/* Converts the index of a head, counted through the layers, to layer and head. */
void
ipl_view_head_at (const IplCaseInfo *the_case, guint index, guint *layer, guint *head)
{
  *layer = 0;
  *head = index;
  while (*layer + 1 < the_case->L && *head >= the_case->H[*layer])
    *head -= the_case->H[(*layer)++];
}

/* TRUE if a head is removed at the chosen point of the pruning curve. */
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

/* Returns "0.83 [0.41, 0.95]", or NULL if unknown. */
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

/* Returns a rounded duration: "40 s", "3 min", "1.5 h". */
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

/* Returns: (transfer full): [T] attention of a head from the view's token, or its mean over the
 * tokens of the query image; 0 to 1 */
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
