/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loss of training and of validation against time, of any trajectory that has it. */

#include "figures/panels/time/time-panel.h"

static const char *const names[] = { "loss", "validation_loss", NULL };

static gboolean
fits (const IplView *view)
{
  return view->own != NULL && view->trajectory != NULL
         && ipl_trajectory_find (view->trajectory, "loss") != NULL;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);
  gboolean both = ipl_trajectory_find (view->trajectory, "validation_loss") != NULL;

  ipl_time_plot_add_number (self, view->trajectory, "loss", 0, both ? g_strdup ("training") : NULL,
                            style->ink);
  if (both)
    ipl_time_plot_add_number (self, view->trajectory, "validation_loss", 0, g_strdup ("validation"),
                              ipl_style_series_color (style, 0));
  self->y_title = "loss";
  return ipl_time_panel_end (self, style, width, height);
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append (text, "Loss against time.");
  ipl_time_panel_describe (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, names);
}

const IplPanel ipl_panel_loss = {
  .id = "loss",
  .title = "Loss",
  .fits = fits,
  .layout_new = layout_new,
  .describe = describe,
  .table = table,
  .numbers = names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};
