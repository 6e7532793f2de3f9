/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The best neuron of each latent at the time shown: its correlation, what it was before training
 * and what shuffled classes give; the first seed's. */

#include "figures/kit/frame.h"
#include "figures/kit/legend.h"
#include "figures/panels/hierarchy/latent-view.h"
#include "figures/panels/time/time-plot.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  IplLatentView shown;
  IplFrame frame;
  IplLegend legend;
  double legend_x, legend_y;
} Layout;

static IplColor
color_of (const IplLatentView *shown, const IplStyle *style, gsize latent)
{
  gsize levels = (gsize)shown->level[shown->latents - 1];

  return ipl_time_plot_color (style, (gsize)shown->level[latent] - 1, MAX (levels, 2));
}

static void
make_legend (Layout *self, const IplStyle *style, double width)
{
  const IplLatentView *shown = &self->shown;

  ipl_legend_init (&self->legend);
  for (gsize k = 0; k < shown->latents; k = ipl_latent_view_level_end (shown, k))
    ipl_legend_add (&self->legend, IPL_KEY_DOT,
                    g_strdup_printf (k == 0 ? "level %.0f" : "%.0f", shown->level[k]),
                    color_of (shown, style, k), style->line_pt, IPL_DASH_SOLID);
  ipl_legend_add (&self->legend, IPL_KEY_DOT_HOLLOW, g_strdup ("before training"), style->ink,
                  style->line_pt, IPL_DASH_SOLID);
  ipl_legend_add (&self->legend, IPL_KEY_LINE, g_strdup ("classes shuffled"), style->faint,
                  style->line_pt, IPL_DASH_SOLID);
  ipl_legend_layout (&self->legend, style, width);
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt, lo = 0;
  IplRect area;

  ipl_latent_view_init (&self->shown, view);
  make_legend (self, style, width - 2 * margin);
  self->legend_x = (width - self->legend.width) / 2;
  self->legend_y = margin;
  for (gsize k = 0; k < self->shown.latents; k++)
    lo = fmin (lo, self->shown.best[k]);
  area = (IplRect){ margin, margin + self->legend.height, width - 2 * margin,
                    MAX (height - 2 * margin - self->legend.height, 1) };
  ipl_frame_init (&self->frame, style, &area,
                  &(IplFrameSpec){ .x_lo = 0.5,
                                   .x_hi = (double)self->shown.latents + 0.5,
                                   .y_lo = lo,
                                   .y_hi = 1,
                                   .x_title = "latent",
                                   .y_title = "correlation of the best neuron",
                                   .y_title_short = "correlation" });
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
draw_chance (const Layout *self, const IplStyle *style, cairo_t *cr)
{
  for (gsize k = 0; k < self->shown.latents; k++)
    if (isfinite (self->shown.chance[k]))
      {
        double y = ipl_frame_y (&self->frame, self->shown.chance[k]);

        cairo_move_to (cr, ipl_frame_x (&self->frame, (double)k + 0.6), y);
        cairo_line_to (cr, ipl_frame_x (&self->frame, (double)k + 1.4), y);
      }
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_color (cr, style->faint, 1);
  cairo_stroke (cr);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;
  const IplLatentView *shown = &self->shown;
  double pitch = self->frame.plot.w / (double)shown->latents;
  double radius = CLAMP (0.3 * pitch, 0.12 * style->font_pt, 0.3 * style->font_pt);

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_save (cr);
  ipl_frame_clip (&self->frame, cr, 0.3 * style->font_pt);
  draw_chance (self, style, cr);
  for (gsize k = 0; k < shown->latents; k++)
    {
      double x = ipl_frame_x (&self->frame, (double)k + 1);
      IplColor color = color_of (shown, style, k);

      if (isnan (shown->best[k]))
        continue;
      cairo_move_to (cr, x, ipl_frame_y (&self->frame, shown->first[k]));
      cairo_line_to (cr, x, ipl_frame_y (&self->frame, shown->best[k]));
      cairo_set_line_width (cr, style->line_pt);
      ipl_set_color (cr, color, 1);
      cairo_stroke (cr);
      ipl_draw_dot (cr, style, color, x, ipl_frame_y (&self->frame, shown->first[k]), radius, TRUE);
      ipl_draw_dot (cr, style, color, x, ipl_frame_y (&self->frame, shown->best[k]), radius, FALSE);
    }
  cairo_restore (cr);
  ipl_frame_draw (&self->frame, style, cr);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  const IplRect *plot = &self->frame.plot;
  double pitch = plot->w / (double)self->shown.latents;

  if (said->component < 0 || said->component >= (int)self->shown.latents)
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  g_autofree char *text = ipl_latent_view_describe (&self->shown, (gsize)said->component);
  cairo_rectangle (cr, plot->x + said->component * pitch, plot->y, pitch, plot->h);
  ipl_set_color (cr, style->accent, 0.25);
  cairo_fill (cr);
  ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;
  const IplRect *plot = &self->frame.plot;

  if (!ipl_rect_contains (plot, x, y))
    return FALSE;
  target->component = (int)((x - plot->x) / plot->w * (double)self->shown.latents);
  return TRUE;
}

static void
describe (GString *text, const IplView *view)
{
  IplLatentView shown;

  ipl_latent_view_init (&shown, view);
  g_string_append_printf (text,
                          "Correlation of each of %" G_GSIZE_FORMAT " latents with the neuron of "
                          "the lowest block that tells it best, of the first seed.",
                          shown.latents);
  ipl_describe_moment (text, view);
}

static void
table (GString *text, const IplView *view)
{
  IplLatentView shown;

  ipl_latent_view_init (&shown, view);
  g_string_append (text, "latent\tlevel\tneuron\tcorrelation\tbefore training\twith classes "
                         "shuffled\n");
  for (gsize k = 0; k < shown.latents; k++)
    {
      g_string_append_printf (text, "%" G_GSIZE_FORMAT "\t%.0f\t", k + 1, shown.level[k]);
      if (isfinite (shown.best[k]))
        g_string_append_printf (text, "%" G_GSIZE_FORMAT,
                                ipl_latent_view_best_neuron (&shown, k) + 1);
      g_string_append_c (text, '\t');
      ipl_table_number (text, shown.best[k]);
      g_string_append_c (text, '\t');
      ipl_table_number (text, shown.first[k]);
      g_string_append_c (text, '\t');
      ipl_table_number (text, shown.chance[k]);
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_best_neurons = {
  .id = "best-neurons",
  .ranges = IPL_RANGE_XY,
  .title = "Best neuron of each latent",
  .experiment = "joma-hierarchy",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .say = ipl_latent_view_say,
  .step = ipl_latent_view_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.62,
  .height_wide = 0.4,
};
