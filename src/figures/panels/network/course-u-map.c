/* SPDX-License-Identifier: GPL-3.0-or-later */

/* U of the weights of a network in training, at the moment shown. */

#include "figures/kit/number.h"
#include "figures/panels/network/head-course-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

static gboolean
fits (const IplView *view)
{
  return ipl_head_course_has (view, "U");
}

static gsize
count_paths (const IplView *view)
{
  return ipl_trajectory_find (view->trajectory, "path_weight")->size;
}

static double
entry (const IplView *view, gsize p, gsize q)
{
  return ipl_trajectory_get (view->trajectory, "U", view->moment)[p * count_paths (view) + q];
}

static void
build (IplPlot *plot, const IplView *view)
{
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  IplShownPaths found;
  ipl_head_course_shown_paths (view, &found);
  const IplShownPaths *shown = ipl_plot_keep_paths (plot, found);
  gsize n = shown->n;
  g_autofree char *few = ipl_shown_paths_markup (shown);
  double *cells = ipl_plot_new_numbers (plot, n * n);

  for (gsize i = 0; i < n * n; i++)
    cells[i] = entry (view, shown->path[i / n], shown->path[i % n]);
  IplPlotAxes *map = ipl_plot_add_map (plot, n, n, ipl_numbers (cells, n * n));
  map->cells.source = ipl_plot_keep (plot, ipl_numbers_choose ("U", view->moment, shown->path, n,
                                                               shown->path, n));
  ipl_plot_scale_order (plot, map, "U");
  map->cell_items = &ipl_cells_of_paths;
  map->cell_data = shown;
  map->map_spec.bar_title
      = ipl_plot_keep (plot, few != NULL ? g_strdup_printf ("<i>U</i> at %s, %s", time, few)
                                         : g_strdup_printf ("<i>U</i> at %s", time));
  /* Of some, rows are counted by their places, and names are said of what is pointed at. */
  map->map_spec.row_title = map->map_spec.column_title
      = few != NULL ? "path, of those that are shown" : "path";
}

static char *
say (const IplTarget *target, const IplView *view)
{
  gint64 Pi = (gint64)count_paths (view);
  gsize p = (gsize)target->path, q = (gsize)target->other;

  if (target->path < 0 || target->path >= Pi || target->other < 0 || target->other >= Pi)
    return NULL;
  g_autofree char *one = ipl_head_course_path_text (view->trajectory, p);
  g_autofree char *other = ipl_head_course_path_text (view->trajectory, q);
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  g_autofree char *value = ipl_number_text (entry (view, p, q), 4);
  return p == q ? g_strdup_printf ("Path %s, %s: U = %s", one, time, value)
                : g_strdup_printf ("Paths %s and %s, %s: U = %s", one, other, time, value);
}

static void
describe (GString *text, const IplView *view)
{
  gsize Pi = count_paths (view), p = 0;

  for (gsize k = 1; k < Pi; k++)
    if (entry (view, k, k) > entry (view, p, p))
      p = k;
  g_autofree char *path = ipl_head_course_path_text (view->trajectory, p);
  g_autofree char *value = ipl_number_text (entry (view, p, p), 3);
  g_string_append_printf (text,
                          "Order parameter U of the trained weights over %" G_GSIZE_FORMAT
                          " path%s. Largest on the diagonal: %s with %s.",
                          Pi, Pi == 1 ? "" : "s", path, value);
  g_auto (IplShownPaths) shown = { 0 };
  ipl_head_course_shown_paths (view, &shown);
  ipl_describe_shown_paths (text, &shown);
  ipl_describe_moment (text, view);
}

static void
table (GString *text, const IplView *view)
{
  g_auto (IplShownPaths) shown = { 0 };
  g_autofree char *heading = NULL;

  ipl_head_course_shown_paths (view, &shown);
  heading = ipl_shown_paths_heading (&shown, "path");
  g_string_append_printf (text, "%s\tother path\tU\n", heading);
  for (gsize n = 0; n < shown.n * shown.n; n++)
    {
      gsize p = shown.path[n / shown.n], q = shown.path[n % shown.n];
      g_autofree char *one = ipl_head_course_path_text (view->trajectory, p);
      g_autofree char *other = ipl_head_course_path_text (view->trajectory, q);

      g_string_append_printf (text, "%s\t%s\t", one, other);
      ipl_table_number (text, entry (view, p, q));
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_course_u = {
  .id = "course-u",
  .title = "Order parameter in training",
  .experiment = "head-course",
  .fits = fits,
  .needs = IPL_NEEDS_TRAINING,
  .build = build,
  .say = say,
  .describe = describe,
  .table = table,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
