/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The logits z beside what follows for them from the weights V, with how well that does. */

#include "core/dynamics/joint.h"
#include "figures/kit/number.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static const char *const names[] = { "correlation", "slope", "relative_error", NULL };

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
      IplMark *mark = ipl_axes_add_points (axes, ipl_numbers (predicted.data + m, 1),
                                           ipl_numbers (z.data + m, 1),
                                           ipl_joint_view_role (shown, m), g_strdup (label));

      mark->items = &ipl_items_row;
      mark->first = m;
      mark->hollow = m >= distinct;
      mark->unclipped = TRUE;
    }
}

static void
build (IplPlot *plot, const IplView *view)
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
  IplMark *equal
      = ipl_axes_add_rule (axes, 1, 0, IPL_ROLE (FAINT), g_strdup ("<i>z</i> = <i>ẑ</i>"));
  equal->weight = 0.7;
  equal->dash = IPL_DASH_DASHED;
  add_tokens (axes, &shown, predicted, z);
  if (ipl_joint_direction_only (correlation, error))
    ipl_axes_add_key (axes, IPL_KEY_WARNING, IPL_ROLE (ACCENT),
                      g_strdup ("only the direction holds"));
  ipl_plot_set_rows (plot, "token", shown.M);
  ipl_plot_add_column (plot, g_strdup ("z"), z);
  ipl_plot_add_column (plot, g_strdup ("z predicted"), predicted);
}

static void
describe (GString *text, const IplView *view)
{
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  g_string_append_printf (text,
                          "The logits z of %" G_GSIZE_FORMAT
                          " tokens against what follows for them from the weights V.",
                          shown.M);
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
  if (ipl_joint_direction_only (*ipl_joint_view_get (&shown, "correlation"),
                                *ipl_joint_view_get (&shown, "relative_error")))
    g_string_append (text, " Only the direction of z still follows from V, not its size.");
}

const IplPanel ipl_panel_joint_prediction = {
  .id = "joint-prediction",
  .title = "Logits from weights",
  .experiment = "joma-joint",
  .build = build,
  .say = ipl_joint_view_say,
  .describe = describe,
  .ranges = IPL_RANGE_XY,
  .height_narrow = 0.75,
  .height_wide = 0.45,
};
