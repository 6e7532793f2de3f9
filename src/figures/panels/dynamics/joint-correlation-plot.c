/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The correlation of the logits z with what follows for them from the weights V, and with both
 * parts of that, against time. */

#include "core/dynamics/joint.h"
#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

static const struct
{
  const char *key, *words;
} parts[IPL_JOINT_N_PARTS] = {
  { "<i>ẑ</i>", "the prediction" },
  { "|<i>V<sub>m</sub></i>|²", "its part of the token’s own weights" },
  { "−<i>x̄<sub>m</sub></i>|<i>V</i>|²", "its part of the mean frequency" },
};

static const IplTrajectoryArray *
find (const IplView *view)
{
  return view->trajectory != NULL ? ipl_trajectory_find (view->trajectory, "correlations") : NULL;
}

static gboolean
fits (const IplView *view)
{
  return view->own != NULL && find (view) != NULL;
}

static double
mean_of (const IplView *view, guint moment, gsize part, double *sd)
{
  const IplTrajectoryArray *array = find (view);

  return ipl_trajectory_array_mean (array, moment, part, IPL_JOINT_N_PARTS, array->shape[0], sd);
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplTrajectoryArray *array = find (view);
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplMark *one = ipl_axes_add_rule (axes, 0, 1, IPL_ROLE (FAINT), NULL);
  double sd;

  one->dash = IPL_DASH_DASHED;
  one->weight = 0.6;
  ipl_axes_add_seeds_key (axes, array->shape[0]);
  for (gsize part = IPL_JOINT_N_PARTS; part-- > 0;)
    {
      IplMark *mark;

      /* Parts that the attention does not have. */
      if (!isfinite (mean_of (view, view->trajectory->S - 1, part, &sd)))
        continue;
      mark = ipl_plot_add_mean (plot, axes, array, part, IPL_JOINT_N_PARTS, array->shape[0],
                                IPL_ROLE_OF (SERIES, part), g_strdup (parts[part].key));
      mark->dash = part == 0 ? IPL_DASH_SOLID : IPL_DASH_DASHED;
    }
  axes->y = (IplPlotAxis){ "correlation with <i>z</i>", "correlation", NAN, 1, .pad = 0.04 };
}

static void
say_parts (GString *text, const IplView *view, guint moment)
{
  gboolean several = find (view)->shape[0] > 1, first = TRUE;

  for (gsize part = 0; part < IPL_JOINT_N_PARTS; part++)
    {
      double sd, mean = mean_of (view, moment, part, &sd);
      g_autofree char *value = ipl_number_fixed (mean, 4);
      g_autofree char *error = ipl_number_fixed (sd, 4);

      if (!isfinite (mean))
        continue;
      g_string_append_printf (text, "%s%s %s", first ? "correlation with " : ", with ",
                              parts[part].words, value);
      if (several)
        g_string_append_printf (text, " ± %s", error);
      first = FALSE;
    }
  if (first)
    g_string_append (text, "no correlation, as nothing varies");
}

static char *
say (const IplTarget *target, const IplView *view)
{
  GString *text;
  guint moment;

  if (!ipl_target_get_moment (target, view, &moment))
    return NULL;
  text = g_string_new (NULL);
  say_parts (text, view, moment);
  return ipl_trajectory_begin_sentence (view->trajectory, moment, text);
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append_printf (text,
                          "Correlation over tokens of the logits z with what the weights V predict "
                          "for them, and with both parts of the prediction, against time; mean and "
                          "standard deviation over %" G_GSIZE_FORMAT " seeds.",
                          find (view)->shape[0]);
  ipl_describe_moment (text, view);
  g_string_append (text, " At the time shown: ");
  say_parts (text, view, view->moment);
  g_string_append_c (text, '.');
}

static void
table (GString *text, const IplView *view)
{
  const IplTrajectoryArray *array = find (view);

  g_string_append (text,
                   "time\tseed\twith z predicted\twith its first part\twith its second part\n");
  for (guint moment = 0; moment < view->trajectory->S; moment++)
    for (gsize s = 0; s < array->shape[0]; s++)
      {
        const double *values = array->values + moment * array->size + s * (gsize)IPL_JOINT_N_PARTS;

        g_string_append_printf (text, "%.10g\t%" G_GSIZE_FORMAT,
                                view->trajectory->time[moment], s + 1);
        for (gsize part = 0; part < IPL_JOINT_N_PARTS; part++)
          ipl_table_cell (text, values[part]);
        g_string_append_c (text, '\n');
      }
}

const IplPanel ipl_panel_joint_correlation = {
  .id = "joint-correlation",
  .title = "Logits and weights correlate",
  .experiment = "joma-joint",
  .fits = fits,
  .build = build,
  .say = say,
  .describe = describe,
  .table = table,
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};
