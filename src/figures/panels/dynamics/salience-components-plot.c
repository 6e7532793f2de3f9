/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Components of the weights against time, with the time at which each has come to 90 % of its mu.
 */

#include "figures/kit/marker.h"
#include "figures/kit/number.h"
#include "figures/panels/dynamics/salience-view.h"
#include "figures/panels/time/time-panel.h"

#include <math.h>

static const char *const names[] = { "v", NULL };

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);
  IplSalienceView shown;

  ipl_salience_view_init (&shown, view);
  ipl_time_plot_add_array (self, style, view->trajectory, "v", "component");
  if (!shown.linear)
    ipl_legend_add_marker (&self->legend, IPL_KEY_MARKER, g_strdup ("at 90 % of <i>μ</i>"),
                           style->ink, style->line_pt, IPL_DASH_SOLID, IPL_MARKER_DOT, TRUE);
  self->until = shown.until;
  if (isfinite (shown.blow_up))
    {
      g_autofree char *text = ipl_number_text (shown.blow_up, 4);

      /* Room for its line. */
      self->end = 1.03 * shown.blow_up;
      ipl_legend_add (&self->legend, IPL_KEY_LINE,
                      g_strdup_printf ("blow-up, <i>t</i>* = %s", text), style->ink, style->line_pt,
                      IPL_DASH_DASHED);
    }
  self->y_title = "component <i>v</i>";
  self->y_title_short = "<i>v</i>";
  return ipl_time_panel_end (self, style, width, height);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplTimePlot *self = layout;
  const double *times = ipl_trajectory_get (view->trajectory, "time_to_90", 0);
  IplSalienceView shown;

  ipl_salience_view_init (&shown, view);
  if (isfinite (shown.blow_up))
    {
      double x = ipl_frame_x (&self->frame, shown.blow_up);

      cairo_save (cr);
      cairo_move_to (cr, x, self->frame.plot.y);
      cairo_line_to (cr, x, self->frame.plot.y + self->frame.plot.h);
      ipl_set_color (cr, style->ink, 1);
      ipl_set_dash (cr, IPL_DASH_DASHED, style->line_pt);
      cairo_set_line_width (cr, style->line_pt);
      cairo_stroke (cr);
      cairo_restore (cr);
    }
  ipl_time_panel_draw (layout, view, style, cr, width, height);
  for (guint l = 0; times != NULL && l < shown.M; l++)
    if (isfinite (times[l]))
      ipl_draw_dot (cr, style, ipl_time_plot_color (style, l, shown.M),
                    ipl_frame_x (&self->frame, times[l]),
                    ipl_frame_y (&self->frame, IPL_SALIENCE_DONE * shown.drive[l]),
                    0.26 * style->font_pt, TRUE);
}

static void
describe (GString *text, const IplView *view)
{
  const double *times = ipl_trajectory_get (view->trajectory, "time_to_90", 0);
  IplSalienceView shown;
  guint n = 0;

  ipl_salience_view_init (&shown, view);
  g_string_append_printf (text, "%u components of the weights against time.", shown.M);
  for (guint l = 0; times != NULL && l < shown.M; l++)
    n += isfinite (times[l]) != 0;
  if (times != NULL)
    g_string_append_printf (text, " %u come to 90 %% of what they are driven to.", n);
  ipl_time_panel_describe (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, names);
}

const IplPanel ipl_panel_salience_components = {
  .id = "salience-components",
  .ranges = IPL_RANGE_XY,
  .title = "Components",
  .experiment = "joma-salience",
  .layout_new = layout_new,
  .layout_free = ipl_time_panel_free,
  .draw = draw,
  .overlay = ipl_time_panel_overlay,
  .pick = ipl_time_panel_pick,
  .edit = ipl_time_panel_edit,
  .numbers = names,
  .step = ipl_time_plot_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.62,
  .height_wide = 0.36,
};
