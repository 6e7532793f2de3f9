/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Comparison of runs on a text: validation loss (and training loss of the run shown), and the
 * entropy of attention of the lowest layer. */

#include "core/base/curve-minimum.h"
#include "core/base/units.h"
#include "core/experiments/text-result.h"
#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view-words.h"

#include <math.h>

/* Maximum number of runs with keys; of more, only the run shown has one. */
#define MOST_KEYS 12

/* Returns the NumPy source of run @k. Runs record at the same steps, and the other runs form one
 * array of the results. */
static const char *
source_of (IplPlot *plot, const IplTextResult *result, const char *name, guint k)
{
  return ipl_plot_adopt_text (
      plot,
      k == 0 ? g_strdup_printf ("results[\"%s\"].reshape(len(results[\"time\"]), -1)[:, 0]", name)
             : g_strdup_printf ("results[\"compared_%s\"].reshape("
                                "len(results[\"time\"]), %u, -1)[:, %u, 0]",
                                name, result->runs->len - 1, k - 1));
}

static void
add_runs (IplPlot *plot, IplPlotAxes *axes, const IplTextResult *result, const char *name,
          gboolean keys)
{
  guint n = result->runs->len;

  for (guint k = 0; k < n; k++)
    {
      const IplTextCurves *curves = result->runs->pdata[k];
      const char *label = n > 1 ? curves->label : "validation";
      IplMark *mark = ipl_axes_add_number (
          axes, curves->trajectory, name, 0, IPL_ROLE_OF_N (ORDERED, k, n),
          keys && (k == 0 || n <= MOST_KEYS) ? g_markup_escape_text (label, -1) : NULL);

      mark->x.source = "results[\"time\"]";
      mark->y.source = source_of (plot, result, name, k);
      mark->dash = k % IPL_N_DASHES;
      mark->weight = k == 0 ? 1.2 : 0.8;
      if (n > 1)
        mark->series = ipl_plot_format (plot, "%s of %s", keys ? "validation loss" : "entropy",
                                        curves->label);
    }
}

/* Adds the minimum possible loss as a level line. */
static void
add_floor (IplPlot *plot, IplPlotAxes *axes, const IplTextResult *result)
{
  double *time = ipl_plot_new_numbers (plot, 2), *floor = ipl_plot_new_numbers (plot, 2);

  if (isnan (result->entropy))
    return;
  time[1] = 1;
  for (guint k = 0; k < result->runs->len; k++)
    {
      const IplTrajectory *trajectory = ((IplTextCurves *)result->runs->pdata[k])->trajectory;

      time[1] = MAX (time[1], trajectory->time[trajectory->S - 1]);
    }
  floor[0] = floor[1] = result->entropy;
  ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (time, 2),
                                 .y = ipl_numbers (floor, 2),
                                 .role = IPL_ROLE (FAINT),
                                 .label = g_strdup ("least that can be learned"),
                                 .dash = IPL_DASH_DOTTED,
                                 .listed = IPL_LISTED_NOWHERE });
}

/* Returns the unit of an array that all runs have. */
static const char *
get_unit (const IplTextResult *result, const char *name)
{
  const IplTextCurves *first = result->runs->pdata[0];

  return ipl_trajectory_find (first->trajectory, name)->unit;
}

/* Returns the dip of the entropy of the lowest layer. @loss: (out): least loss */
static IplCurveMinimum
summarize (const IplTextCurves *curves, double *loss)
{
  const IplTrajectory *trajectory = curves->trajectory;
  const IplTrajectoryArray *entropy = ipl_trajectory_find (trajectory, "entropy");

  *loss = ipl_curve_minimum_find (ipl_trajectory_find (trajectory, "validation_loss")->values,
                                  trajectory->S, 1)
              .least;
  return ipl_curve_minimum_find (entropy->values, trajectory->S, entropy->size);
}

static void
add_notes (IplPlot *plot, const IplTextResult *result)
{
  for (guint k = 0; k < result->runs->len; k++)
    {
      const IplTextCurves *curves = result->runs->pdata[k];
      double loss;
      IplCurveMinimum dip = summarize (curves, &loss);

      ipl_plot_add_note (
          plot,
          "%s has a least loss of %.3f, its entropy goes from %.2f over %.2f at step "
          "%.0f to %.2f.",
          curves->label, loss, dip.first, dip.least, curves->trajectory->time[dip.at], dip.last);
    }
  ipl_plot_add_note (plot, "A model of word frequencies alone has a loss of %.3f.",
                     result->word_entropy);
  if (isfinite (result->entropy))
    ipl_plot_add_note (plot, "The grammar has a loss of %.3f.", result->entropy);
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplTextResult *result = view->dynamics->data;
  const IplTextCurves *first = result->runs->pdata[0];
  IplPlotAxes *loss = ipl_plot_add_time_axes (plot), *entropy = ipl_plot_add_time_axes (plot);

  plot->shared_x = TRUE;
  add_runs (plot, loss, result, "validation_loss", TRUE);
  /* Training loss of the run shown, with dropout. */
  ipl_axes_add_number (loss, first->trajectory, "loss", 0, IPL_ROLE (INK), g_strdup ("training"))
      ->weight
      = 0.6;
  add_floor (plot, loss, result);
  loss->y.title = ipl_unit_label ("loss", get_unit (result, "validation_loss"));
  loss->y.brief = "loss";
  add_runs (plot, entropy, result, "entropy", FALSE);
  entropy->y.title = ipl_unit_label ("entropy, layer 1", get_unit (result, "entropy"));
  entropy->y.brief = "entropy, layer 1";
  add_notes (plot, result);
}

const IplPanel ipl_panel_text_runs = {
  .id = "text-runs",
  .title = "Runs compared",
  .experiment = "joma-text",
  .choice = &ipl_choice_time_axis,
  .build = build,
  .sentence = "Runs on the text: loss, and below the entropy of the lowest layer, against steps.",
  .height_narrow = 0.9,
  .height_wide = 0.36,
};
