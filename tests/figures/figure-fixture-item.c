/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the items of plots are. */

#include "figures/plot/panel-calls.h"
#include "figures/plot/plot-private.h"
#include "figure-fixture.h"

static gboolean
find_in_axes (const IplPlotAxes *axes, const IplStyle *style, const IplTarget *target, double *x,
              double *y)
{
  for (guint m = 0; m < axes->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (axes->marks, IplMark, m);

      for (gsize i = 0; i < ipl_mark_count_items (mark); i++)
        {
          if (!ipl_mark_has (mark, target, i))
            continue;
          if (mark->kind == IPL_MARK_POINTS && ipl_mark_place (axes, style, mark, i, x, y))
            return TRUE;
          if (mark->kind != IPL_MARK_BARS)
            continue;
          *x = ipl_axes_x (axes, ipl_numbers_get (&mark->x, i));
          *y = axes->frame.plot.y + 0.9 * axes->frame.plot.h;
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
fixture_find_item (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
                   double height, IplTarget target, double *x, double *y)
{
  g_autoptr (IplPlot) plot = ipl_panel_layout (panel, view, style, width, height);

  for (guint i = 0; i < plot->axes->len; i++)
    if (find_in_axes (ipl_plot_get_axes (plot, i), style, &target, x, y))
      return TRUE;
  return FALSE;
}
