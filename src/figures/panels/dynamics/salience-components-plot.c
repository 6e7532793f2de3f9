/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Components of the weights against time, with the time at which each has come to 90 % of its mu.
 */

#include "core/dynamics/salience.h"
#include "figures/kit/number.h"
#include "figures/panels/dynamics/salience-view.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static const char *const names[] = { "v", NULL };

static void
add_blow_up (IplPlotAxes *axes, double time)
{
  g_autofree char *text = ipl_number_text (time, 4);

  /* Room for its line. */
  axes->x.hi = 1.03 * time;
  ipl_axes_add_rule_at_x (axes, time, IPL_ROLE (INK),
                          g_strdup_printf ("blow-up, <i>t</i>* = %s", text))
      ->dash
      = IPL_DASH_DASHED;
}

static void
add_arrivals (IplPlot *plot, IplPlotAxes *axes, const IplSalienceView *shown)
{
  double *done = ipl_plot_new_numbers (plot, shown->M);
  IplMark *mark;

  for (guint l = 0; l < shown->M; l++)
    done[l] = isfinite (shown->times[l]) ? IPL_SALIENCE_DONE * shown->drive[l] : NAN;
  mark = ipl_axes_add_points (axes, ipl_numbers (shown->times, shown->M),
                              ipl_numbers (done, shown->M), ipl_salience_view_role (shown), NULL);
  mark->by_item = mark->hollow = mark->ranges_not = TRUE;
  mark->size = 0.26;
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplSalienceView shown;

  ipl_salience_view_init (&shown, view);
  if (!shown.linear)
    {
      IplMark *key = ipl_axes_add_key (axes, IPL_KEY_MARKER, IPL_ROLE (INK),
                                       g_strdup ("at 90 % of <i>μ</i>"));

      key->marker = IPL_MARKER_DOT;
      key->hollow = TRUE;
    }
  if (isfinite (shown.blow_up))
    add_blow_up (axes, shown.blow_up);
  ipl_axes_add_array (axes, view->trajectory, "v", "component");
  if (shown.times != NULL)
    add_arrivals (plot, axes, &shown);
  axes->until = shown.until;
  axes->y.title = "component <i>v</i>";
  axes->y.brief = "<i>v</i>";
}

static void
describe (GString *text, const IplView *view)
{
  IplSalienceView shown;
  guint n = 0;

  ipl_salience_view_init (&shown, view);
  g_string_append_printf (text, "%u components of the weights against time.", shown.M);
  for (guint l = 0; shown.times != NULL && l < shown.M; l++)
    n += isfinite (shown.times[l]) != 0;
  if (shown.times != NULL)
    g_string_append_printf (text, " %u come to 90 %% of what they are driven to.", n);
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

const IplPanel ipl_panel_salience_components = {
  .id = "salience-components",
  .ranges = IPL_RANGE_XY,
  .title = "Components",
  .experiment = "joma-salience",
  .build = build,
  .numbers = names,
  .describe = describe,
  IPL_AGAINST_TIME,
};
