/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stable rank of every lower MLP matrix against steps, of any network that is trained. */

#include "figures/panels/time/time-panel.h"

static const char *const names[] = { "stable_rank", NULL };

static gboolean
fits (const IplView *view)
{
  return view->trajectory != NULL && view->trajectory->in_steps
         && ipl_trajectory_find (view->trajectory, "loss") != NULL
         && ipl_trajectory_find (view->trajectory, "stable_rank") != NULL;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  ipl_time_plot_add_array (self, style, view->trajectory, "stable_rank", "layer");
  self->y_title = "stable rank";
  return ipl_time_panel_end (self, style, width, height);
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append (text, "Stable rank of the lower MLP matrix of every layer against steps: its "
                         "squared Frobenius norm over its squared largest singular value.");
  ipl_time_panel_describe (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, names);
}

const IplPanel ipl_panel_mlp_rank = {
  .id = "mlp-rank",
  .title = "Stable rank of the MLP",
  .fits = fits,
  .layout_new = layout_new,
  .describe = describe,
  .table = table,
  .numbers = names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};
