/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Joint dynamics against time: loss and entropy, what the flow leaves constant, and the weights of
 * one hidden unit over all tokens. */

#include "core/base/units.h"
#include "core/experiments/joint-experiment.h"
#include "figures/kit/number.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <string.h>

static const char *const names_course[] = { "loss", "entropy", NULL };

static void
build_course (IplPlot *plot, const IplView *view)
{
  const IplRole roles[] = { IPL_ROLE (INK), IPL_ROLE (THEORY) };

  for (guint i = 0; i < 2; i++)
    {
      IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

      ipl_axes_add_number (axes, view->trajectory, names_course[i], 0, roles[i], NULL);
      axes->y.title = names_course[i];
    }
}

const IplPanel ipl_panel_joint_course = {
  .id = "joint-course",
  .title = "Loss and entropy",
  .experiment = "joma-joint",
  .choice = &ipl_choice_time_axis,
  .build = build_course,
  .sentence = "Loss, and the entropy of attention in " IPL_NATS ", against time.",
  .numbers = names_course,
  .height_narrow = 0.95,
  .height_wide = 0.36,
};

static const char *const names_invariant[] = { "invariant", "relative_error", NULL };

static const IplJointSettings *
settings_of (const IplView *view)
{
  const IplJointResult *result = view->own->data;

  return &result->parameters.joint;
}

static void
build_invariant (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  gboolean linear = strcmp (settings_of (view)->attention, "linear") == 0;
  static const char *const titles[2][2] = {
    { "change of <i>z</i> − (|<i>v</i>|² − <i>x̄</i>|<i>V</i>|²)/2<i>T</i>",
      "change of <i>z</i>² − |<i>v</i>|² + <i>x̄</i>|<i>V</i>|²" },
    { "change of <i>z</i> − |<i>v</i>|²/2<i>T</i>", "change of <i>z</i>² − |<i>v</i>|²" },
  };

  ipl_axes_add_number (axes, view->trajectory, "invariant", 0, IPL_ROLE (THEORY), NULL);
  axes->y.log = TRUE;
  axes->y.title = titles[ipl_joint_is_exact (settings_of (view))][linear];
  axes->y.brief = "largest change";
}

static void
describe_invariant (GString *text, const IplView *view)
{
  if (!ipl_joint_is_exact (settings_of (view)))
    g_string_append_printf (text, "; with %s it is constant in approximation only.",
                            settings_of (view)->layer_norm ? "layer norm" : "softmax attention");
  else
    g_string_append_c (text, '.');
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names_invariant);
}

const IplPanel ipl_panel_joint_invariant = {
  .id = "joint-invariant",
  .title = "Invariant",
  .experiment = "joma-joint",
  .build = build_invariant,
  .sentence = "The largest change of what the flow leaves constant, against time",
  .describe = describe_invariant,
  .numbers = names_invariant,
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_AGAINST_TIME,
};

static char *
key_of (const IplJointView *shown, gsize token)
{
  gsize n = shown->n_distinct;

  if (token == n)
    return g_strdup ("common tokens");
  if (token >= n || (token != 0 && token != n / 2 && token != n - 1))
    return NULL;
  return g_strdup_printf ("%s%" G_GSIZE_FORMAT, token == 0 ? "token " : "", token + 1);
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  ipl_plot_set_rows (plot, NULL, trajectory->S);
  ipl_plot_add_column (plot, g_strdup (ipl_clock_words[trajectory->clock].name),
                       ipl_numbers (trajectory->time, trajectory->S));
  for (gsize m = 0; m < shown.M; m++)
    {
      gboolean common = m >= shown.n_distinct;
      IplMark *mark = ipl_axes_add_number (axes, trajectory, "V", m * shown.K + shown.shown_class,
                                           ipl_joint_view_role (&shown, m), key_of (&shown, m));

      mark->weight = common ? 0.6 : 0.9;
      mark->dash = common ? IPL_DASH_DASHED : IPL_DASH_SOLID;
      mark->items = &ipl_items_row;
      mark->first = m;
      ipl_plot_add_column (plot, g_strdup_printf ("token %" G_GSIZE_FORMAT, m + 1), mark->y);
    }
  axes->y.title = ipl_plot_keep (plot, g_strdup_printf ("weight <i>v</i> of unit %" G_GSIZE_FORMAT,
                                                        shown.shown_class + 1));
  axes->y.brief = "<i>v</i>";
}

/* The least and the largest weight at a moment, or the numbers of a token. */
static char *
say (const IplTarget *target, const IplView *view)
{
  gsize least = 0, largest = 0;
  IplJointView shown;
  const double *V;
  guint moment;

  if (!ipl_target_get_moment (target, view, &moment))
    return ipl_joint_view_say (target, view);
  ipl_joint_view_init (&shown, view);
  V = ipl_trajectory_get (view->trajectory, "V", moment) + shown.shown_class;
  for (gsize m = 0; m < shown.M; m++)
    {
      least = V[m * shown.K] < V[least * shown.K] ? m : least;
      largest = V[m * shown.K] > V[largest * shown.K] ? m : largest;
    }

  GString *text = g_string_new (NULL);
  g_autofree char *low = ipl_number_text (V[least * shown.K], 3);
  g_autofree char *high = ipl_number_text (V[largest * shown.K], 3);
  g_string_append_printf (text,
                          "weights of unit %" G_GSIZE_FORMAT " from %s (token %" G_GSIZE_FORMAT
                          ") to %s (token %" G_GSIZE_FORMAT ")",
                          shown.shown_class + 1, low, least + 1, high, largest + 1);
  return ipl_trajectory_begin_sentence (view->trajectory, moment, text);
}

static void
describe (GString *text, const IplView *view)
{
  IplJointView shown;
  const double *V;
  gsize best = 0;

  ipl_joint_view_init (&shown, view);
  V = ipl_joint_view_get (&shown, "V") + shown.shown_class;
  for (gsize m = 0; m < shown.M; m++)
    if (V[m * shown.K] > V[best * shown.K])
      best = m;
  g_autofree char *value = ipl_number_text (V[best * shown.K], 3);
  g_string_append_printf (text,
                          "Weights of hidden unit %" G_GSIZE_FORMAT
                          " over all tokens against time. The largest at the time shown is that of "
                          "token %" G_GSIZE_FORMAT ": %s.",
                          shown.shown_class + 1, best + 1, value);
  ipl_describe_moment (text, view);
}

const IplPanel ipl_panel_joint_curves = {
  .id = "joint-curves",
  .title = "Weights of one unit",
  .experiment = "joma-joint",
  .build = build,
  .say = say,
  .describe = describe,
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};
