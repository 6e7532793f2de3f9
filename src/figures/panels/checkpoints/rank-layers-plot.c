/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stable rank against layers: the first checkpoint, the last, and the one shown. */

#include "figures/kit/legend.h"
#include "figures/kit/marker.h"
#include "figures/kit/number.h"
#include "figures/panels/time/time-plot.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

#define N_LINES 3

typedef struct
{
  const double *layer; /* [n] */
  gsize n;
  guint moments[N_LINES]; /* first, last, shown */
  IplColor colors[N_LINES];
  IplLegend legend;
  double legend_x, legend_y;
  IplFrame frame;
} Layout;

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *ranks = ipl_trajectory_find (trajectory, "stable_rank");
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt, hi = 1;
  IplFrameSpec spec = { .x_title = "layer", .y_title = "stable rank" };
  IplRect area;

  self->n = ranks->size;
  self->layer = ipl_trajectory_get (trajectory, "layer", 0);
  self->moments[1] = trajectory->S - 1;
  self->moments[2] = view->moment;
  self->colors[0] = ipl_style_series_color (style, 5);
  self->colors[1] = ipl_style_series_color (style, 1);
  self->colors[2] = style->accent;
  ipl_legend_init (&self->legend);
  for (guint k = 0; k < N_LINES; k++)
    {
      g_autofree char *time
          = ipl_trajectory_time_text (trajectory, trajectory->time[self->moments[k]]);

      if (k < 2 && trajectory->S == 1)
        continue;
      ipl_legend_add_marker (&self->legend, IPL_KEY_LINE_MARKER,
                             k < 2 ? g_steal_pointer (&time) : g_strdup_printf ("shown: %s", time),
                             self->colors[k], style->line_pt, k == 0 ? IPL_DASH_DASHED : 0,
                             IPL_MARKER_DOT, k == 0);
    }
  ipl_legend_layout (&self->legend, style, width - 2 * margin);
  self->legend_x = (width - self->legend.width) / 2;
  self->legend_y = margin;
  for (gsize i = 0; i < trajectory->S * self->n; i++)
    hi = isfinite (ranks->values[i]) ? MAX (hi, ranks->values[i]) : hi;
  spec.y_hi = 1.05 * hi;
  spec.x_lo = self->layer[0] + 0.5;
  spec.x_hi = self->layer[self->n - 1] + 1.5;
  area = (IplRect){ margin, margin + self->legend.height, width - 2 * margin,
                    MAX (height - 2 * margin - self->legend.height, 1) };
  ipl_frame_init (&self->frame, style, &area, &spec);
  ipl_axis_init_whole (&self->frame.x, style, self->frame.x.lo, self->frame.x.hi,
                       self->frame.plot.w, FALSE);
  return self;
}

static void
layout_free (gpointer layout)
{
  ipl_legend_clear (&((Layout *)layout)->legend);
  g_free (layout);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_save (cr);
  ipl_frame_clip (&self->frame, cr, 0.3 * style->font_pt);
  for (guint k = 0; k < N_LINES; k++)
    {
      const double *ranks = ipl_trajectory_get (view->trajectory, "stable_rank", self->moments[k]);

      if (k < 2 && view->trajectory->S == 1)
        continue;
      for (gsize l = 0; l < self->n; l++)
        if (isfinite (ranks[l]))
          cairo_line_to (cr, ipl_frame_x (&self->frame, self->layer[l] + 1),
                         ipl_frame_y (&self->frame, ranks[l]));
      ipl_set_color (cr, self->colors[k], 1);
      cairo_set_line_width (cr, style->line_pt);
      ipl_set_dash (cr, k == 0 ? IPL_DASH_DASHED : IPL_DASH_SOLID, style->line_pt);
      cairo_stroke (cr);
      ipl_set_dash (cr, IPL_DASH_SOLID, 1);
      for (gsize l = 0; l < self->n; l++)
        if (isfinite (ranks[l]))
          ipl_draw_dot (cr, style, self->colors[k], ipl_frame_x (&self->frame, self->layer[l] + 1),
                        ipl_frame_y (&self->frame, ranks[l]), 0.26 * style->font_pt, k == 0);
    }
  cairo_restore (cr);
  ipl_frame_draw (&self->frame, style, cr);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
}

