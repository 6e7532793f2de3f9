/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The calibration of predictions in words and as tables. */

#include "figures/panels/posterior/calibration-words.h"

#include "core/posterior/diagnostics.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/panels/posterior/posterior-words.h"
#include "figures/view/posterior-view.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

/* Quantiles in the calibration table. */
#define QUANTILES 21

static const char *const series_names[] = { "theory", "sampled", "GP" };

static IplCalibration *
of_solution (const IplSolution *solution)
{
  return solution != NULL && solution->n_tests > 0
             ? ipl_calibration_new (ipl_case_info_get_case (solution->the_case),
                                    &solution->tests[0], solution->setting.temperature)
             : NULL;
}

/* Theory, samples and GP where they are known. */
void
ipl_calibrations_init (IplCalibrations *self, const IplView *view)
{
  const IplSolution *gp = ipl_view_gp (view);
  const IplPosteriorSummary *posterior = view->posterior;

  *self = (IplCalibrations){ 0 };
  self->of[IPL_CALIBRATION_THEORY] = of_solution (view->current);
  if (posterior != NULL && posterior->n_tests > 0)
    self->of[IPL_CALIBRATION_SAMPLED]
        = ipl_calibration_new (ipl_case_info_get_case (posterior->the_case), &posterior->tests[0],
                               posterior->setting.temperature);
  if (gp != view->current)
    self->of[IPL_CALIBRATION_GP] = of_solution (gp);
}

void
ipl_calibrations_clear (IplCalibrations *self)
{
  for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
    g_clear_pointer (&self->of[s], ipl_calibration_free);
}

void
ipl_describe_calibration (GString *text, const IplView *view)
{
  g_auto (IplCalibrations) self = { 0 };
  const IplSetting *setting = ipl_view_setting (view);
  g_string_append (text, "Calibration of the test predictions");
  if (setting != NULL)
    {
      g_autofree char *at = ipl_view_setting_text (setting);
      g_string_append_printf (text, " at %s", at);
    }
  g_string_append (text, ": residuals (y − mean) divided by the square root of predictive variance "
                         "plus temperature, against quantiles of the standard normal, with the "
                         "band that holds 95 % of independent ones.");
  ipl_calibrations_init (&self, view);
  for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
    if (self.of[s] != NULL)
      {
        g_autofree char *sd = ipl_number_fixed (self.of[s]->sd, 2);
        g_autofree char *within = ipl_number_fixed (100 * self.of[s]->within, 1);
        g_string_append_printf (text,
                                " %s: standard deviation %s (1 is right, less is overcautious), "
                                "%s %% within ±1.96 (95 is right).",
                                s == 0   ? "Theory"
                                : s == 1 ? "Samples"
                                         : "Gaussian process",
                                sd, within);
      }
  ipl_describe_doubt (text, view->current);
  if (view->posterior == NULL)
    g_string_append (text, " Not sampled yet.");
  if (ipl_labels_are_classes (&view->the_case->labels))
    {
      g_string_append (text,
                       " Labels of +1 and −1 are not Gaussian; for them the second plot shows the "
                       "share predicted right against the probability of the class predicted, the "
                       "normal distribution function of |mean| over the same square root, in bins "
                       "of equal width.");
      for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
        if (self.of[s] != NULL && self.of[s]->n_bins > 0)
          {
            g_autofree char *gap = ipl_number_fixed (self.of[s]->expected_gap, 3);
            g_string_append_printf (text, " Mean gap between the two for %s: %s.", series_names[s],
                                    gap);
          }
    }
}

void
ipl_table_calibration (GString *text, const IplView *view)
{
  g_auto (IplCalibrations) self = { 0 };
  gboolean reliability = FALSE;
  ipl_calibrations_init (&self, view);
  g_string_append_printf (text,
                          "share below\tstandard normal\tresidual, theory%s\tresidual, sampled\t"
                          "residual, GP\n",
                          ipl_view_doubt_heading (view));
  for (guint k = 0; k < QUANTILES; k++)
    {
      double share = (k + 0.5) / QUANTILES;
      ipl_table_number (text, share);
      ipl_table_cell (text, ipl_calibration_normal (k, QUANTILES));
      for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
        ipl_table_cell (text, self.of[s] != NULL ? ipl_diagnostics_quantile ((guint)self.of[s]->n,
                                                                             self.of[s]->z, share)
                                                 : NAN);
      g_string_append_c (text, '\n');
    }
  for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
    reliability = reliability || (self.of[s] != NULL && self.of[s]->n_bins > 0);
  if (reliability)
    g_string_append (text, "\npredictor\texamples\tprobability of the class predicted\tshare "
                           "predicted right\n");
  for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
    for (guint b = 0; self.of[s] != NULL && b < self.of[s]->n_bins; b++)
      {
        g_string_append_printf (text, "%s\t%" G_GSIZE_FORMAT, series_names[s],
                                self.of[s]->bin_n[b]);
        ipl_table_cell (text, self.of[s]->confidence[b]);
        ipl_table_cell (text, self.of[s]->correct[b]);
        g_string_append_c (text, '\n');
      }
}
