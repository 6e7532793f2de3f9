/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The weights V as the tokens see them: at the start, and at the time shown. */

#include "figures/kit/heat-map.h"
#include "figures/kit/number.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/target-cell.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  IplJointView shown[2]; /* the start, and the moment */
  char *title[2];
  IplHeatMap map[2];
} Layout;

static double
cell (gsize row, gsize column, gconstpointer data)
{
  const IplJointView *self = data;

  return ipl_joint_view_get (self, "V")[row * self->K + column];
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt, gap = 0.8 * style->font_pt;
  gboolean beside = width > 1.1 * height;
  double w = beside ? (width - 2 * margin - gap) / 2 : width - 2 * margin;
  double h = beside ? height - 2 * margin : (height - 2 * margin - gap) / 2;

  for (guint i = 0; i < 2; i++)
    {
      IplRect area
          = { margin + (beside ? i * (w + gap) : 0), margin + (beside ? 0 : i * (h + gap)), w, h };
      IplHeatMapSpec spec = { .cell = cell,
                              .data = &self->shown[i],
                              .diverging = TRUE,
                              .row_title = beside && i > 0 ? NULL : "token",
                              .column_title = beside || i > 0 ? "hidden unit" : NULL };
      g_autofree char *time = NULL;

      ipl_joint_view_init (&self->shown[i], view);
      if (i == 0)
        self->shown[i].moment = 0;
      time = ipl_trajectory_time_text (view->trajectory,
                                       view->trajectory->time[self->shown[i].moment]);
      self->title[i] = g_strdup_printf ("<i>V</i> at %s", time);
      spec.rows = self->shown[i].M;
      spec.columns = self->shown[i].K;
      spec.hi = ipl_joint_view_largest (&self->shown[i], view, "V");
      spec.bar_title = self->title[i];
      ipl_heat_map_layout (&self->map[i], style, &area, &spec);
    }
  return self;
}

static void
layout_free (gpointer layout)
{
  Layout *self = layout;

  for (guint i = 0; i < 2; i++)
    g_free (self->title[i]);
  g_free (self);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;

  for (guint i = 0; i < 2; i++)
    ipl_heat_map_draw (&self->map[i], style, cr);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  gsize token, unit;

  if (!ipl_joint_view_get_cell (&self->shown[1], said, &token, &unit))
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  for (guint i = 0; i < 2; i++)
    ipl_heat_map_light (&self->map[i], style, token, unit, cr);
  g_autofree char *text = ipl_joint_view_describe_cell (&self->shown[1], token, unit);
  ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;

  return ipl_target_pick_cell (target, &self->map[0], x, y)
         || ipl_target_pick_cell (target, &self->map[1], x, y);
}

static void
describe (GString *text, const IplView *view)
{
  IplJointView shown;
  const double *V;
  gsize best = 0;

  ipl_joint_view_init (&shown, view);
  V = ipl_joint_view_get (&shown, "V");
  for (gsize n = 0; n < shown.M * shown.K; n++)
    if (fabs (V[n]) > fabs (V[best]))
      best = n;
  g_autofree char *value = ipl_number_text (V[best], 3);
  g_string_append_printf (text,
                          "Weights of %" G_GSIZE_FORMAT " hidden units over %" G_GSIZE_FORMAT
                          " tokens, at the start and at the time shown. The largest is %s, of "
                          "token %" G_GSIZE_FORMAT " and unit %" G_GSIZE_FORMAT ".",
                          shown.K, shown.M, value, best / shown.K + 1, best % shown.K + 1);
  ipl_describe_moment (text, view);
}

static void
table (GString *text, const IplView *view)
{
  IplJointView shown;
  const double *first = ipl_trajectory_get (view->trajectory, "V", 0), *V;

  ipl_joint_view_init (&shown, view);
  V = ipl_joint_view_get (&shown, "V");
  g_string_append (text, "token\thidden unit\tV at the start\tV\n");
  for (gsize n = 0; n < shown.M * shown.K; n++)
    {
      g_string_append_printf (text, "%" G_GSIZE_FORMAT "\t%" G_GSIZE_FORMAT "\t", n / shown.K + 1,
                              n % shown.K + 1);
      ipl_table_number (text, first[n]);
      g_string_append_c (text, '\t');
      ipl_table_number (text, V[n]);
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_joint_weights = {
  .id = "joint-weights",
  .title = "All weights",
  .experiment = "joma-joint",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = ipl_joint_view_step,
  .describe = describe,
  .table = table,
  .height_narrow = 1.3,
  .height_wide = 0.5,
};
