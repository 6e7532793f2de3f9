/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the path theory makes of learned attention, against time: accuracy and alignment with the
 * task of all heads together and of each alone, the heads' scores, and how sparse each has become.
 */

#include "figures/panels/dynamics/learned-paths-view.h"
#include "core/base/units.h"
#include "figures/panels/time/time-panel.h"

static const char *const accuracy_names[] = { "accuracy", "accuracy_gp", "accuracy_head", NULL };
static const char *const alignment_names[]
    = { "alignment", "alignment_gp", "alignment_head", NULL };
static const char *const score_names[] = { "head_score", NULL };
static const char *const entropy_names[] = { "entropy_head", "loss_head", NULL };

/* All heads at finite width and in the GP limit, then each alone. */
static void
add_all (const IplView *view, const IplStyle *style, IplTimePlot *plot, const char *const *names)
{
  const IplLearnedPaths *own = view->own->data;

  ipl_time_plot_add_number (plot, view->trajectory, names[0], 0,
                            g_strdup_printf ("theory, <i>N</i> = %u", own->width),
                            ipl_style_theory_color (style))
      ->weight
      = 1.3;
  ipl_time_plot_add_number (plot, view->trajectory, names[1], 0, g_strdup ("GP"),
                            ipl_style_gp_color (style, 0))
      ->dash
      = IPL_DASH_DASHED;
  ipl_learned_view_add_heads (view, style, plot, names[2], 1);
}

static gpointer
accuracy_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  add_all (view, style, self, accuracy_names);
  self->y_title = "test accuracy";
  self->y_title_short = "accuracy";
  return ipl_time_panel_end (self, style, width, height);
}

static gpointer
alignment_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  add_all (view, style, self, alignment_names);
  self->y_title = "alignment of kernel and labels";
  self->y_title_short = "alignment";
  return ipl_time_panel_end (self, style, width, height);
}

static gpointer
score_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  ipl_learned_view_add_heads (view, style, self, "head_score", 1);
  self->lo = 0;
  self->hi = 1;
  self->y_title = "head score";
  return ipl_time_panel_end (self, style, width, height);
}

static gpointer
entropy_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  ipl_learned_view_add_heads (view, style, self, "entropy_head", 1);
  ipl_time_plot_set_title (self, view->trajectory, "entropy_head", "entropy");
  self->y_title_short = "entropy";
  return ipl_time_panel_end (self, style, width, height);
}

static void
accuracy_describe (GString *text, const IplView *view)
{
  g_string_append (text, "Test accuracy against time: of the theory at finite width and of the GP "
                         "limit with all heads, and of the GP of each head alone.");
  ipl_time_panel_describe (text, view, accuracy_names);
}

static void
alignment_describe (GString *text, const IplView *view)
{
  g_string_append (text, "How well kernels are aligned with the labels, against time: of the "
                         "theory at finite width and of the GP limit with all heads, and of each "
                         "head alone.");
  ipl_time_panel_describe (text, view, alignment_names);
}

static void
score_describe (GString *text, const IplView *view)
{
  g_string_append (text, "Scores of the heads against time: how much of U goes through each.");
  ipl_time_panel_describe (text, view, score_names);
}

static void
entropy_describe (GString *text, const IplView *view)
{
  g_string_append (text, "Entropy of each head's attention in " IPL_NATS ", against time.");
  ipl_time_panel_describe (text, view, entropy_names);
}

static void
accuracy_table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, accuracy_names);
}

static void
alignment_table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, alignment_names);
}

static void
score_table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, score_names);
}

static void
entropy_table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, entropy_names);
}

const IplPanel ipl_panel_learned_accuracy = {
  .id = "learned-accuracy",
  .title = "Accuracy in time",
  .experiment = "joma-paths",
  .layout_new = accuracy_new,
  .describe = accuracy_describe,
  .table = accuracy_table,
  .numbers = accuracy_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};

const IplPanel ipl_panel_learned_alignment = {
  .id = "learned-alignment",
  .title = "Alignment in time",
  .experiment = "joma-paths",
  .layout_new = alignment_new,
  .describe = alignment_describe,
  .table = alignment_table,
  .numbers = alignment_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};

const IplPanel ipl_panel_learned_scores = {
  .id = "learned-scores",
  .title = "Scores in time",
  .experiment = "joma-paths",
  .layout_new = score_new,
  .describe = score_describe,
  .table = score_table,
  .numbers = score_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};

const IplPanel ipl_panel_learned_entropy = {
  .id = "learned-entropy",
  .title = "Entropy by head",
  .experiment = "joma-paths",
  .layout_new = entropy_new,
  .describe = entropy_describe,
  .table = entropy_table,
  .numbers = entropy_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};
