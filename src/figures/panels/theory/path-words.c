/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The path diagram in words, as a table and by arrow keys. */

#include "figures/panels/theory/path-layout.h"

#include "figures/kit/number.h"
#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

void
ipl_describe_paths (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  g_string_append_printf (text,
                          "Path diagram: %" G_GSIZE_FORMAT " attention path%s through %u layer%s (",
                          the_case->Pi, the_case->Pi == 1 ? "" : "s", the_case->L,
                          the_case->L == 1 ? "" : "s");
  for (guint l = 0; l < the_case->L; l++)
    {
      guint n = ipl_case_attention_heads (the_case, l);
      g_string_append (text, l ? ", " : "");
      if (n > 0)
        g_string_append_printf (text, "%u head%s%s", n, n == 1 ? "" : "s",
                                n < the_case->H[l] ? " and " : "");
      if (n < the_case->H[l])
        g_string_append (text, "the identity");
    }
  g_string_append (text, ").");
  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, view);
  ipl_describe_shown_paths (text, &shown);
  g_autofree char *outputs = ipl_view_outputs_text (view);
  if (outputs != NULL)
    g_string_append_printf (text, " Thickness: U %s.", outputs);
  ipl_describe_setting (text, view);
  if (view->current == NULL)
    return;
  gsize best = 0, p = 0, q = 0, Pi = the_case->Pi;
  const IplSolution *solution = view->current;
  for (gsize i = 0; i < Pi; i++)
    {
      if (ipl_view_u (view, solution, i, i) > ipl_view_u (view, solution, best, best))
        best = i;
      for (gsize j = i + 1; j < Pi; j++)
        if (p == q
            || fabs (ipl_view_u (view, solution, i, j)) > fabs (ipl_view_u (view, solution, p, q)))
          {
            p = i;
            q = j;
          }
    }
  if (view->current->setting.gp)
    {
      g_string_append (text, ipl_case_has_identity (the_case)
                                 ? " In this limit no paths are correlated."
                                 : " In this limit all paths weigh the same and none are "
                                   "correlated.");
      return;
    }
  g_autofree char *strongest = ipl_number_text (ipl_view_u (view, solution, best, best), 3);
  g_string_append_printf (text, " The heaviest path is %s with U = %s.",
                          ipl_view_path_name (view, best), strongest);
  if (p != q)
    {
      g_autofree char *pair = ipl_number_text (ipl_view_u (view, solution, p, q), 3);
      g_string_append_printf (text, " The strongest pair is %s and %s with U = %s.",
                              ipl_view_path_name (view, p), ipl_view_path_name (view, q), pair);
    }
}

void
ipl_table_paths (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, view);
  g_autofree char *heading = ipl_shown_paths_heading (&shown, "path");
  g_string_append (text, heading);
  for (guint l = 0; l < the_case->L; l++)
    g_string_append_printf (text, "\thead in layer %u", l + 1);
  g_string_append_printf (text, "\tU%s\n", ipl_view_doubt_heading (view));
  for (gsize i = 0; i < shown.n; i++)
    {
      gsize p = shown.path[i];
      g_string_append (text, ipl_view_path_name (view, p));
      for (guint l = 0; l < the_case->L; l++)
        {
          g_autofree char *head
              = ipl_view_head_label (the_case, l, ipl_case_path_head (the_case, p, l));
          g_string_append_printf (text, "\t%s", head);
        }
      ipl_table_cell (text, view->current != NULL ? ipl_view_u (view, view->current, p, p) : NAN);
      g_string_append_c (text, '\n');
    }
}

/* Up and down: the paths in the order shown, or the heads of a layer. Left and right: from the
 * readout through the layers, and back. */
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
