/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Words for a test sequence, a step of a curve, and what removing a head costs. */

#include "figures/view/target-words.h"

#include "figures/kit/number.h"
#include "figures/view/words.h"
#include "figures/view/network-view.h"

#include <math.h>

static void
append_answer (GString *text, const char *who, double answer, int y)
{
  if (!isfinite (answer))
    return;
  g_string_append_printf (text, ", %s answers %s", who, answer > 0 ? "+" : "");
  ipl_number_append_fixed (text, "", answer, 2);
  g_string_append (text, ipl_answer_is_right (answer, y) ? ", right" : ", wrong");
}

/* A sequence of the gallery; NULL where there is no such one. */
char *
ipl_target_describe_sequence (const IplTarget *self, const IplView *view)
{
  static const char *const images[] = { "first shot", "second shot", "query" };
  const IplTaskGallery *gallery = view->gallery;
  if (gallery == NULL || self->example >= (int)gallery->n)
    return NULL;
  const IplTaskExample *example = &gallery->examples[self->example];
  const IplOneShotSequence *sequence = &example->sequence;
  GString *text = g_string_new (NULL);
  g_string_printf (text, "Sequence %d", self->example + 1);
  if (self->token >= 0 && self->token < IPL_ONE_SHOT_T)
    {
      g_string_append_printf (text, ", patch %d of the %s", self->token % IPL_ONE_SHOT_PATCHES + 1,
                              images[self->token / IPL_ONE_SHOT_PATCHES]);
      if (self->layer >= 0 && self->head >= 0 && self->example == view->shown_example
          && gallery->attention != NULL)
        {
          g_autofree double *weights = ipl_view_attention (view, self->layer, self->head);
          ipl_number_append_fixed (text, " with attention ", weights[self->token], 3);
        }
    }
  g_string_append (text, ": ");
  for (int s = 0; s < 2; s++)
    g_string_append_printf (text, "%s%s is %s", s ? ", " : "",
                            example->class_names[s] != NULL ? example->class_names[s] : "a shot",
                            sequence->labels[s] ? "+1" : "−1");
  g_string_append_printf (text, ", the query is %s", sequence->y > 0 ? "+1" : "−1");
  append_answer (text, "the trained network", ipl_view_trained_answer (view, self->example),
                 sequence->y);
  append_answer (text, "the theory", ipl_view_theory_answer (view, self->example), sequence->y);
  return g_string_free (text, FALSE);
}

char *
ipl_target_caption_sequence (const IplTarget *self, const IplView *view)
{
  const IplTaskGallery *gallery = view->gallery;
  if (gallery == NULL || self->example >= (int)gallery->n)
    return NULL;
  int y = gallery->examples[self->example].sequence.y;
  GString *text = g_string_new (NULL);
  g_string_printf (text, "sequence %d is %s", self->example + 1, y > 0 ? "+1" : "−1");
  append_answer (text, "network", ipl_view_trained_answer (view, self->example), y);
  append_answer (text, "theory", ipl_view_theory_answer (view, self->example), y);
  return g_string_free (text, FALSE);
}

static void
append_value (GString *text, const IplCaseInfo *the_case, const char *what, double value, double se)
{
  const IplScore *score = ipl_case_get_score (the_case);
  if (!isfinite (value))
    return;
  g_autofree char *number = isfinite (se) ? ipl_score_text_with_error (score, value, se)
                                          : ipl_score_text (score, value);
  g_string_append_printf (text, "%s %s", what, number);
}

/* The most heads that are listed. */
#define MAX_LISTED 16

/* " (1.2, 2.5)", layer and head of those that go, in their order. */
static void
append_removed (GString *text, const IplView *view, const IplPruningCurve *curve, guint n)
{
  if (n == 0 || curve->order == NULL)
    return;
  for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      guint layer, head;
      ipl_view_head_at (view->the_case, curve->order[i], &layer, &head);
      g_autofree char *number = ipl_head_number (view->the_case, layer, head);
      g_string_append_printf (text, "%s%s", i == 0 ? " (" : ", ", number);
    }
  g_string_append (text, n > MAX_LISTED ? ", …)" : ")");
}

