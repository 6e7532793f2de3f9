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

  return self->U[row * self->Pi + column];
}

/* Of this moment, or of all where maps share their limits. */
static double
largest (const IplView *view)
{
  const IplTrajectoryArray *U = ipl_trajectory_find (view->trajectory, "U");
  gsize first = view->shared_limits ? 0 : view->moment * U->size;
  gsize end = view->shared_limits ? view->trajectory->S * U->size : first + U->size;
  double most = 0;

  for (gsize n = first; n < end; n++)
    if (isfinite (U->values[n]))
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
  self->title = g_strdup_printf ("<i>U</i> at %s", time);
  spec.rows = spec.columns = self->Pi;
  spec.hi = largest (view);
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
  ipl_heat_map_light (&self->map, style, (gsize)said->path, (gsize)said->other, cr);
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
  target->path = (int)row;
  target->other = (int)column;
  return TRUE;
}

static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  gsize Pi = count_paths (view);
  IplTarget target = IPL_TARGET_NONE;

  target.path = is_entry (from, view) ? (int)ipl_step_move ((gsize)from->path, dy, Pi) : 0;
  target.other = is_entry (from, view) ? (int)ipl_step_move ((gsize)from->other, dx, Pi) : 0;
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
  ipl_describe_moment (text, view);
}

static void
table (GString *text, const IplView *view)
{
  gsize Pi = count_paths (view);

  g_string_append (text, "path\tother path\tU\n");
  for (gsize n = 0; n < Pi * Pi; n++)
    {
      g_autofree char *one = ipl_head_course_path_text (view->trajectory, n / Pi);
      g_autofree char *other = ipl_head_course_path_text (view->trajectory, n % Pi);

      g_string_append_printf (text, "%s\t%s\t", one, other);
      ipl_table_number (text, entry (view, n / Pi, n % Pi));
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