static const char *const names[] = { "stable_rank", "frobenius", "spectral", NULL };

/* The layer and the checkpoint that are pointed at. */
static gboolean
get_layer (const IplTarget *target, const IplView *view, gsize *layer, guint *moment)
{
  if (target->component < 0
      || (gsize)target->component >= ipl_trajectory_find (view->trajectory, "layer")->size)
    return FALSE;
  *layer = (gsize)target->component;
  return ipl_target_get_moment (target, view, moment);
}

/* A layer is lit at the checkpoint pointed at, whether that has a line here or not. */
static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *targets[] = { selected, hovered };
  gsize layer;
  guint moment;

  for (guint f = 0; f < 2; f++)
    if (get_layer (targets[f], view, &layer, &moment))
      {
        double rank = ipl_trajectory_get (view->trajectory, "stable_rank", moment)[layer];

        if (isfinite (rank))
          ipl_draw_dot (cr, style, style->accent,
                        ipl_frame_x (&self->frame, self->layer[layer] + 1),
                        ipl_frame_y (&self->frame, rank), 0.45 * style->font_pt, TRUE);
      }
}

/* The dot that is nearest, if one is near. */
static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;
  double nearest = 1.2 * style->font_pt;

  for (guint k = 0; k < N_LINES; k++)
    {
      const double *ranks = ipl_trajectory_get (view->trajectory, "stable_rank", self->moments[k]);

      for (gsize l = 0; l < self->n; l++)
        {
          double d = hypot (ipl_frame_x (&self->frame, self->layer[l] + 1) - x,
                            ipl_frame_y (&self->frame, ranks[l]) - y);

          if (!(d < nearest))
            continue;
          nearest = d;
          target->component = (int)l;
          target->step = IPL_TARGET_POINT + (int)self->moments[k];
        }
    }
  return target->component >= 0;
}

static char *
say (const IplTarget *target, const IplView *view)
{
  static const char *const words[] = { "stable rank", "Frobenius norm", "largest singular value" };
  GString *text;
  gsize layer;
  guint moment;

  if (!get_layer (target, view, &layer, &moment))
    return ipl_target_describe_numbers (target, view, names);
  text = g_string_new (NULL);
  g_string_printf (text, "layer %.0f",
                   ipl_trajectory_get (view->trajectory, "layer", 0)[layer] + 1);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *value
          = ipl_number_text (ipl_trajectory_get (view->trajectory, names[i], moment)[layer], 4);

      g_string_append_printf (text, ", %s %s", words[i], value);
    }
  return ipl_trajectory_begin_sentence (view->trajectory, moment, text);
}

/* Left and right from layer to layer, up and down from checkpoint to checkpoint. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  gsize layer;
  guint moment;

  if (get_layer (from, view, &layer, &moment))
    {
      layer = ipl_step_move (layer, dx, ipl_trajectory_find (view->trajectory, "layer")->size);
      moment = (guint)ipl_step_move (moment, -dy, view->trajectory->S);
    }
  else
    {
      layer = 0;
      moment = view->moment;
    }
  target.component = (int)layer;
  target.step = IPL_TARGET_POINT + (int)moment;
  return target;
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const ranks[] = { "stable_rank", NULL };

  g_string_append (text, "Stable rank of the lower MLP matrix against layers, at the first, the "
                         "last and the checkpoint shown.");
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, ranks);
}

static void
table (GString *text, const IplView *view)
{
  const double *layer = ipl_trajectory_get (view->trajectory, "layer", 0);
  gsize n = ipl_trajectory_find (view->trajectory, "layer")->size;

  g_string_append (text, "layer\tstable rank\tFrobenius norm\tlargest singular value\n");
  for (gsize l = 0; l < n; l++)
    {
      g_string_append_printf (text, "%.0f", layer[l] + 1);
      for (guint k = 0; names[k] != NULL; k++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, ipl_trajectory_get (view->trajectory, names[k], view->moment)[l]);
        }
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_rank_layers = {
  .id = "rank-layers",
  .ranges = IPL_RANGE_XY,
  .title = "Stable rank by layer",
  .experiment = "stable-rank",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .say = say,
  .step = step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.7,
  .height_wide = 0.45,
};
