/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All components at several times: v against what drives it, one line a time. */

#include "figures/panels/dynamics/salience-view.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Times shown: the last, half of it, a quarter and so on; of what blows up those at which a half, a
 * quarter and so on is left. */
#define N_TIMES 8

/* The moment of the k-th of them, of which the first is the earliest. */
static guint
find_moment (const IplSalienceView *shown, const IplTrajectory *trajectory, int k)
{
  double end = trajectory->time[trajectory->S - 1];

  return ipl_trajectory_find_moment (trajectory, isfinite (shown->until)
                                                     ? end - ldexp (end, -1 - k)
                                                     : ldexp (end, k + 1 - N_TIMES));
}

/* Where it ends before its time. */
static char *
end_text (const IplSalienceView *shown, const IplTrajectory *trajectory)
{
  gboolean known = isfinite (shown->blow_up);
  g_autofree char *end = ipl_trajectory_time_text (
      trajectory, known ? shown->blow_up : trajectory->time[trajectory->S - 1]);

  return g_strdup_printf (known ? "blow-up at %s" : "runs away after %s", end);
}

static int
by_drive (gconstpointer a, gconstpointer b, gpointer drive)
{
  const double *of = drive;
  guint one = *(const guint *)a, other = *(const guint *)b;

  return of[one] != of[other] ? (of[one] > of[other]) - (of[one] < of[other])
                              : (one > other) - (one < other);
}

/* A line through numbers of all components, the least drive first. */
static IplMark *
add_line (IplPlot *plot, const IplSalienceView *shown, const double *values, IplRole role,
          char *label_take)
{
  double *x = ipl_plot_new_numbers (plot, shown->M), *y = ipl_plot_new_numbers (plot, shown->M);
  g_autofree guint *order = g_new (guint, shown->M);
  IplMark *mark;

  for (guint l = 0; l < shown->M; l++)
    order[l] = l;
  g_qsort_with_data (order, (int)shown->M, sizeof *order, by_drive, (gpointer)shown->drive);
  for (guint i = 0; i < shown->M; i++)
    {
      x[i] = shown->drive[order[i]];
      y[i] = values[order[i]];
    }
  mark = ipl_axes_add_line (ipl_plot_get_axes (plot, 0), ipl_numbers (x, shown->M),
                            ipl_numbers (y, shown->M), role, label_take);
  mark->is_plain = TRUE;
  return mark;
}

static void
add_times (IplPlot *plot, const IplSalienceView *shown, const IplTrajectory *trajectory)
{
  for (int k = 0; k < N_TIMES; k++)
    {
      guint moment = find_moment (shown, trajectory, k);
      g_autofree char *time = ipl_trajectory_time_text (trajectory, trajectory->time[moment]);
      gboolean key = k == 0 || k == N_TIMES / 2 || k == N_TIMES - 1;

      add_line (plot, shown, ipl_trajectory_get (trajectory, "v", moment),
                IPL_ROLE_OF_N (ORDERED, k, N_TIMES), key ? g_strdup (time) : NULL)
          ->weight
          = 0.8;
      ipl_plot_add_column (plot, g_strdup_printf ("v at %s", time),
                           ipl_numbers_at (trajectory, "v", moment));
    }
}

/* At the moment shown; what has run away stays at the edge. */
static void
add_now (IplPlot *plot, const IplSalienceView *shown, const IplTrajectory *trajectory, double time)
{
  g_autofree char *now = ipl_trajectory_time_text (trajectory, time);
  IplMark *line
      = add_line (plot, shown, shown->v, IPL_ROLE (ACCENT), g_strdup_printf ("shown: %s", now));
  IplMark *points;

  line->weight = 1.2;
  line->ranges_not = TRUE;
  line->key = IPL_KEY_LINE_MARKER;
  line->marker = IPL_MARKER_DOT;
  points = ipl_axes_add_points (ipl_plot_get_axes (plot, 0), ipl_numbers (shown->drive, shown->M),
                                ipl_numbers (shown->v, shown->M), IPL_ROLE (ACCENT), NULL);
  points->items = &ipl_items_component;
  points->size = 0.26;
  points->held = points->ranges_not = TRUE;
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplSalienceView shown;
  IplMark *limit;

  ipl_salience_view_init (&shown, view);
  axes->x = (IplPlotAxis){ shown.linear ? "drive <i>Δ</i>" : "target <i>μ</i>",
                           NULL,
                           NAN,
                           NAN,
                           .pad = 0.05,
                           .least_pad = 0.05 };
  axes->y
      = (IplPlotAxis){ "component <i>v</i>", "<i>v</i>", 0, NAN, .pad = 0.05, .least_pad = 0.05 };
  ipl_plot_set_rows (plot, "component", shown.M);
  ipl_plot_add_column (plot, g_strdup (shown.linear ? "Delta" : "mu"),
                       ipl_numbers (shown.drive, shown.M));
  if (isfinite (shown.until))
    ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), end_text (&shown, trajectory));
  limit = add_line (
      plot, &shown, shown.linear ? ipl_trajectory_get (trajectory, "v_limit", 0) : shown.drive,
      IPL_ROLE (FAINT),
      g_strdup (shown.linear ? "where all but the winner stop" : "<i>v</i> = <i>μ</i>"));
  limit->dash = IPL_DASH_DASHED;
  limit->ranges_not = shown.linear;
  add_times (plot, &shown, trajectory);
  add_now (plot, &shown, trajectory, trajectory->time[view->moment]);
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const names[] = { "v", "v_limit", NULL };

  g_string_append (text, "Components against what drives them, one line a time.");
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

const IplPanel ipl_panel_salience_profile = {
  .id = "salience-profile",
  .ranges = IPL_RANGE_Y,
  .title = "Growth by drive",
  .experiment = "joma-salience",
  .build = build,
  .say = ipl_salience_say,
  .describe = describe,
  .height_narrow = 0.7,
  .height_wide = 0.45,
};