static char *
describe_pruning (guint step, const IplView *view)
{
  const IplPruning *pruning = view->pruning;
  if (pruning == NULL || step >= pruning->n_points)
    return NULL;
  const IplPruningCurve *curve = &pruning->curve[view->order];
  GString *text = g_string_new (NULL);
  g_autofree char *what = g_strconcat (", ", ipl_case_get_score (view->the_case)->brief, NULL);
  if (step == 0)
    g_string_append (text, "All heads");
  else
    g_string_append_printf (text, "%u head%s removed", step, step == 1 ? "" : "s");
  if (step > 0 && view->order != IPL_REMOVAL_BY_SCORE)
    g_string_append_printf (text, " %s", ipl_removal_order_words (view->order));
  append_removed (text, view, curve, step);
  append_value (text, view->the_case, what, curve->accuracy[step], curve->se[step]);
  append_value (text, view->the_case, ", fine-tuned", curve->tuned[step], curve->tuned_se[step]);
  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    if (o != view->order)
      {
        g_autofree char *other = g_strdup_printf (", %s", ipl_removal_order_words (o));
        append_value (text, view->the_case, other, pruning->curve[o].accuracy[step], NAN);
      }
  append_value (text, view->the_case, ", at random", pruning->random_mean[step], NAN);
  if (pruning->no_entropy != NULL)
    g_string_append (text, ", by entropy not known");
  if (pruning->no_gradient != NULL)
    g_string_append (text, ", by gradient not known");
  if (isfinite (curve->parameters[step]) && isfinite (curve->multiply_adds[step]))
    {
      g_autofree char *parameters
          = ipl_number_fixed (100 * curve->parameters[step] / curve->parameters[0], 0);
      g_autofree char *adds
          = ipl_number_fixed (100 * curve->multiply_adds[step] / curve->multiply_adds[0], 0);
      g_string_append_printf (text, "; %s %% of the parameters, %s %% of the multiply-adds left",
                              parameters, adds);
    }
  return g_string_free (text, FALSE);
}

static char *
describe_point (guint index, const IplView *view)
{
  const IplLearningCurve *training = view->training;
  if (training == NULL || index >= training->n_points)
    return NULL;
  const IplTrainerPoint *point = &training->points[index];
  g_autofree char *loss = ipl_number_text (point->loss, 3);
  g_autofree char *seconds = ipl_seconds_text (point->seconds);
  GString *text = g_string_new (NULL);
  g_string_printf (text, "Step %" G_GUINT64_FORMAT " after %s: loss %s", point->step, seconds,
                   loss);
  append_value (text, view->the_case, ", training accuracy", point->accuracy_train, NAN);
  /* The held-out sequences are looked at less often: the last time counts. */
  guint looked = index;
  while (looked > 0 && !isfinite (training->points[looked].accuracy_holdout))
    looked--;
  append_value (text, view->the_case, ", held-out accuracy",
                training->points[looked].accuracy_holdout, training->points[looked].standard_error);
  if (looked != index && isfinite (training->points[looked].accuracy_holdout))
    g_string_append_printf (text, " at step %" G_GUINT64_FORMAT, training->points[looked].step);
  return g_string_free (text, FALSE);
}

/* A point of the pruning curve or the learning curve; NULL where there is none. */
char *
ipl_target_describe_step (const IplTarget *self, const IplView *view)
{
  return self->step >= IPL_TARGET_POINT ? describe_point (self->step - IPL_TARGET_POINT, view)
                                        : describe_pruning (self->step, view);
}

char *
ipl_target_caption_step (const IplTarget *self, const IplView *view)
{
  const IplPruning *pruning = view->pruning;
  if (self->step >= IPL_TARGET_POINT)
    return ipl_target_describe_step (self, view);
  if (pruning == NULL || self->step >= (int)pruning->n_points)
    return NULL;
  const IplPruningCurve *curve = &pruning->curve[view->order];
  GString *text = g_string_new (NULL);
  g_string_printf (text, "%d removed", self->step);
  if (view->order != IPL_REMOVAL_BY_SCORE)
    g_string_append_printf (text, " %s", ipl_removal_order_words (view->order));
  append_removed (text, view, curve, (guint)self->step);
  append_value (text, view->the_case, ":", curve->accuracy[self->step], curve->se[self->step]);
  append_value (text, view->the_case, ", fine-tuned", curve->tuned[self->step],
                curve->tuned_se[self->step]);
  return g_string_free (text, FALSE);
}

static void
append_drop (GString *text, const IplView *view, const IplHeadDrops *drops, guint head,
             const char *who, gboolean *any)
{
  if (drops->drop == NULL || !isfinite (drops->drop[head]))
    return;
  g_autofree char *name = g_strdup_printf ("%s %s by", *any ? "," : "", who);
  if (!*any)
    g_string_append_printf (text, "; without it %s,",
                            ipl_case_get_score (view->the_case)->falls_off);
  append_value (text, view->the_case, name, drops->drop[head],
                drops->se != NULL ? drops->se[head] : NAN);
  *any = TRUE;
}

/* How diffuse the head's attention is, and how much the loss changes with it, where known. */
void
ipl_target_append_worths (GString *text, const IplView *view, guint head)
{
  double entropy = ipl_view_head_entropy (view, head),
         gradient = ipl_view_head_gradient (view, head);

  if (isfinite (entropy))
    ipl_number_append_fixed (text, ", attention entropy ", entropy, 2);
  if (isfinite (gradient))
    ipl_number_append_fixed (text, ", gradient ", gradient, 2);
}

/* The loss of each predictor without the head (counted through the layers). */
void
ipl_target_append_drops (GString *text, const IplView *view, guint head)
{
  const IplHeadReport *report = view->heads;
  gboolean any = FALSE;
  if (report == NULL || head >= report->n_heads)
    return;
  append_drop (text, view, &report->trained, head, "the trained network", &any);
  append_drop (text, view, &report->zeroed, head, "the theory with it zeroed", &any);
  append_drop (text, view, &report->resolved, head, "the theory solved anew", &any);
}
