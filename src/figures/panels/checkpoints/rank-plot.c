/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stable rank of every lower MLP matrix, and its largest singular value, against checkpoints. */

#include "figures/panels/time/time-panel.h"

static const char *const rank_names[] = { "stable_rank", NULL };
static const char *const spectral_names[] = { "spectral", "frobenius", NULL };

static gpointer
layout_rank (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  ipl_time_plot_add_array (self, style, view->trajectory, "stable_rank", "layer");
  self->y_title = "stable rank";
  return ipl_time_panel_end (self, style, width, height);
}

static gpointer
layout_spectral (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  ipl_time_plot_add_array (self, style, view->trajectory, "spectral", "layer");
  self->y_title = "largest singular value";
  self->y_title_short = "|<i>W</i>|<sub>2</sub>";
  return ipl_time_panel_end (self, style, width, height);
}

static void
describe_rank (GString *text, const IplView *view)
{
  g_string_append (text, "Stable rank of the lower MLP matrix of every layer against the steps of "
                         "the checkpoints: its squared Frobenius norm over its squared largest "
                         "singular value.");
  ipl_time_panel_describe (text, view, rank_names);
}

static void
describe_spectral (GString *text, const IplView *view)
{
  g_string_append (text, "Largest singular value of the lower MLP matrix of every layer against "
                         "the steps of the checkpoints.");
  ipl_time_panel_describe (text, view, spectral_names);
}

static void
table_rank (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, rank_names);
}

static void
table_spectral (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, spectral_names);
}

const IplPanel ipl_panel_stable_rank = {
  .id = "stable-rank",
  .title = "Stable rank",
  .experiment = "stable-rank",
  .layout_new = layout_rank,
  .describe = describe_rank,
  .table = table_rank,
  .numbers = rank_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};

const IplPanel ipl_panel_spectral_norm = {
  .id = "spectral-norm",
  .title = "Largest singular value",
  .experiment = "stable-rank",
  .layout_new = layout_spectral,
  .describe = describe_spectral,
  .table = table_spectral,
  .numbers = spectral_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};
