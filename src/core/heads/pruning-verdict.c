/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Verdict on the claim that heads of low score can go: accuracies with heads
 * of lowest score removed first less those with heads of highest score removed first, on the mean
 * over all but the ends, where both are the same. */

#include "core/heads/pruning-verdict.h"

#include "core/case/case.h"

#include <math.h>

/* Standard errors by which the mean differs from 0. */
#define SIGNIFICANT 2.0

/* The mean difference and its standard error; NaN unless all points are known. */
static double
find_gain (const IplPruning *self, double *se)
{
  const IplPruningCurve *low = &self->curve[IPL_REMOVAL_BY_SCORE];
  const IplPruningCurve *high = &self->curve[IPL_REMOVAL_REVERSE];
  double sum = 0, variance = 0;
  guint n = 0;

  for (guint i = 1; i + 1 < self->n_points; i++, n++)
    {
      sum += low->accuracy[i] - high->accuracy[i];
      variance += low->se[i] * low->se[i] + high->se[i] * high->se[i];
    }
  *se = sqrt (variance) / MAX (n, 1);
  return n > 0 ? sum / n : NAN;
}

IplPruningVerdict
ipl_pruning_verdict (const IplPruning *self)
{
  const IplScore *score = ipl_case_get_score (self->the_case);
  double chance = ipl_labels_get_chance (&self->the_case->labels);
  double se, gain = find_gain (self, &se), all = self->curve[IPL_REMOVAL_BY_SCORE].accuracy[0];

  if (!score->is_share || !isfinite (chance) || !isfinite (gain) || !isfinite (se))
    return IPL_VERDICT_NONE;
  if (gain > SIGNIFICANT * se)
    return IPL_VERDICT_HOLDS;
  if (self->is_trained && all < (1 + chance) / 2)
    return IPL_VERDICT_TOO_SHORT;
  return gain < -SIGNIFICANT * se ? IPL_VERDICT_AGAINST : IPL_VERDICT_NONE;
}

char *
ipl_pruning_verdict_text (const IplPruning *self)
{
  IplPruningVerdict verdict = ipl_pruning_verdict (self);
  double se, gain = find_gain (self, &se);
  char first[G_ASCII_DTOSTR_BUF_SIZE], differs[G_ASCII_DTOSTR_BUF_SIZE];

  if (verdict != IPL_VERDICT_TOO_SHORT && verdict != IPL_VERDICT_AGAINST)
    return NULL;
  g_ascii_formatd (first, sizeof first, "%.3f", self->curve[IPL_REMOVAL_BY_SCORE].accuracy[0]);
  g_ascii_formatd (differs, sizeof differs, "%.3f", fabs (gain));
  if (verdict == IPL_VERDICT_TOO_SHORT)
    return g_strdup_printf (
        "Trained too briefly for a verdict: with an accuracy of %s the network is nearer to "
        "guessing than to all right, and removing heads of lowest score first leaves %s %s "
        "accuracy on average than removing those of highest score first. Train longer, or take "
        "the scores near the network’s own width.",
        first, differs, gain < 0 ? "less" : "more");
  return g_strdup_printf ("Heads of low score are not those that can go: removing them first "
                          "leaves %s less accuracy on average than removing those of highest score "
                          "first.",
                          differs);
}
