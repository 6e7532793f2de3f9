/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Three panels of salience: the time at which each component reaches 90 % of its limit mu,
 * against mu; components against time; and components v against their drives, with a line for
 * each of several times. */

#include "figures/panels/dynamics/salience-view.h"

#include <math.h>

#include "core/dynamics/salience.h"
#include "figures/kit/number.h"
#include "figures/kit/sort-by-key.h"
#include "figures/view/trajectory-words.h"

/* Ratio of the end to the first arrival above which times are on a logarithmic axis. */
#define LONG 30

/* Sets the range of times: from 0 to the end plus space for components that do not arrive, or
 * decades for long runs. */
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
  ipl_axes_add (axes, (IplMark){ IPL_MARK_KEY, .key = IPL_KEY_MARKER, .label = label_take,
                                 .marker = marker, .hollow = hollow });
}

/* Adds the arrival of each component: filled if before the time shown, hollow if later, and
 * above the end if it does not arrive. */
static void
add_components (IplPlot *plot, IplPlotAxes *axes, const IplSalienceView *shown)
{
  for (int later = 0; later < 2; later++)
    {
      double *times = ipl_plot_new_numbers (plot, shown->M);

      for (guint l = 0; l < shown->M; l++)
        {
          double time = isfinite (shown->times[l]) ? shown->times[l] : INFINITY;

          times[l] = (time > axes->now) == later ? time : NAN;
        }
      ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (shown->drive, shown->M),
                                     .y = ipl_numbers (times, shown->M),
                                     .role = ipl_salience_view_role (shown), .hollow = later,
                                     .items = &ipl_items_component, .color_by_item = TRUE,
                                     .clamp_to_axis = TRUE, .listed = IPL_LISTED_NOWHERE });
    }
}

static void
build_arrival (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  g_autofree char *time = ipl_trajectory_time_text (trajectory, axes->now);
  IplNumbers mu = ipl_numbers_at (trajectory, "theory_mu", 0);
  gboolean never = FALSE;
  IplSalienceView shown;

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
  ipl_axes_add (axes, (IplMark){ .x = mu,
                                 .y = ipl_numbers_at (trajectory, "theory_time_to_90", 0),
                                 .role = IPL_ROLE (THEORY),
                                 .breaks = TRUE,
                                 .label = g_strdup ("by d<i>δ</i>/d<i>t</i> = −<i>bδ</i>") });
  add_components (plot, axes, &shown);
  IplNumbers drive = ipl_numbers (shown.drive, shown.M);
  ipl_axes_list_numbers (axes, drive, ipl_numbers (shown.times, shown.M), "time to 90 %")->each
      = "component";
  ipl_axes_list_numbers (axes, drive, ipl_numbers_at (trajectory, "time_to_90_theory", 0),
                         "by theory");
}

const IplPanel ipl_panel_salience_arrival = {
  .id = "salience-arrival",
  .ranges = IPL_RANGE_XY,
  .title = "Time to 90 % of μ",
  IPL_DRAWS_ARRAYS ("time_to_90_theory"),
  .build = build_arrival,
  .sentence = "Time at which each component reaches 90 % of its mu, against mu, with the "
              "prediction from the growth of delta only.",
  .height_narrow = 0.7,
  .height_wide = 0.45,
};

static void
add_blow_up (IplPlotAxes *axes, double time)
{
  g_autofree char *text = ipl_number_text (time, 4);

  /* Extends the range to show the rule. */
  axes->x.hi = 1.03 * time;
  ipl_axes_add_rule_at_x (axes, time, IPL_ROLE (INK),
                          g_strdup_printf ("blow-up, <i>t</i>* = %s", text))
      ->dash
      = IPL_DASH_DASHED;
}

static void
add_arrivals (IplPlot *plot, IplPlotAxes *axes, const IplSalienceView *shown)
{
  double *done = ipl_plot_new_numbers (plot, shown->M);

  for (guint l = 0; l < shown->M; l++)
    done[l] = isfinite (shown->times[l]) ? IPL_SALIENCE_DONE * shown->drive[l] : NAN;
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (shown->times, shown->M),
                                 .y = ipl_numbers (done, shown->M), .size = 0.26, .hollow = TRUE,
                                 .role = ipl_salience_view_role (shown), .color_by_item = TRUE,
                                 .ignored_by_axes = TRUE, .listed = IPL_LISTED_NOWHERE });
}

static void
build_components (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplSalienceView shown;

  ipl_salience_view_init (&shown, view);
  if (!shown.linear)
    {
      ipl_axes_add (axes, (IplMark){ IPL_MARK_KEY, .key = IPL_KEY_MARKER,
                                     .label = g_strdup ("at 90 % of <i>μ</i>"),
                                     .marker = IPL_MARKER_DOT, .hollow = TRUE });
    }
  if (isfinite (shown.blow_up))
    add_blow_up (axes, shown.blow_up);
  ipl_axes_add_array (axes, view->trajectory, "v", "component");
  if (shown.times != NULL)
    add_arrivals (plot, axes, &shown);
  axes->until = shown.until;
  axes->y.title = "component <i>v</i>";
  axes->y.brief = "<i>v</i>";
}

