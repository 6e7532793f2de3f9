/* SPDX-License-Identifier: GPL-3.0-or-later */

/* U of the weights of a network in training, at the moment shown. */

#include "figures/kit/heat-map.h"
#include "figures/kit/number.h"
#include "figures/panels/network/head-course-view.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  gsize Pi;
  IplShownPaths shown;
  const double *U; /* [Pi x Pi] */
  char *title;
  IplHeatMap map;
} Layout;

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

static double
cell (gsize row, gsize column, gconstpointer data)
{
  const Layout *self = data;

  return self->U[self->shown.path[row] * self->Pi + self->shown.path[column]];
}

/* Of this moment, or of all where maps share their limits. */
static double
largest (const IplView *view)
{
  const IplTrajectoryArray *U = ipl_trajectory_find (view->trajectory, "U");
  gsize first = view->shared_limits ? 0 : view->moment * U->size;
  gsize end = view->shared_limits ? view->trajectory->S * U->size : first + U->size;
  gboolean beside = view->heatmap_scale == IPL_HEATMAP_OFF_DIAGONAL;
  double most = 0;

  for (gsize n = first; n < end; n++)
    if (isfinite (U->values[n]) && !(beside && n % U->size % (count_paths (view) + 1) == 0))
      most = fmax (most, fabs (U->values[n]));
  return most > 0 ? most : 1;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt;
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  IplHeatMapSpec spec = { .cell = cell,
                          .data = self,
                          .diverging = TRUE,
                          .square = TRUE,
                          .row_title = "path",
                          .column_title = "path" };

  self->Pi = count_paths (view);
  self->U = ipl_trajectory_get (view->trajectory, "U", view->moment);
  ipl_head_course_shown_paths (view, &self->shown);
  g_autofree char *few = ipl_shown_paths_markup (&self->shown);
  self->title = few != NULL ? g_strdup_printf ("<i>U</i> at %s, %s", time, few)
                            : g_strdup_printf ("<i>U</i> at %s", time);
  /* Of some, rows are counted by their places, and names are said of what is pointed at. */
  if (few != NULL)
    spec.row_title = spec.column_title = "path, of those that are shown";
  spec.rows = spec.columns = self->shown.n;
  spec.hi = largest (view);
  spec.linear = view->heatmap_scale == IPL_HEATMAP_SYMLOG ? 1e-3 * spec.hi : 0;
  spec.leaves_diagonal = spec.rows > 1 && view->heatmap_scale == IPL_HEATMAP_OFF_DIAGONAL;
  spec.bar_title = self->title;
  ipl_heat_map_layout (&self->map, style,
                       &(IplRect){ margin, margin, MAX (width - 2 * margin, 1),
                                   MAX (height - 2 * margin, 1) },
                       &spec);
  return self;
}

static void
layout_free (gpointer layout)
{
  g_free (((Layout *)layout)->title);
  ipl_shown_paths_clear (&((Layout *)layout)->shown);
  g_free (layout);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  ipl_heat_map_draw (&((const Layout *)layout)->map, style, cr);
}

static gboolean
is_entry (const IplTarget *target, const IplView *view)
{
  gint64 Pi = (gint64)count_paths (view);

  return target->path >= 0 && target->path < Pi && target->other >= 0 && target->other < Pi;
}

static char *
describe_entry (const IplView *view, gsize p, gsize q)
{
  g_autofree char *one = ipl_head_course_path_text (view->trajectory, p);
  g_autofree char *other = ipl_head_course_path_text (view->trajectory, q);
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  g_autofree char *value = ipl_number_text (entry (view, p, q), 4);

  return p == q ? g_strdup_printf ("Path %s, %s: U = %s", one, time, value)
                : g_strdup_printf ("Paths %s and %s, %s: U = %s", one, other, time, value);
}

static char *
say (const IplTarget *target, const IplView *view)
{
  return is_entry (target, view) ? describe_entry (view, (gsize)target->path, (gsize)target->other)
                                 : NULL;
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;

  if (!is_entry (said, view))
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  g_autofree char *text = describe_entry (view, (gsize)said->path, (gsize)said->other);
  if (self->shown.place[said->path] >= 0 && self->shown.place[said->other] >= 0)
    ipl_heat_map_light (&self->map, style, (gsize)self->shown.place[said->path],
                        (gsize)self->shown.place[said->other], cr);
  ipl_caption_draw (cr, style, text, 0.4 * style->font_pt, 0.4 * style->font_pt,
                    width - 0.8 * style->font_pt);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;
  gsize row, column;

  if (!ipl_heat_map_find (&self->map, x, y, &row, &column))
    return FALSE;
  target->path = (int)self->shown.path[row];
  target->other = (int)self->shown.path[column];
  return TRUE;
}

/* From one that is left out back to the first. */
static int
step_from (const IplShownPaths *shown, int path, int by)
{
  gssize place = shown->place[path];

  return (int)shown->path[place < 0 ? 0 : ipl_step_move ((gsize)place, by, shown->n)];
}

static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  gboolean known = is_entry (from, view);
  g_auto (IplShownPaths) shown = { 0 };
  IplTarget target = IPL_TARGET_NONE;

  ipl_head_course_shown_paths (view, &shown);
  target.path = known ? step_from (&shown, from->path, dy) : (int)shown.path[0];
  target.other = known ? step_from (&shown, from->other, dx) : (int)shown.path[0];
  return target;
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
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .say = say,
  .step = step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
