/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention of each component at the time shown, and below it the drive of the component: its mu
 * with v inside, or its Delta. */

#include "figures/panels/dynamics/salience-view.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* The axis of drives has two possible lengths, so that it is stable while a drive is dragged. */
#define NEAR_MU 4.5
#define FAR_MU 6.5
#define NEAR_DELTA 1.1
#define FAR_DELTA 2.2

static void
find_range (const IplSalienceView *shown, double *lo, double *hi)
{
  double near = shown->linear ? NEAR_DELTA : NEAR_MU, largest = 0, least = 0;

  for (guint l = 0; l < shown->M; l++)
    {
      largest = MAX (largest, fabs (shown->drive[l]));
      least = MIN (least, MIN (shown->drive[l], shown->linear ? 0 : shown->v[l]));
    }
  *hi = largest < 0.97 * near ? near : shown->linear ? FAR_DELTA : FAR_MU;
  *lo = shown->linear || least < 0 ? -*hi : 0;
}

static IplPlotAxes *
add_axes (IplPlot *plot, const IplSalienceView *shown, double share, const char *title,
          const char *brief, double lo, double hi)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);

  axes->share = share;
  axes->x
      = (IplPlotAxis){ "component", NULL, 0.5, shown->M + 0.5, .is_fixed = TRUE, .integer = TRUE };
  axes->y = (IplPlotAxis){ title, brief, lo, hi, .is_fixed = TRUE };
  return axes;
}

static IplMark *
add_bars (IplPlot *plot, IplPlotAxes *axes, const IplSalienceView *shown, const double *values,
          char *label_take)
{
  return ipl_axes_add (
      axes, (IplMark){ IPL_MARK_BARS, .x = ipl_plot_new_steps (plot, shown->M, 1, 1),
                       .y = ipl_numbers (values, shown->M), .role = ipl_salience_view_role (shown),
                       .label = label_take, .color_by_item = TRUE, .weight = 0.7 });
}

/* Adds the final attention. Its outline is visible inside higher current bars. */
static void
add_limits (IplPlot *plot, IplPlotAxes *axes, const IplSalienceView *shown, const double *limit)
{
  for (int inside = 0; inside < 2; inside++)
    {
      double *values = ipl_plot_new_numbers (plot, shown->M);
      IplMark *mark = add_bars (plot, axes, shown, values,
                                inside || shown->linear ? NULL : g_strdup ("in the end"));

      for (guint l = 0; l < shown->M; l++)
        values[l] = (shown->attention[l] > limit[l]) == inside ? limit[l] : NAN;
      mark->outlined = TRUE;
      mark->alpha = 0;
      mark->listed = IPL_LISTED_NOWHERE;
      if (inside)
        mark->role = IPL_ROLE (INK);
    }
}

static void
build_attention (IplPlot *plot, const IplView *view, const IplSalienceView *shown)
{
  const double *limit = ipl_trajectory_get (view->trajectory, "attention_limit", 0);
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  double largest = 0;
  IplPlotAxes *axes;
  IplMark *bars;

  for (guint l = 0; l < shown->M; l++)
    largest = fmax (largest, fmax (shown->attention[l], limit != NULL ? limit[l] : 0));
  axes = add_axes (plot, shown, 0.48, "attention <i>b</i>", "<i>b</i>", 0, largest > 0.5 ? 1 : 0.5);
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), g_strdup_printf ("<b>%s</b>", time));
  bars = add_bars (plot, axes, shown, shown->attention, shown->linear ? NULL : g_strdup ("now"));
  bars->items = &ipl_items_component;
  bars->series = "attention";
  if (limit == NULL)
    return;
  ipl_axes_list_numbers (axes, bars->x, ipl_numbers (limit, shown->M), "attention in the end");
  if (shown->times != NULL)
    ipl_axes_list_numbers (axes, bars->x, ipl_numbers (shown->times, shown->M),
                           "time to 90 % of μ");
  add_limits (plot, axes, shown, limit);
}

static void
build_drives (IplPlot *plot, const IplSalienceView *shown)
{
  double lo, hi;
  IplPlotAxes *axes;
  IplMark *mark;

  find_range (shown, &lo, &hi);
  axes
      = add_axes (plot, shown, 0.52, shown->linear ? "drive <i>Δ</i>" : "<i>v</i>, target <i>μ</i>",
                  shown->linear ? "<i>Δ</i>" : "<i>μ</i>", lo, hi);
  mark = add_bars (plot, axes, shown, shown->drive, NULL);
  mark->items = &ipl_items_component;
  mark->series = shown->linear ? "drive Δ" : "target μ";
  mark->outlined = TRUE;
  mark->alpha = shown->linear ? 1 : 0.22;
  ipl_axes_list_numbers (axes, mark->x, ipl_numbers (shown->v, shown->M), "v");
  if (!shown->linear)
    add_bars (plot, axes, shown, shown->v, NULL)->series = "v";
  if (lo < 0)
    ipl_axes_add_rule (axes, 0, 0, IPL_ROLE (INK), NULL)->weight = 0.55;
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplSalienceView shown;

  ipl_salience_view_init (&shown, view);
  plot->row_aspect = INFINITY;
  plot->shared_x = TRUE;
  build_attention (plot, view, &shown);
  build_drives (plot, &shown);
}

const IplPanel ipl_panel_salience_bars = {
  .id = "salience-bars",
  .title = "Attention and drives",
  .experiment = "joma-salience",
  .build = build,
  .sentence = "Attention of each component, and its drive, as bars.",
  .height_narrow = 0.8,
  .height_wide = 0.5,
};
