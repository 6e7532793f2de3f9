/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How far what the flow leaves constant has changed, against time. */

#include "core/experiments/joint-experiment.h"
#include "figures/panels/time/time-panel.h"

#include <string.h>

static const char *const names[] = { "invariant", "relative_error", NULL };

static const char *
attention_of (const IplView *view)
{
  const IplJointResult *result = view->own->data;

  return result->parameters.joint.attention;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);
  const char *attention = attention_of (view);

  ipl_time_plot_add_number (self, view->trajectory, "invariant", 0, NULL,
                            ipl_style_theory_color (style));
  self->log = TRUE;
  self->y_title = strcmp (attention, "linear") == 0 ? "change of <i>z</i>² − |<i>v</i>|²"
                  : strcmp (attention, "exp") == 0
                      ? "change of <i>z</i> − |<i>v</i>|²/2<i>T</i>"
                      : "change of <i>z</i> − (|<i>v</i>|² − <i>x̄</i>|<i>V</i>|²)/2<i>T</i>";
  self->y_title_short = "largest change";
  return ipl_time_panel_end (self, style, width, height);
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append (text, "The largest change of what the flow leaves constant, against time");
  g_string_append (text, strcmp (attention_of (view), "softmax") == 0
                             ? "; with softmax attention it is constant in approximation only."
                             : ".");
  ipl_time_panel_describe (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, names);
}

const IplPanel ipl_panel_joint_invariant = {
  .id = "joint-invariant",
  .title = "Invariant",
  .experiment = "joma-joint",
  .layout_new = layout_new,
  .describe = describe,
  .table = table,
  .numbers = names,
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_TIME_PANEL,
};
