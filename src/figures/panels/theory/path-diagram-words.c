/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The path diagram as text and table, and its arrow keys. */

#include "figures/panels/theory/path-diagram-layout.h"

#include "figures/kit/number.h"
#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/solver-warnings.h"

#include <math.h>

/* Adds a note on the pair of paths with the largest |U|. */
static void
note_strongest_pair (IplPlot *plot, const IplShownPaths *shown)
{
  const IplView *view = plot->view;
  double strongest = 0;
  gsize p = 0, q = 0;

  for (gsize i = 0; i < shown->n; i++)
    for (gsize j = i + 1; j < shown->n; j++)
      if (fabs (ipl_view_u (view, view->current, shown->path[i], shown->path[j]))
          > fabs (strongest))
        {
          p = shown->path[i];
          q = shown->path[j];
          strongest = ipl_view_u (view, view->current, p, q);
        }
  if (p == q)
    return;
  g_autofree char *U = ipl_number_text (strongest, 3);

  ipl_plot_add_note (plot, "The strongest pair is %s and %s with U = %s.",
                     ipl_view_path_name (view, p), ipl_view_path_name (view, q), U);
}

/* Adds the note "Its 16 paths pass through 2 layers (4 heads, 4 heads)." */
static void
note_layers (IplPlot *plot, const IplCaseInfo *the_case)
{
  g_autoptr (GString) heads = g_string_new (NULL);

  for (guint l = 0; l < the_case->L; l++)
    g_string_append_printf (heads, "%s%u head%s", l > 0 ? ", " : "", the_case->H[l],
                            the_case->H[l] == 1 ? "" : "s");
  ipl_plot_add_note (plot, "Its %u path%s pass%s through %u layer%s (%s).", (guint)the_case->Pi,
                     the_case->Pi == 1 ? "" : "s", the_case->Pi == 1 ? "es" : "", the_case->L,
                     the_case->L == 1 ? "" : "s", heads->str);
}

/* Adds the head of each path in a layer to text and table. */
static void
add_head_names (IplPlot *plot, IplPlotAxes *axes, IplNumbers x, const IplShownPaths *shown,
                guint layer)
{
  const IplCaseInfo *the_case = plot->view->the_case;
  const char **names = ipl_plot_new_names (plot, shown->n);
  const char *series = ipl_plot_format (plot, "head in layer %u", layer + 1);
  IplMark *mark;

  for (gsize i = 0; i < shown->n; i++)
    {
      guint head = ipl_case_path_head (the_case, shown->path[i], layer);
      g_autofree char *name = ipl_view_head_label (the_case, layer, head);

      names[i] = ipl_plot_adopt_text (plot, ipl_view_name_markup (name));
    }
  mark = ipl_axes_list_numbers (axes, x, ipl_numbers (ipl_plot_new_numbers (plot, x.n), x.n),
                                series);
  mark->names = names;
  mark->listed = IPL_LISTED_IN_TABLE;
}

/* Adds the heads and U_pp of each path shown to text and table. */
void
ipl_paths_add_numbers (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplShownPaths own;
  ipl_shown_paths_init (&own, view);
  const IplShownPaths *shown = ipl_plot_adopt_paths (plot, own);
  g_autofree char *outputs = ipl_view_outputs_text (view);
  double *U = ipl_plot_new_numbers (plot, shown->n);
  IplNumbers x = ipl_plot_new_steps (plot, shown->n, 0, 1);

  for (gsize i = 0; i < shown->n; i++)
    {
      gsize p = shown->path[i];

      U[i] = view->current != NULL ? ipl_view_u (view, view->current, p, p) : NAN;
    }
  axes->names = ipl_plot_new_path_names (plot, shown);
  ipl_axes_add (
      axes, (IplMark){ IPL_MARK_POINTS, .x = x, .y = ipl_numbers (U, shown->n),
                       .each = ipl_plot_adopt_text (plot, ipl_shown_paths_heading (shown, "path")),
                       .series = ipl_plot_format (plot, "U%s", ipl_view_doubt_heading (view)) });
  for (guint l = 0; l < view->the_case->L; l++)
    add_head_names (plot, axes, x, shown, l);
  note_layers (plot, view->the_case);
  ipl_plot_describe_paths (plot, shown);
  if (outputs != NULL)
    ipl_plot_add_note (plot, "U is %s.", outputs);
  if (view->current != NULL && !view->current->setting.gp)
    note_strongest_pair (plot, shown);
}

/* Vertical keys step through the paths in the order shown, or the heads of a layer. Horizontal
 * keys step between the readout and the layers. */
IplTarget
ipl_step_paths (const IplTarget *self, const IplView *view, int dx, int dy)
{
  const IplCaseInfo *the_case = view->the_case;
  g_auto (IplShownPaths) shown = { 0 };
  gsize path = (gsize)ipl_target_get (self, IPL_PART_PATH);
  guint layer, head;

  ipl_shown_paths_init (&shown, view);
  if (ipl_target_find_head (self, the_case, &layer, &head))
    {
      if (dx > 0 && layer + 1 == the_case->L)
        {
          for (gsize i = 0; i < shown.n; i++)
            if (ipl_case_path_uses_head (the_case, shown.path[i], layer, head))
              return ipl_target_path (shown.path[i]);
          for (gsize i = 0; i < the_case->Pi; i++)
            if (ipl_case_path_uses_head (the_case, ipl_case_shown_path (the_case, i), layer, head))
              return ipl_target_path (ipl_case_shown_path (the_case, i));
        }
      layer = (guint)ipl_step_move (layer, dx, the_case->L);
      head = ipl_step_move (MIN (head, the_case->H[layer] - 1), dy, the_case->H[layer]);
      return ipl_target_head (layer, head);
    }
  if (path >= the_case->Pi)
    return ipl_target_path (shown.path[0]);
  if (dx < 0)
    return ipl_target_head (the_case->L - 1, ipl_case_path_head (the_case, path, the_case->L - 1));
  return ipl_target_path (ipl_shown_paths_step (&shown, the_case, path, dy));
}
