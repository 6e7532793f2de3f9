/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arrow keys: steps shared by several panels. */

#include "figures/view/target-arrow-keys.h"

#include "figures/view/shown-paths.h"

gsize
ipl_case_shown_path (const IplCaseInfo *the_case, gsize rank)
{
  return the_case->display_order != NULL ? the_case->display_order[rank] : rank;
}

gsize
ipl_step_move (gsize at, int by, gsize n)
{
  gint64 moved = (gint64)at + by;
  return CLAMP (moved, 0, (gint64)n - 1);
}

/* Returns the next width of the sweep; from another target, the current or the first width. */
static IplTarget
step_rows (const IplTarget *self, const IplView *view, int by)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, FALSE);
  int row = ipl_target_get (self, IPL_PART_ROW);

  if (rows->len == 0)
    return IPL_TARGET_NONE;
  for (guint i = 0; i < rows->len; i++)
    if ((int)g_array_index (rows, guint, i) == row)
      return ipl_target_row (g_array_index (rows, guint, ipl_step_move (i, by, rows->len)));
  int current = ipl_view_current_row (view);
  return ipl_target_row (current >= 0 ? (guint)current : g_array_index (rows, guint, 0));
}

/* Steps between widths with horizontal and vertical keys. */
IplTarget
ipl_step_widths (const IplTarget *self, const IplView *view, int dx, int dy)
{
  return step_rows (self, view, dx - dy);
}

/* Steps between cells of the paths shown in the large map. Beyond its right or lower edge follow
 * the small maps. */
IplTarget
ipl_step_cells (const IplTarget *self, const IplView *view, int dx, int dy)
{
  const IplCaseInfo *the_case = view->the_case;
  g_auto (IplShownPaths) shown = { 0 };
  g_autoptr (GArray) rows = ipl_view_rows (view, FALSE);
  gsize first, last, Pi = the_case->Pi;
  gsize path = (gsize)ipl_target_get (self, IPL_PART_PATH);
  gsize other = (gsize)ipl_target_get (self, IPL_PART_OTHER);
  int row = ipl_target_get (self, IPL_PART_ROW);

  ipl_shown_paths_init (&shown, view);
  first = shown.path[0];
  last = shown.path[shown.n - 1];
  if (row >= 0 && rows->len > 0)
    {
      if (dx + dy < 0 && (int)g_array_index (rows, guint, 0) == row)
        return ipl_target_pair (first, last);
      return step_rows (self, view, dx + dy);
    }
  if (path >= Pi)
    return ipl_target_pair (first, first);
  other = other < Pi ? other : path;
  if (rows->len > 0 && ((dx > 0 && other == last) || (dy > 0 && path == last)))
    return ipl_target_row (g_array_index (rows, guint, 0));
  return ipl_target_pair (ipl_shown_paths_step (&shown, the_case, path, dy),
                          ipl_shown_paths_step (&shown, the_case, other, dx));
}

/* Steps between entries of U, from the one shown. */
IplTarget
ipl_step_entries (const IplTarget *self, const IplView *view, int dx, int dy)
{
  IplView without_sweep = *view;
  without_sweep.sweep = NULL;
  if (ipl_target_get (self, IPL_PART_PATH) < 0)
    return ipl_target_pair (view->pair_p, view->pair_q);
  return ipl_step_cells (self, &without_sweep, dx, dy);
}

/* Steps between heads, counted through the layers. */
IplTarget
ipl_step_heads (const IplTarget *self, const IplView *view, int dx, int dy)
{
  const IplCaseInfo *the_case = view->the_case;
  guint layer, head;

  if (!ipl_target_find_head (self, the_case, &layer, &head))
    return ipl_target_head (view->shown_layer, view->shown_head);
  guint index = ipl_step_move (ipl_case_head_index (the_case, layer, head), dx + dy,
                               ipl_case_n_heads (the_case));
  for (guint l = 0;; l++)
    {
      if (index < the_case->H[l])
        return ipl_target_head (l, index);
      index -= the_case->H[l];
    }
}
