/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The calibration of predictions in words and as tables. */

#include "figures/panels/posterior/calibration-words.h"

#include "core/posterior/calibration.h"
#include "core/posterior/diagnostics.h"
#include "figures/kit/number.h"
#include "figures/panels/posterior/posterior-words.h"
#include "figures/view/posterior-view.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

/* Quantiles in the calibration table. */
#define QUANTILES 21

/* Theory, samples and GP where they are known: [3], with names. */
static void
find_calibrations (const IplView *view, IplCalibration *series[3])
{
  const IplSolution *solutions[] = { view->current, NULL, ipl_view_gp (view) };
  for (int s = 0; s < 3; s++)
    {
      const IplSolution *solution = solutions[s];
      series[s] = solution != NULL && solution->n_tests > 0 && (s == 0 || solution != view->current)
                      ? ipl_calibration_new (ipl_case_info_get_case (solution->the_case),
                                             &solution->tests[0], solution->setting.temperature)
                      : NULL;
    }
  if (view->posterior != NULL && view->posterior->n_tests > 0)
    series[1]
        = ipl_calibration_new (ipl_case_info_get_case (view->posterior->the_case),
                               &view->posterior->tests[0], view->posterior->setting.temperature);
}

static const char *const series_names[] = { "theory", "sampled", "GP" };

static void
free_calibrations (IplCalibration *series[3])
{
  for (int s = 0; s < 3; s++)
    g_clear_pointer (&series[s], ipl_calibration_free);
}

void
ipl_describe_calibration (GString *text, const IplView *view)
{
  IplCalibration *series[3];
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
  find_calibrations (view, series);
  for (int s = 0; s < 3; s++)
    if (series[s] != NULL)
      {
        g_autofree char *sd = ipl_number_fixed (series[s]->sd, 2);
        g_autofree char *within = ipl_number_fixed (100 * series[s]->within, 1);
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
  if (!view->the_case->regression)
    {
      g_string_append (text,
                       " Labels of +1 and −1 are not Gaussian; for them the second plot shows the "
                       "share predicted right against the probability of the class predicted, the "
                       "normal distribution function of |mean| over the same square root, in bins "
                       "of equal width.");
      for (int s = 0; s < 3; s++)
        if (series[s] != NULL && series[s]->n_bins > 0)
          {
            g_autofree char *gap = ipl_number_fixed (series[s]->expected_gap, 3);
            g_string_append_printf (text, " Mean gap between the two for %s: %s.", series_names[s],
                                    gap);
          }
    }
  free_calibrations (series);
}

void
ipl_table_calibration (GString *text, const IplView *view)
{
  IplCalibration *series[3];
  gboolean reliability = FALSE;
  find_calibrations (view, series);
  g_string_append_printf (text,
                          "share below\tstandard normal\tresidual, theory%s\tresidual, sampled\t"
                          "residual, GP\n",
                          ipl_view_doubt_heading (view));
  for (guint k = 0; k < QUANTILES; k++)
    {
      double share = (k + 0.5) / QUANTILES;
      ipl_table_number (text, share);
      ipl_table_cell (text, ipl_calibration_normal (k, QUANTILES));
      for (int s = 0; s < 3; s++)
        ipl_table_cell (text, series[s] != NULL ? ipl_diagnostics_quantile ((guint)series[s]->n,
                                                                            series[s]->z, share)
                                                : NAN);
      g_string_append_c (text, '\n');
    }
  for (int s = 0; s < 3; s++)
    reliability = reliability || (series[s] != NULL && series[s]->n_bins > 0);
  if (reliability)
    g_string_append (text, "\npredictor\texamples\tprobability of the class predicted\tshare "
                           "predicted right\n");
  for (int s = 0; s < 3; s++)
    for (guint b = 0; series[s] != NULL && b < series[s]->n_bins; b++)
      {
        g_string_append_printf (text, "%s\t%" G_GSIZE_FORMAT, series_names[s], series[s]->bin_n[b]);
        ipl_table_cell (text, series[s]->confidence[b]);
        ipl_table_cell (text, series[s]->correct[b]);
        g_string_append_c (text, '\n');
      }
  free_calibrations (series);
}
