/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A panel that is a plot against time and nothing else. */

#include "figures/panels/time/time-panel.h"

/* Returns: (transfer full): a plot of it, to be given curves and titles */
IplTimePlot *
ipl_time_panel_begin (const IplView *view)
{
  IplTimePlot *self = g_new (IplTimePlot, 1);

  ipl_time_plot_init (self, view);
  return self;
}

/* Returns: (transfer full): the panel's layout */
gpointer
ipl_time_panel_end (IplTimePlot *plot, const IplStyle *style, double width, double height)
{
  double margin = 0.4 * style->font_pt;

  ipl_time_plot_layout (plot, style,
                        &(IplRect){ margin, margin, MAX (width - 2 * margin, 1),
                                    MAX (height - 2 * margin, 1) });
  return plot;
}

void
ipl_time_panel_free (gpointer layout)
{
  ipl_time_plot_clear (layout);
  g_free (layout);
}

void
ipl_time_panel_draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr,
                     double width, double height)
{
  ipl_time_plot_draw (layout, style, cr);
}

void
ipl_time_panel_overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
                        const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                        double width, double height)
{
  ipl_time_plot_overlay (layout, style, selected, hovered, cr);
}

gboolean
ipl_time_panel_pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width,
                     double height, double x, double y, IplTarget *target)
{
  return ipl_time_plot_pick (layout, style, x, y, target);
}

gboolean
ipl_time_panel_edit (gconstpointer layout, const IplView *view, const IplStyle *style,
                     double from_x, double from_y, double x, double y, IplParameters *parameters)
{
  return ipl_time_plot_edit (layout, style, from_x, from_y, x, y, parameters);
}

/* Where it is shown, and what the arrays are there. */
void
ipl_time_panel_describe (GString *text, const IplView *view, const char *const *names)
{
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}
