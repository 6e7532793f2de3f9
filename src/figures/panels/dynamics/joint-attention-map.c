/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What every class's query attends to at the time shown. */

#include "core/dynamics/joint.h"
#include "figures/kit/heat-map.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/target-cell.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  IplJointView shown;
  const double *b;
  IplHeatMap map;
} Layout;

static double
cell (gsize row, gsize column, gconstpointer data)
{
  const Layout *self = data;

  return self->b[row * self->shown.K + column];
}

static gboolean
has_negative (const IplTrajectory *trajectory)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, "attention");

  for (gsize n = 0; n < trajectory->S * array->size; n++)
    if (array->values[n] < 0)
      return TRUE;
  return FALSE;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt;
  IplHeatMapSpec spec = { .cell = cell,
                          .data = self,
                          .bar_title = "attention <i>b</i>",
                          .row_title = "token",
                          .column_title = "class" };

  ipl_joint_view_init (&self->shown, view);
  self->b = ipl_joint_view_get (&self->shown, "attention");
  spec.rows = self->shown.M;
  spec.columns = self->shown.K;
  spec.hi = ipl_joint_view_largest (&self->shown, view, "attention");
  spec.diverging = has_negative (view->trajectory);
  ipl_heat_map_layout (&self->map, style,
                       &(IplRect){ margin, margin, width - 2 * margin, height - 2 * margin },
                       &spec);
  return self;
}

/* Where the common tokens begin, and the class whose weights are drawn as curves. */
static void
draw_marks (const Layout *self, const IplStyle *style, cairo_t *cr)
{
  const IplRect *map = &self->map.map;
  IplRect shown = ipl_heat_map_cell (&self->map, 0, self->shown.shown_class);
  double r = 0.32 * style->font_pt, x = shown.x + shown.w / 2;

  if (self->shown.n_distinct > 0 && self->shown.n_distinct < self->shown.M)
    {
      double y = ipl_heat_map_cell (&self->map, self->shown.n_distinct, 0).y;

      cairo_move_to (cr, map->x, y);
      cairo_line_to (cr, map->x + map->w, y);
      cairo_set_line_width (cr, ipl_style_hairline (style));
      ipl_set_color (cr, style->paper, 1);
      cairo_stroke (cr);
    }
  cairo_move_to (cr, x - r, map->y - 1.6 * r);
  cairo_line_to (cr, x + r, map->y - 1.6 * r);
  cairo_line_to (cr, x, map->y - 0.2 * r);
  cairo_close_path (cr);
  ipl_set_color (cr, style->accent, 1);
  cairo_fill (cr);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;

  ipl_heat_map_draw (&self->map, style, cr);
  draw_marks (self, style, cr);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  gsize token, unit;

  if (!ipl_joint_view_get_cell (&self->shown, said, &token, &unit))
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  g_autofree char *text = ipl_joint_view_describe_cell (&self->shown, token, unit);
  ipl_heat_map_light (&self->map, style, token, unit, cr);
  ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  return ipl_target_pick_cell (target, &((const Layout *)layout)->map, x, y);
}

/* A class that is clicked is the one whose weights are drawn as curves. */
static gboolean
edit (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
      double from_y, double x, double y, IplParameters *parameters)
{
  const Layout *self = layout;
  const IplRect *map = &self->map.map;
  gsize row, column;

  if (!ipl_heat_map_find (&self->map, from_x, from_y, &row, &column))
    return FALSE;
  column = (gsize)CLAMP (floor ((x - map->x) / map->w * self->shown.K), 0, self->shown.K - 1.0);
  if (parameters->experiment == &ipl_experiment_joma_joint)
    ((IplJointParameters *)ipl_parameters_edit_own (parameters))->shown_class = (guint)column + 1;
  return TRUE;
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const names[] = { "entropy", NULL };
  IplJointView shown;
  const double *b;
  gsize best = 0;

  ipl_joint_view_init (&shown, view);
  b = ipl_joint_view_get (&shown, "attention");
  for (gsize n = 0; n < shown.M * shown.K; n++)
    if (b[n] > b[best])
      best = n;
  g_autofree char *value = ipl_number_text (b[best], 3);
  g_string_append_printf (
      text,
      "What the query of each of %" G_GSIZE_FORMAT " classes attends to among %" G_GSIZE_FORMAT
      " tokens. Most attention has token %" G_GSIZE_FORMAT " in class %" G_GSIZE_FORMAT ": %s.",
      shown.K, shown.M, best / shown.K + 1, best % shown.K + 1, value);
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  IplJointView shown;
  const double *b;

  ipl_joint_view_init (&shown, view);
  b = ipl_joint_view_get (&shown, "attention");
  g_string_append (text, "token");
  for (gsize i = 0; i < shown.K; i++)
    g_string_append_printf (text, "\tclass %" G_GSIZE_FORMAT, i + 1);
  g_string_append_c (text, '\n');
  for (gsize m = 0; m < shown.M; m++)
    {
      g_string_append_printf (text, "%" G_GSIZE_FORMAT, m + 1);
      for (gsize i = 0; i < shown.K; i++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, b[m * shown.K + i]);
        }
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_joint_attention = {
  .id = "joint-attention",
  .title = "Attention by class",
  .experiment = "joma-joint",
  .layout_new = layout_new,
  .layout_free = g_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .edit = edit,
  .say = ipl_joint_view_say,
  .step = ipl_joint_view_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
