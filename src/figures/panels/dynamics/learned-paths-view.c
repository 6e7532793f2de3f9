/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Heads of learned paths: their names, colors and curves. */

#include "figures/panels/dynamics/learned-paths-view.h"

/* Heads, of which the last has learned nothing. */
guint
ipl_learned_view_n_heads (const IplView *view)
{
  const IplLearnedPaths *own = view->own->data;

  return own->n_learned + 1;
}

static char *
name (const IplView *view, guint head, const char *symbol)
{
  const IplLearnedPaths *own = view->own->data;
  IplJointSettings joint;

  if (head >= own->n_learned)
    return g_strdup ("untaught");
  ipl_learned_paths_settings (own, head, &joint);
  return g_strdup_printf ("%s = %.3g", symbol, joint.temperature);
}

/* "T = 0.5", of attention */
char *
ipl_learned_view_head_markup (const IplView *view, guint head)
{
  return name (view, head, "<i>T</i>");
}

char *
ipl_learned_view_head_text (const IplView *view, guint head)
{
  return name (view, head, "T");
}

/* Those that learn in order; the other in grey. */
IplColor
ipl_learned_view_color (const IplView *view, const IplStyle *style, guint head)
{
  guint n = ipl_learned_view_n_heads (view) - 1;

  return head < n ? ipl_time_plot_color (style, head, n)
                  : ipl_color_mix (style->paper, style->ink, 0.5);
}

/* A curve for every head; @stride is from one head to the next in a moment's numbers. */
void
ipl_learned_view_add_heads (const IplView *view, const IplStyle *style, IplTimePlot *plot,
                            const char *array, gsize stride)
{
  guint n = ipl_learned_view_n_heads (view);

  for (guint h = 0; h < n; h++)
    {
      IplTimeCurve *curve = ipl_time_plot_add_number (plot, view->trajectory, array, h * stride,
                                                      ipl_learned_view_head_markup (view, h),
                                                      ipl_learned_view_color (view, style, h));

      curve->dash = h + 1 < n ? h % (IPL_N_DASHES - 1) : IPL_DASH_DASH_DOT;
      curve->weight = 0.8;
    }
}
