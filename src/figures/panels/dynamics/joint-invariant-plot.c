/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How far what the flow leaves constant has changed, against time. */

#include "core/experiments/joint-experiment.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <string.h>

static const char *const names[] = { "invariant", "relative_error", NULL };

static const char *
attention_of (const IplView *view)
{
  const IplJointResult *result = view->own->data;

  return result->parameters.joint.attention;
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  const char *attention = attention_of (view);

  ipl_axes_add_number (axes, view->trajectory, "invariant", 0, IPL_ROLE (THEORY), NULL);
  axes->y.log = TRUE;
  axes->y.title = strcmp (attention, "linear") == 0 ? "change of <i>z</i>² − |<i>v</i>|²"
                  : strcmp (attention, "exp") == 0
                      ? "change of <i>z</i> − |<i>v</i>|²/2<i>T</i>"
                      : "change of <i>z</i> − (|<i>v</i>|² − <i>x̄</i>|<i>V</i>|²)/2<i>T</i>";
  axes->y.brief = "largest change";
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append (text, strcmp (attention_of (view), "softmax") == 0
                             ? "; with softmax attention it is constant in approximation only."
                             : ".");
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

const IplPanel ipl_panel_joint_invariant = {
  .id = "joint-invariant",
  .title = "Invariant",
  .experiment = "joma-joint",
  .build = build,
  .sentence = "The largest change of what the flow leaves constant, against time",
  .describe = describe,
  .numbers = names,
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_TIME_HEIGHTS,
};
