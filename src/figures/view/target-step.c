/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The arrow keys: from one thing of a panel to the next. */

#include "figures/view/panel-support.h"

static IplTarget
on_path (gsize path)
{
  IplTarget target = IPL_TARGET_NONE;
  target.path = path;
  return target;
}

static IplTarget
on_pair (gsize path, gsize other)
{
  IplTarget target = on_path (path);
  target.other = other;
  return target;
}

static IplTarget
on_head (guint layer, guint head)
{
  IplTarget target = IPL_TARGET_NONE;
  target.layer = layer;
  target.head = head;
  return target;
}

static IplTarget
on_row (guint row)
{
  IplTarget target = IPL_TARGET_NONE;
  target.row = row;
  return target;
}

static gsize
shown_at (const IplCase *the_case, gsize rank)
{
  return the_case->display_order ? the_case->display_order[rank] : rank;
}

static gsize
move (gsize at, int by, gsize n)
{
  gint64 moved = (gint64)at + by;
  return CLAMP (moved, 0, (gint64)n - 1);
}

/* Up and down: the paths in the order shown, or the heads of a layer. Left and right: from the
 * readout through the layers, and back. */
static IplTarget
step_paths (const IplTarget *self, const IplCase *the_case, int dx, int dy)
{
  if (self->head >= 0 && self->layer >= 0 && self->layer < (int)the_case->L)
    {
      guint layer = self->layer, head = MIN ((guint)self->head, the_case->H[layer] - 1);
      if (dx > 0 && layer + 1 == the_case->L)
        {
          for (gsize i = 0; i < the_case->Pi; i++)
            if (ipl_case_path_uses_head (the_case, shown_at (the_case, i), layer, head))
              return on_path (shown_at (the_case, i));
        }
      layer = move (layer, dx, the_case->L);
      head = move (MIN (head, the_case->H[layer] - 1), dy, the_case->H[layer]);
      return on_head (layer, head);
    }
  if (self->path < 0 || (gsize)self->path >= the_case->Pi)
    return on_path (shown_at (the_case, 0));
  if (dx < 0)
    return on_head (the_case->L - 1, ipl_case_path_head (the_case, self->path, the_case->L - 1));
  return on_path (
      shown_at (the_case, move (ipl_case_display_rank (the_case, self->path), dy, the_case->Pi)));
}

static IplTarget
step_rows (const IplTarget *self, const IplView *view, int by)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, FALSE);
  if (rows->len == 0)
    return IPL_TARGET_NONE;
  for (guint i = 0; i < rows->len; i++)
    if ((int)g_array_index (rows, guint, i) == self->row)
      return on_row (g_array_index (rows, guint, move (i, by, rows->len)));
  int current = ipl_view_current_row (view);
  return on_row (current >= 0 ? (guint)current : g_array_index (rows, guint, 0));
}

/* Cells of the large map; past its right or lower edge, the small ones. */
static IplTarget
step_cells (const IplTarget *self, const IplView *view, int dx, int dy)
{
  const IplCase *the_case = view->the_case;
  gsize Pi = the_case->Pi;
  g_autoptr (GArray) rows = ipl_view_rows (view, FALSE);
  if (self->row >= 0 && rows->len > 0)
    {
      if (dx + dy < 0 && (int)g_array_index (rows, guint, 0) == self->row)
        return on_pair (shown_at (the_case, 0), shown_at (the_case, Pi - 1));
      return step_rows (self, view, dx + dy);
    }
  if (self->path < 0 || (gsize)self->path >= Pi)
    return on_pair (shown_at (the_case, 0), shown_at (the_case, 0));
  gsize other
      = self->other >= 0 && (gsize)self->other < Pi ? (gsize)self->other : (gsize)self->path;
  gsize i = ipl_case_display_rank (the_case, self->path);
  gsize j = ipl_case_display_rank (the_case, other);
  if (rows->len > 0 && ((dx > 0 && j + dx >= Pi) || (dy > 0 && i + dy >= Pi)))
    return on_row (g_array_index (rows, guint, 0));
  return on_pair (shown_at (the_case, move (i, dy, Pi)), shown_at (the_case, move (j, dx, Pi)));
}

/* Entries of U, from the one that is shown. */
static IplTarget
step_entries (const IplTarget *self, const IplView *view, int dx, int dy)
{
  IplView alone = *view;
  alone.sweep = NULL;
  if (self->path < 0)
    return on_pair (view->pair_p, view->pair_q);
  return step_cells (self, &alone, dx, dy);
}

static IplTarget
step_components (const IplTarget *self, const IplView *view, int by)
{
  IplTarget target = IPL_TARGET_NONE;
  target.component
      = self->component < 0 ? 0 : move (self->component, by, ipl_view_n_components (view));
  return target;
}

/* Heads, from left to right through the layers; up and down through a layer alone. */
static IplTarget
step_heads (const IplTarget *self, const IplView *view, int dx, int dy)
{
  const IplCase *the_case = view->the_case;
  if (self->layer < 0 || self->layer >= (int)the_case->L || self->head < 0
      || self->head >= (int)the_case->H[self->layer])
    return on_head (view->shown_layer, view->shown_head);
  guint index = move (ipl_case_head_index (the_case, self->layer, self->head), dx + dy,
                      ipl_case_n_heads (the_case));
  for (guint l = 0;; l++)
    {
      if (index < the_case->H[l])
        return on_head (l, index);
      index -= the_case->H[l];
    }
}

