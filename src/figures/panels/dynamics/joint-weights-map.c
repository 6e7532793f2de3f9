/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The weights V as the tokens see them: at the start, and at the time shown. */

#include "figures/kit/number.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static void
build (IplPlot *plot, const IplView *view)
{
  const guint moments[] = { 0, view->moment };
  IplNumbers V[2];
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  plot->beside = 1.1;
  for (guint i = 0; i < 2; i++)
    {
      V[i] = ipl_numbers_at (view->trajectory, "V", moments[i]);
      IplPlotAxes *map = ipl_plot_add_map (plot, shown.M, shown.K, V[i]);
      g_autofree char *time
          = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[moments[i]]);

      ipl_plot_scale_map (plot, map, "V", moments[i]);
      map->map_spec.diverging = TRUE;
      map->map_spec.row_title = "token";
      map->map_spec.column_title = "hidden unit";
      map->map_spec.bar_title = ipl_plot_keep (plot, g_strdup_printf ("<i>V</i> at %s", time));
      map->shown_column = (int)shown.shown_class;
    }
  ipl_plot_add_cell_columns (plot, ipl_plot_get_axes (plot, 0), "token", "hidden unit",
                             "V at the start");
  ipl_plot_add_column (plot, g_strdup ("V"), V[1]);
}

static void
describe (GString *text, const IplView *view)
{
  IplJointView shown;
  const double *V;
  gsize best = 0;

  ipl_joint_view_init (&shown, view);
  V = ipl_joint_view_get (&shown, "V");
  for (gsize n = 0; n < shown.M * shown.K; n++)
    if (fabs (V[n]) > fabs (V[best]))
      best = n;
  g_autofree char *value = ipl_number_text (V[best], 3);
  g_string_append_printf (text,
                          "Weights of %" G_GSIZE_FORMAT " hidden units over %" G_GSIZE_FORMAT
                          " tokens, at the start and at the time shown. The largest is %s, of "
                          "token %" G_GSIZE_FORMAT " and unit %" G_GSIZE_FORMAT ".",
                          shown.K, shown.M, value, best / shown.K + 1, best % shown.K + 1);
  ipl_describe_moment (text, view);
}

const IplPanel ipl_panel_joint_weights = {
  .id = "joint-weights",
  .title = "All weights",
  .experiment = "joma-joint",
  .build = build,
  .say = ipl_joint_view_say,
  .describe = describe,
  .height_narrow = 1.3,
  .height_wide = 0.5,
};