const IplPanel ipl_panel_salience_components = {
  .id = "salience-components",
  .ranges = IPL_RANGE_XY,
  .title = "Components",
  .experiment = "joma-salience",
  .build = build_components,
  .sentence = "Components of the weights against time.",
  IPL_AGAINST_TIME,
};

/* Number of times shown: the end, 1/2, 1/4, ... of it; with a blow-up, the times at which 1/2,
 * 1/4, ... of the time to it remains. */
#define N_TIMES 8

/* Returns the moment of the k-th time, in increasing order. */
static guint
find_moment (const IplSalienceView *shown, const IplTrajectory *trajectory, int k)
{
  double end = trajectory->time[trajectory->S - 1];

  return ipl_trajectory_find_moment (trajectory, isfinite (shown->until)
                                                     ? end - ldexp (end, -1 - k)
                                                     : ldexp (end, k + 1 - N_TIMES));
}

/* Returns a label for a flow that ends early: blow-up, or divergence of weights. */
static char *
end_text (const IplSalienceView *shown, const IplTrajectory *trajectory)
{
  gboolean blows_up = isfinite (shown->blow_up);
  g_autofree char *end = ipl_trajectory_time_text (
      trajectory, blows_up ? shown->blow_up : trajectory->time[trajectory->S - 1]);

  return g_strdup_printf (blows_up ? "blow-up at %s" : "runs away after %s", end);
}

/* Adds a line through the numbers of all components, by increasing drive. */
static IplMark *
add_line (IplPlot *plot, const IplSalienceView *shown, const double *values, IplRole role,
          char *label_take)
{
  double *x = ipl_plot_new_numbers (plot, shown->M), *y = ipl_plot_new_numbers (plot, shown->M);
  g_autofree IplRank *order = g_new (IplRank, shown->M);

  for (guint l = 0; l < shown->M; l++)
    order[l] = (IplRank){ l, { shown->drive[l] } };
  ipl_ranks_sort (order, shown->M);
  for (guint i = 0; i < shown->M; i++)
    {
      x[i] = order[i].key[0];
      y[i] = values[order[i].item];
    }
  return ipl_axes_add (ipl_plot_get_axes (plot, 0), (IplMark){ .x = ipl_numbers (x, shown->M),
                                                               .y = ipl_numbers (y, shown->M),
                                                               .role = role,
                                                               .label = label_take,
                                                               .listed = IPL_LISTED_NOWHERE });
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
      ipl_axes_list_numbers (ipl_plot_get_axes (plot, 0), ipl_numbers (shown->drive, shown->M),
                             ipl_numbers_at (trajectory, "v", moment),
                             ipl_plot_format (plot, "v at %s", time))
          ->listed
          = IPL_LISTED_IN_TABLE;
    }
}

/* Adds the moment shown. Numbers that diverge stay at the edge. */
static void
add_now (IplPlot *plot, const IplSalienceView *shown, const IplTrajectory *trajectory, double time)
{
  g_autofree char *now = ipl_trajectory_time_text (trajectory, time);
  IplMark *line
      = add_line (plot, shown, shown->v, IPL_ROLE (ACCENT), g_strdup_printf ("shown: %s", now));
  IplMark *points;

  line->weight = 1.2;
  line->ignored_by_axes = TRUE;
  line->key = IPL_KEY_LINE_MARKER;
  line->marker = IPL_MARKER_DOT;
  points = ipl_axes_add (ipl_plot_get_axes (plot, 0),
                         (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (shown->drive, shown->M),
                                    .y = ipl_numbers (shown->v, shown->M),
                                    .role = IPL_ROLE (ACCENT), .items = &ipl_items_component,
                                    .each = "component", .series = "v", .size = 0.26 });
  points->clamp_to_axis = points->ignored_by_axes = TRUE;
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
  if (isfinite (shown.until))
    ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), end_text (&shown, trajectory));
  limit
      = add_line (plot, &shown,
                  shown.linear ? ipl_trajectory_get (trajectory, "v_limit", 0) : shown.drive,
                  IPL_ROLE (FAINT),
                  g_strdup (shown.linear ? "limit of all but the winner" : "<i>v</i> = <i>μ</i>"));
  limit->dash = IPL_DASH_DASHED;
  limit->ignored_by_axes = shown.linear;
  add_times (plot, &shown, trajectory);
  add_now (plot, &shown, trajectory, trajectory->time[view->moment]);
}

const IplPanel ipl_panel_salience_profile = {
  .id = "salience-profile",
  .ranges = IPL_RANGE_Y,
  .title = "Growth by drive",
  .experiment = "joma-salience",
  .build = build,
  .sentence = "Components against their drive, one line for each time.",
  .height_narrow = 0.7,
  .height_wide = 0.45,
};
