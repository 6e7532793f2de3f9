/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panels of joint dynamics: the invariant of the flow and the weights of one hidden unit against
 * time; the logits z against those predicted from the weights V, and their correlation against
 * time. */

#include "core/dynamics/joint.h"

#include <math.h>
#include <string.h>

#include "core/base/units.h"
#include "core/experiments/joint-experiment.h"
#include "figures/kit/number.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/plot/time-curves.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view-words.h"

static const IplJointSettings *
settings_of (const IplView *view)
{
  const IplJointResult *result = view->dynamics->data;

  return &result->parameters.joint;
}

/* Sets the title of the conserved quantity, and notes if it is only approximately constant. */
static void
name_invariant (IplPlot *plot, const IplView *view)
{
  gboolean linear = strcmp (settings_of (view)->attention, "linear") == 0;
  static const char *const titles[2][2] = {
    { "change of <i>z</i> − (|<i>v</i>|² − <i>x̄</i>|<i>V</i>|²)/2<i>T</i>",
      "change of <i>z</i>² − |<i>v</i>|² + <i>x̄</i>|<i>V</i>|²" },
    { "change of <i>z</i> − |<i>v</i>|²/2<i>T</i>", "change of <i>z</i>² − |<i>v</i>|²" },
  };

  ipl_plot_get_axes (plot, 0)->y.title = titles[ipl_joint_is_exact (settings_of (view))][linear];
  if (!ipl_joint_is_exact (settings_of (view)))
    ipl_plot_add_note (plot, "With %s it is only approximately constant.",
                       settings_of (view)->layer_norm ? "layer norm" : "softmax attention");
}

const IplPanel ipl_panel_joint_invariant = {
  .id = "joint-invariant",
  .title = "Invariant",
  .experiment = "joma-joint",
  .sentence = "Largest change of the invariant of the flow, against time.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "change", "largest change", IPL_FREE_RANGE, .log = TRUE } },
                   .curves = { { "invariant", .role = { IPL_ROLE_THEORY } },
                               { "relative_error", .kind = IPL_TIME_CURVE_LISTED } },
                   .more = name_invariant },
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
build_curves (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  for (gsize m = 0; m < shown.M; m++)
    {
      gboolean common = m >= shown.n_distinct;
      IplMark *mark = ipl_axes_add_number (axes, trajectory, "V", m * shown.K + shown.shown_class,
                                           ipl_joint_view_role (&shown, m), key_of (&shown, m));

      mark->weight = common ? 0.6 : 0.9;
      mark->dash = common ? IPL_DASH_DASHED : IPL_DASH_SOLID;
      mark->items = &ipl_items_row;
      mark->first = m;
      mark->each = "token";
      mark->of = ipl_plot_format (plot, "%" G_GSIZE_FORMAT, m + 1);
    }
  axes->y.title
      = ipl_plot_format (plot, "weight <i>v</i> of unit %" G_GSIZE_FORMAT, shown.shown_class + 1);
  axes->y.brief = "<i>v</i>";
}

