/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Components of v(t): the weights of one hidden unit over all tokens, against time. */

#include "figures/kit/number.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

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
  ipl_plot_add_column (plot, g_strdup (trajectory->in_steps ? "step" : "time"),
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

/* Of a moment the least and the largest weight, else the token's numbers. */
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
  IPL_TIME_HEIGHTS,
};
