/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When each component comes to 90 % of its mu, against mu, with the time that the growth of delta
 * alone says; the time shown is marked and can be dragged. */

#include "figures/kit/number.h"
#include "figures/panels/dynamics/salience-view.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Above this, times from the first arrival to the end are shown on a logarithmic axis. */
#define LONG 30

static gboolean
fits (const IplView *view)
{
  return view->trajectory != NULL && view->trajectory->S > 0
         && ipl_trajectory_find (view->trajectory, "time_to_90_theory") != NULL;
}

/* From nothing to the end, with room above it for those that never come; of long runs decades. */
static void
choose_range (IplPlotAxes *axes, const IplSalienceView *shown)
{
  double end = axes->time[axes->n_times - 1], first = end;

  for (guint l = 0; l < shown->M; l++)
    if (isfinite (shown->times[l]))
      first = MIN (first, shown->times[l]);
  axes->y.is_fixed = TRUE;
  axes->y.log = first > 0 && end > LONG * first;
  axes->y.lo = axes->y.log ? first / 2 : 0;
  axes->y.hi = end > 0 ? end * (axes->y.log ? pow (end / first, 0.1) : 1.1) : 1;
}

static void
add_marker_key (IplPlotAxes *axes, char *label_take, IplMarker marker, gboolean hollow)
{
  IplMark *key = ipl_axes_add_key (axes, IPL_KEY_MARKER, IPL_ROLE (INK), label_take);

  key->marker = marker;
  key->hollow = hollow;
}

/* Those that have come until the time shown are filled; those that never come stand above. */
static void
add_components (IplPlot *plot, IplPlotAxes *axes, const IplSalienceView *shown)
{
  for (int later = 0; later < 2; later++)
    {
      double *times = ipl_plot_new_numbers (plot, shown->M);
      IplMark *mark = ipl_axes_add_points (axes, ipl_numbers (shown->drive, shown->M),
                                           ipl_numbers (times, shown->M),
                                           ipl_salience_view_role (shown), NULL);

      for (guint l = 0; l < shown->M; l++)
        {
          double time = isfinite (shown->times[l]) ? shown->times[l] : INFINITY;

          times[l] = (time > axes->now) == later ? time : NAN;
        }
      mark->items = &ipl_items_component;
      mark->by_item = mark->held = TRUE;
      mark->hollow = later;
    }
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  g_autofree char *time = ipl_trajectory_time_text (trajectory, axes->now);
  IplNumbers mu = ipl_numbers_at (trajectory, "theory_mu", 0);
  gboolean never = FALSE;
  IplSalienceView shown;
  IplMark *theory;

  ipl_salience_view_init (&shown, view);
  axes->time_is_y = TRUE;
  axes->x
      = (IplPlotAxis){ "target <i>μ</i>", NULL, mu.data[0], mu.data[mu.n - 1], .is_fixed = TRUE };
  axes->y.title = trajectory->clock == IPL_CLOCK_STEPS ? "steps to 90 % of <i>μ</i>"
                                                       : "time <i>t</i> to 90 % of <i>μ</i>";
  axes->y.brief = trajectory->clock == IPL_CLOCK_STEPS ? "steps" : "<i>t</i>";
  choose_range (axes, &shown);
  add_marker_key (axes, g_strdup_printf ("until %s", time), IPL_MARKER_DOT, FALSE);
  add_marker_key (axes, g_strdup ("later"), IPL_MARKER_DOT, TRUE);
  for (guint l = 0; l < shown.M; l++)
    never |= !isfinite (shown.times[l]);
  if (never)
    add_marker_key (axes, g_strdup ("not in this run"), IPL_MARKER_TRIANGLE, TRUE);
  theory = ipl_axes_add_line (axes, mu, ipl_numbers_at (trajectory, "theory_time_to_90", 0),
                              IPL_ROLE (THEORY), g_strdup ("by d<i>δ</i>/d<i>t</i> = −<i>bδ</i>"));
  theory->breaks = theory->is_plain = TRUE;
  add_components (plot, axes, &shown);
  ipl_plot_set_rows (plot, "component", shown.M);
  ipl_plot_add_column (plot, g_strdup ("mu"), ipl_numbers (shown.drive, shown.M));
  ipl_plot_add_column (plot, g_strdup ("time to 90 %"), ipl_numbers (shown.times, shown.M));
  ipl_plot_add_column (plot, g_strdup ("by theory"),
                       ipl_numbers_at (trajectory, "time_to_90_theory", 0));
}

static void
describe (GString *text, const IplView *view)
{
  const double *theory = ipl_trajectory_get (view->trajectory, "time_to_90_theory", 0);
  IplSalienceView shown;
  guint there = 0;
  double worst = 0;

  ipl_salience_view_init (&shown, view);
  for (guint l = 0; l < shown.M; l++)
    if (isfinite (shown.times[l]))
      {
        there++;
        if (theory[l] > 0)
          worst = fmax (worst, fabs (shown.times[l] / theory[l] - 1));
      }
  g_string_append_printf (text,
                          "When each of %u components comes to 90 %% of its mu, against mu, beside "
                          "what the growth of delta alone says. %u come there",
                          shown.M, there);
  if (there > 0)
    {
      g_autofree char *percent = ipl_number_text (100 * worst, 2);

      g_string_append_printf (text, ", at most %s %% from it", percent);
    }
  g_string_append_c (text, '.');
  ipl_describe_moment (text, view);
}

const IplPanel ipl_panel_salience_arrival = {
  .id = "salience-arrival",
  .ranges = IPL_RANGE_XY,
  .title = "Time to 90 % of μ",
  .fits = fits,
  .build = build,
  .say = ipl_salience_say,
  .describe = describe,
  .height_narrow = 0.7,
  .height_wide = 0.45,
};
