/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Describes a test sequence, a point of a curve, and the effect of the removal of a head. */

#include "figures/view/target-sentence.h"

#include "figures/kit/number.h"
#include "figures/view/view-words.h"
#include "figures/view/trained-network-view.h"

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

/* Appends ", patch 3 of the query with attention 0.2". */
static void
append_patch (GString *text, const IplTarget *self, const IplView *view)
{
  static const char *const images[] = { "first shot", "second shot", "query" };
  int token = ipl_target_get (self, IPL_PART_TOKEN);
  guint layer, head;

  if (token < 0 || token >= IPL_ONE_SHOT_T)
    return;
  g_string_append_printf (text, ", patch %d of the %s", token % IPL_ONE_SHOT_PATCHES + 1,
                          images[token / IPL_ONE_SHOT_PATCHES]);
  if (ipl_target_find_head (self, view->the_case, &layer, &head)
      && ipl_target_get (self, IPL_PART_SEQUENCE) == view->shown_example
      && view->gallery->attention != NULL)
    {
      g_autofree double *weights = ipl_view_attention (view, layer, head);

      ipl_number_append_fixed (text, " with attention ", weights[token], 3);
    }
}

/* Describes a test sequence. */
void
ipl_target_append_sequence (GString *text, const IplTarget *self, const IplView *view,
                            gboolean brief)
{
  int i = ipl_target_get (self, IPL_PART_SEQUENCE);
  const IplTaskExample *example;
  const IplOneShotSequence *sequence;

  if (view->gallery == NULL || i >= (int)view->gallery->n)
    return;
  example = &view->gallery->examples[i];
  sequence = &example->sequence;
  g_string_append_printf (text, "%sSequence %d", text->len > 0 ? "; " : "", i + 1);
  if (!brief)
    append_patch (text, self, view);
  g_string_append (text, ": ");
  for (int s = 0; s < 2 && !brief; s++)
    g_string_append_printf (text, "%s is %s, ",
                            example->class_names[s] != NULL ? example->class_names[s] : "a shot",
                            sequence->labels[s] ? "+1" : "−1");
  g_string_append_printf (text, "the query is %s", sequence->y > 0 ? "+1" : "−1");
  append_answer (text, "the trained network", ipl_view_trained_answer (view, i), sequence->y);
  append_answer (text, "the theory", ipl_view_theory_answer (view, i), sequence->y);
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

/* Maximum number of heads in a list. */
#define MAX_LISTED 16

/* Appends " (1.2, 2.5)": layer and head of the removed heads in the order of removal. */
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

/* Describes the network that remains. */
static void
append_remainder (GString *text, const IplPruning *pruning, const IplPruningCurve *curve, gsize n)
{
  if (pruning->no_entropy != NULL)
    g_string_append (text, ", by entropy unknown");
  if (pruning->no_gradient != NULL)
    g_string_append (text, ", by gradient unknown");
  if (isfinite (curve->parameters[n]) && isfinite (curve->multiply_adds[n]))
    {
      ipl_number_append_fixed (text, "; ", 100 * curve->parameters[n] / curve->parameters[0], 0);
      ipl_number_append_fixed (text, " % of the parameters, ",
                               100 * curve->multiply_adds[n] / curve->multiply_adds[0], 0);
      g_string_append (text, " % of the multiply-adds left");
    }
}

/* Describes a point of the pruning curve. */
void
ipl_target_append_pruned (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  const IplPruning *pruning = view->pruning;
  gsize n = (gsize)ipl_target_get (self, IPL_PART_PRUNED);
  g_autofree char *what = g_strconcat (", ", ipl_case_get_score (view->the_case)->brief, NULL);
  const IplPruningCurve *curve;

  if (pruning == NULL || n >= pruning->n_points)
    return;
  curve = &pruning->curve[view->order];
  if (n == 0)
    g_string_append (text, "All heads");
  else
    g_string_append_printf (text, "%" G_GSIZE_FORMAT "%s removed", n,
                            brief    ? ""
                            : n == 1 ? " head"
                                     : " heads");
  if (n > 0 && view->order != IPL_REMOVAL_BY_SCORE)
    g_string_append_printf (text, " %s", ipl_removal_order_words (view->order));
  append_removed (text, view, curve, (guint)n);
  append_value (text, view->the_case, brief ? ":" : what, curve->accuracy[n], curve->se[n]);
  append_value (text, view->the_case, ", fine-tuned", curve->tuned[n], curve->tuned_se[n]);
  if (brief)
    return;
  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    if (o != view->order)
      {
        g_autofree char *other = g_strdup_printf (", %s", ipl_removal_order_words (o));

        append_value (text, view->the_case, other, pruning->curve[o].accuracy[n], NAN);
      }
  append_value (text, view->the_case, ", at random", pruning->random_mean[n], NAN);
  append_remainder (text, pruning, curve, n);
}

/* Describes a point of the learning curve. */
void
ipl_target_append_point (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  const IplLearningCurve *training = view->training;
  gsize index = (gsize)ipl_target_get (self, IPL_PART_POINT), looked = index;

  if (training == NULL || index >= training->n_points)
    return;
  const IplTrainerPoint *point = &training->points[index];
  g_autofree char *loss = ipl_number_text (point->loss, 3);
  g_autofree char *seconds = ipl_seconds_text (point->seconds);
  g_string_append_printf (text, "Step %" G_GUINT64_FORMAT " after %s: loss %s", point->step,
                          seconds, loss);
  append_value (text, view->the_case, ", training accuracy", point->accuracy_train, NAN);
  /* Held-out sequences are evaluated less often; the latest accuracy applies. */
  while (looked > 0 && !isfinite (training->points[looked].accuracy_holdout))
    looked--;
  append_value (text, view->the_case, ", held-out accuracy",
                training->points[looked].accuracy_holdout, training->points[looked].standard_error);
  if (looked != index && isfinite (training->points[looked].accuracy_holdout))
    g_string_append_printf (text, " at step %" G_GUINT64_FORMAT, training->points[looked].step);
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

/* Appends the entropy of the attention of a head, and the derivative of the loss with respect to a
 * factor on the head, if known. */
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

/* Appends the loss of each predictor without the head. @head: counted through the layers */
void
ipl_target_append_drops (GString *text, const IplView *view, guint head)
{
  const IplHeadReport *report = view->heads;
  gboolean any = FALSE;
  if (report == NULL || head >= report->n_heads)
    return;
  append_drop (text, view, &report->trained, head, "the trained network", &any);
  append_drop (text, view, &report->zeroed, head, "the theory with its paths at zero", &any);
  append_drop (text, view, &report->resolved, head, "the theory solved again", &any);
}