const IplPanel ipl_panel_joint_curves = {
  .id = "joint-curves",
  .title = "Weights of one unit",
  .experiment = "joma-joint",
  .build = build_curves,
  .sentence = "Weights of one hidden unit over all tokens, against time.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

static double
mean (IplNumbers numbers)
{
  double sum = 0;

  for (gsize i = 0; i < numbers.n; i++)
    sum += numbers.data[i] / (double)numbers.n;
  return sum;
}

static void
add_tokens (IplPlotAxes *axes, const IplJointView *shown, IplNumbers predicted, IplNumbers z)
{
  gsize distinct = shown->n_distinct;
  gboolean both = distinct > 0 && distinct < shown->M;

  for (gsize m = 0; m < shown->M; m++)
    {
      const char *label = !both ? NULL : m == 0 ? "distinct" : m == distinct ? "common" : NULL;
      ipl_axes_add (axes,
                    (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (predicted.data + m, 1),
                               .y = ipl_numbers (z.data + m, 1),
                               .role = ipl_joint_view_role (shown, m), .label = g_strdup (label),
                               .items = &ipl_items_row, .first = m, .listed = IPL_LISTED_NOWHERE,
                               .hollow = m >= distinct, .unclipped = TRUE });
    }
}

/* Adds the numbers of tokens at the moment shown to text and table. */
static void
add_token_numbers (IplPlotAxes *axes, const IplJointView *shown, IplNumbers predicted, IplNumbers z)
{
  const gsize class = shown->shown_class;
  const char *const names[][2]
      = { { "attention", "attention" }, { "X", "frequency" }, { "V", "weight" } };

  ipl_axes_list_numbers (axes, predicted, z, "logit z")->each = "token";
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ipl_axes_list_numbers (axes, predicted,
                           (IplNumbers){ ipl_joint_view_get (shown, names[i][0]) + class, shown->M,
                                         shown->K, NULL },
                           names[i][1]);
}

static void
build_prediction (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  IplNumbers z = ipl_numbers_at (view->trajectory, "z", view->moment);
  IplNumbers predicted = ipl_numbers_at (view->trajectory, "z_predicted", view->moment);
  double correlation = *ipl_joint_view_get (&shown, "correlation");
  double slope = *ipl_joint_view_get (&shown, "slope");
  double error = *ipl_joint_view_get (&shown, "relative_error");
  g_autofree char *correlation_text = ipl_number_fixed (correlation, 4);
  g_autofree char *slope_text = ipl_number_text (slope, 3);
  g_autofree char *error_text = ipl_number_text (error, 3);

  axes->x = (IplPlotAxis){ "predicted from <i>V</i>: <i>ẑ</i>", "<i>ẑ</i>", NAN, NAN, .pad = 0.06 };
  axes->y = (IplPlotAxis){ "logit <i>z</i>", "<i>z</i>", NAN, NAN, .pad = 0.06 };
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                    g_strdup_printf ("correlation %s", correlation_text));
  ipl_axes_add_rule (axes, slope, mean (z) - slope * mean (predicted), IPL_ROLE (THEORY),
                     g_strdup_printf ("slope %s", slope_text));
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                    g_strdup_printf ("relative error %s", error_text));
  ipl_axes_add (axes, (IplMark){ IPL_MARK_RULE, .slope = 1, .role = IPL_ROLE (FAINT),
                                 .label = g_strdup ("<i>z</i> = <i>ẑ</i>"), .weight = 0.7,
                                 .dash = IPL_DASH_DASHED });
  add_tokens (axes, &shown, predicted, z);
  add_token_numbers (axes, &shown, predicted, z);
  ipl_plot_add_note (plot, "Correlation %s, slope %s, relative error %s.", correlation_text,
                     slope_text, error_text);
  if (!ipl_joint_direction_only (correlation, error))
    return;
  ipl_axes_add_key (axes, IPL_KEY_WARNING, IPL_ROLE (ACCENT), g_strdup ("proportional, slope ≠ 1"));
  ipl_plot_add_note (plot, "z is proportional to the prediction from V, with another slope.");
}

const IplPanel ipl_panel_joint_prediction = {
  .id = "joint-prediction",
  .title = "Logits from weights",
  .experiment = "joma-joint",
  .build = build_prediction,
  .sentence = "The logits z of tokens against their prediction from the weights V.",
  .ranges = IPL_RANGE_XY,
  .height_narrow = 0.75,
  .height_wide = 0.45,
};

static const struct
{
  const char *key, *words;
} parts[IPL_JOINT_N_PARTS] = {
  { "<i>ẑ</i>", "correlation with the prediction" },
  { "|<i>V<sub>m</sub></i>|²", "correlation with the part of the token’s own weights" },
  { "−<i>x̄<sub>m</sub></i>|<i>V</i>|²", "correlation with the part of the mean frequency" },
};

static void
build (IplPlot *plot, const IplView *view)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "correlations");
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplMark *one = ipl_axes_add_rule (axes, 0, 1, IPL_ROLE (FAINT), NULL);
  double sd;

  one->dash = IPL_DASH_DASHED;
  one->weight = 0.6;
  ipl_axes_add_seeds_key (axes, array->shape[0]);
  for (gsize part = IPL_JOINT_N_PARTS; part-- > 0;)
    {
      IplMark *mark;

      /* Skips parts that are not finite for this kind of attention. */
      if (!isfinite (ipl_trajectory_array_mean (array, view->trajectory->S - 1, part,
                                                IPL_JOINT_N_PARTS, array->shape[0], &sd)))
        continue;
      mark = ipl_plot_add_mean (plot, axes, array, part, IPL_JOINT_N_PARTS, array->shape[0],
                                IPL_ROLE_OF (SERIES, part), g_strdup (parts[part].key));
      mark->series = parts[part].words;
      mark->dash = part == 0 ? IPL_DASH_SOLID : IPL_DASH_DASHED;
    }
  axes->y = (IplPlotAxis){ "correlation with <i>z</i>", "correlation", NAN, 1, .pad = 0.04 };
}

const IplPanel ipl_panel_joint_correlation = {
  .id = "joint-correlation",
  .title = "Logits and weights correlate",
  .experiment = "joma-joint",
  IPL_DRAWS_ARRAYS ("correlations"),
  .build = build,
  .sentence
  = "Correlation over tokens of the logits z with the prediction from the weights V, and with both "
    "parts of the prediction, against time: mean and standard deviation over seeds.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};