static IplTarget
step_sequences (const IplTarget *self, const IplView *view, int by)
{
  IplTarget target = IPL_TARGET_NONE;
  if (view->gallery)
    target.example = self->example < 0 ? 0 : move (self->example, by, view->gallery->n);
  return target;
}

/* From patch to patch, image after image: a row of twelve patches, four high. A head alone is
 * stepped through by the small maps. */
static IplTarget
step_patches (const IplTarget *self, const IplView *view, int dx, int dy)
{
  const int side = IPL_ONE_SHOT_SIZE / IPL_ONE_SHOT_PATCH, patches = IPL_ONE_SHOT_PATCHES;
  if (!view->gallery)
    return IPL_TARGET_NONE;
  if (self->head >= 0 && self->token < 0)
    return step_heads (self, view, dx, dy);
  IplTarget target = on_head (view->shown_layer, view->shown_head);
  target.example = view->shown_example;
  if (self->token < 0 || self->token >= IPL_ONE_SHOT_T)
    {
      target.token = 2 * patches;
      return target;
    }
  int column = self->token / patches * side + self->token % side;
  int row = self->token % patches / side;
  column = move (column, dx, 3 * side);
  row = move (row, dy, side);
  target.token = column / side * patches + row * side + column % side;
  return target;
}

static IplTarget
step_training (const IplTarget *self, const IplView *view, int by)
{
  IplTarget target = IPL_TARGET_NONE;
  gsize n = view->training ? view->training->n_points : 0;
  if (n > 0)
    target.step
        = IPL_TARGET_POINT
          + (self->step < IPL_TARGET_POINT ? n - 1 : move (self->step - IPL_TARGET_POINT, by, n));
  return target;
}

static IplTarget
step_pruning (const IplTarget *self, const IplView *view, int by)
{
  IplTarget target = IPL_TARGET_NONE;
  if (view->pruning)
    target.step = self->step < 0 || self->step >= IPL_TARGET_POINT
                     ? MAX (0, view->pruned)
                     : (int)move (self->step, by, view->pruning->n_points);
  return target;
}

/**
 * ipl_target_step:
 * @self: where the keyboard stands; may be nothing
 * @panel: the panel that has the keyboard
 * @view: what it shows
 * @dx: columns to the right (left when below 0)
 * @dy: rows down (up when below 0)
 *
 * Moves through a panel by the arrow keys. Paths: up and down through paths or the heads of a
 * layer, left and right through the layers. U: cell by cell, and past the right or lower edge into
 * the small maps. Accuracy and calibration: from width to width. Overlap: from component to
 * component. Trace, ranks, marginal: from the entry of U that is shown to the next. Task: from
 * sequence to sequence. Attention: from patch to patch, or from head to head where a head alone is
 * held. Heads: from head to head. Training and pruning: from point to point. Where @self is
 * nothing, or nothing of this panel, the panel's first thing.
 *
 * Returns: the next thing, or nothing where the panel has nothing to point at
 */
IplTarget
ipl_target_step (const IplTarget *self, IplPanel panel, const IplView *view, int dx, int dy)
{
  g_return_val_if_fail (self && view && view->the_case, IPL_TARGET_NONE);
  IplView usable = ipl_view_usable (view);
  if (panel == IPL_PANEL_ALL)
    panel = self->row >= 0         ? IPL_PANEL_ACCURACY
            : self->component >= 0 ? IPL_PANEL_OVERLAP
            : self->other >= 0     ? IPL_PANEL_U
                                   : IPL_PANEL_PATHS;
  else if (panel == IPL_PANEL_NETWORK)
    panel = self->step >= 0                        ? IPL_PANEL_PRUNING
            : self->token >= 0                     ? IPL_PANEL_ATTENTION
            : self->example >= 0 && usable.gallery ? IPL_PANEL_TASK
                                                   : IPL_PANEL_HEADS;
  switch (panel)
    {
    case IPL_PANEL_TASK:
      return step_sequences (self, &usable, dx + dy);
    case IPL_PANEL_ATTENTION:
      return step_patches (self, &usable, dx, dy);
    case IPL_PANEL_HEADS:
      return step_heads (self, &usable, dx, dy);
    case IPL_PANEL_TRAINING:
      return step_training (self, &usable, dx - dy);
    case IPL_PANEL_PRUNING:
      return step_pruning (self, &usable, dx - dy);
    case IPL_PANEL_U:
      return step_cells (self, &usable, dx, dy);
    case IPL_PANEL_TRACE:
    case IPL_PANEL_RANKS:
    case IPL_PANEL_MARGINAL:
    case IPL_PANEL_POSTERIOR:
      return step_entries (self, &usable, dx, dy);
    case IPL_PANEL_CALIBRATION:
    case IPL_PANEL_ACCURACY:
      return step_rows (self, &usable, dx - dy);
    case IPL_PANEL_OVERLAP:
      return step_components (self, &usable, dx - dy);
    default:
      return step_paths (self, usable.the_case, dx, dy);
    }
}
