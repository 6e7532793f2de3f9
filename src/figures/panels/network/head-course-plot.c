/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Head scores, entropies of heads and the diagonal of U against training steps. */

#include "figures/panels/time/time-panel.h"

static const char *const score_names[] = { "head_score", NULL };
static const char *const entropy_names[] = { "entropy", NULL };
static const char *const path_names[] = { "path_weight", NULL };

static gpointer
layout (const IplView *view, const IplStyle *style, double width, double height,
        const char *const *names, const char *one, const char *title, const char *brief)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  ipl_time_plot_add_array (self, style, view->trajectory, names[0], one);
  self->y_title = title;
  self->y_title_short = brief;
  return ipl_time_panel_end (self, style, width, height);
}

static gpointer
layout_scores (const IplView *view, const IplStyle *style, double width, double height)
{
  return layout (view, style, width, height, score_names, "head", "head score", "score");
}

static gpointer
layout_entropies (const IplView *view, const IplStyle *style, double width, double height)
{
  return layout (view, style, width, height, entropy_names, "head", "entropy of attention (nats)",
                 "entropy (nats)");
}

static gpointer
layout_paths (const IplView *view, const IplStyle *style, double width, double height)
{
  return layout (view, style, width, height, path_names, "path",
                 "path weight <i>U<sub>pp</sub></i>", "<i>U<sub>pp</sub></i>");
}

static void
describe_scores (GString *text, const IplView *view)
{
  g_string_append (text, "Score of every head in U of the trained weights, against steps.");
  ipl_time_panel_describe (text, view, score_names);
}

static void
describe_entropies (GString *text, const IplView *view)
{
  g_string_append (text, "Entropy of the attention of every head, mean over queries, against "
                         "steps.");
  ipl_time_panel_describe (text, view, entropy_names);
}

static void
describe_paths (GString *text, const IplView *view)
{
  g_string_append (text, "Diagonal of U of the trained weights, one curve a path, against steps.");
  ipl_time_panel_describe (text, view, path_names);
}

static void
table_scores (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, score_names);
}

static void
table_entropies (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, entropy_names);
}

static void
table_paths (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, path_names);
}

const IplPanel ipl_panel_head_scores = {
  .id = "head-scores",
  .title = "Head scores in training",
  .experiment = "head-course",
  .layout_new = layout_scores,
  .describe = describe_scores,
  .table = table_scores,
  .numbers = score_names,
  IPL_TIME_PANEL,
};

const IplPanel ipl_panel_head_entropy = {
  .id = "head-entropy",
  .title = "Attention entropy by head",
  .experiment = "head-course",
  .layout_new = layout_entropies,
  .describe = describe_entropies,
  .table = table_entropies,
  .numbers = entropy_names,
  IPL_TIME_PANEL,
};

const IplPanel ipl_panel_path_course = {
  .id = "path-course",
  .title = "Path weights in training",
  .experiment = "head-course",
  .layout_new = layout_paths,
  .describe = describe_paths,
  .table = table_paths,
  .numbers = path_names,
  IPL_TIME_PANEL,
};
