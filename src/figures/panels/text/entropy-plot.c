/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entropy of attention against time, one curve a layer, with its dip marked. */

#include "figures/panels/time/time-panel.h"

static const char *const names[] = { "entropy", NULL };

static gboolean
fits (const IplView *view)
{
  return view->own != NULL && view->trajectory != NULL
         && ipl_trajectory_find (view->trajectory, "entropy") != NULL;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  ipl_time_plot_add_array (self, style, view->trajectory, "entropy", "layer");
  for (guint c = 0; c < self->curves->len; c++)
    g_array_index (self->curves, IplTimeCurve, c).dip = TRUE;
  ipl_time_plot_set_title (self, view->trajectory, "entropy", "entropy");
  return ipl_time_panel_end (self, style, width, height);
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append (text, "Entropy of attention against time; a triangle marks where it is least.");
  ipl_time_panel_describe (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, names);
}

const IplPanel ipl_panel_entropy = {
  .id = "entropy",
  .title = "Attention entropy",
  .fits = fits,
  .layout_new = layout_new,
  .describe = describe,
  .table = table,
  .numbers = names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};
