/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where things are drawn by hand, from the layouts of their panels. */

#include "places.h"

#include "figures/panels/panel-table.h"
#include "figures/panels/sequence/sequence.h"
#include "figures/panels/theory/path-diagram-layout.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot-thumbnails.h"

/* The middle of what is picked as a target; FALSE where it is not drawn, or a point of a plane. */
gboolean
places_token (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
              double height, const IplTarget *target, double *x, double *y)
{
  IplView usable = ipl_view_usable (view);
  IplSequence *self = ipl_panel_layout (panel, &usable, style, width, height);
  gboolean found = FALSE;

  for (guint i = 0; i < self->pieces->len && !found; i++)
    {
      const IplPiece *piece = &g_array_index (self->pieces, IplPiece, i);
      int n = (int)(piece->kind == IPL_PIECE_IMAGE ? piece->n * piece->n : piece->n);
      int token = ipl_target_get (target, IPL_PART_TOKEN) - piece->first;
      IplTarget whole = *target;
      IplRect r = piece->area;

      if (ipl_target_get (target, IPL_PART_SEQUENCE) >= 0)
        ipl_target_set (&whole, IPL_PART_TOKEN, (gsize)-1);
      if (ipl_target_is_none (&piece->target) || piece->kind == IPL_PIECE_PLANE
          || !ipl_target_equal (&whole, &piece->target)
          || (piece->kind == IPL_PIECE_SEQUENCE ? ipl_target_get (target, IPL_PART_TOKEN) >= 0
                                                : token < 0 || token >= n))
        continue;
      if (piece->kind != IPL_PIECE_SEQUENCE)
        r = ipl_piece_cell (piece, (gsize)token);
      *x = r.x + r.w / 2;
      *y = r.y + r.h / 2;
      found = TRUE;
    }
  ipl_panel_free_layout (panel, self);
  return found;
}

gboolean
places_path (const IplView *view, const IplStyle *style, double width, double height, gsize path,
             guint layer, double *x, double *y)
{
  g_auto (IplPathLayout) layout = { 0 };
  ipl_path_layout_init (&layout, view, style, width, height);
  g_return_val_if_fail (path < layout.Pi && layer <= layout.L + 1, FALSE);
  *y = layout.y[path * (layout.L + 2) + layer];
  *x = layout.tokens.x + layout.tokens.w;
  if (layer > layout.L)
    *x = layout.ports.x + layout.ports.w / 2;
  else if (layer > 0)
    {
      const IplRect *node = ipl_path_layout_node (
          &layout, layer - 1, ipl_case_path_head (view->the_case, path, layer - 1));
      *x = node->x + node->w / 2;
    }
  return layout.shown.place[path] >= 0;
}

gboolean
places_arc (const IplView *view, const IplStyle *style, double width, double height, gsize p,
            gsize q, double *x, double *y)
{
  g_auto (IplPathLayout) layout = { 0 };
  ipl_path_layout_init (&layout, view, style, width, height);
  guint stride = layout.L + 2;
  for (guint i = 0; i < layout.arcs->len; i++)
    {
      const IplArc *arc = &g_array_index (layout.arcs, IplArc, i);
      if (arc->p != MIN (p, q) || arc->q != MAX (p, q))
        continue;
      *x = layout.ports.x + layout.ports.w + arc->reach;
      *y = (layout.y[p * stride + layout.L + 1] + layout.y[q * stride + layout.L + 1]) / 2;
      return TRUE;
    }
  return FALSE;
}

/* The middle of a cell of one of the large maps of U; FALSE where the map or a path is left out. */
gboolean
places_cell (const IplView *view, const IplStyle *style, double width, double height, guint map,
             gsize p, gsize q, double *x, double *y)
{
  g_autoptr (IplPlot) plot = ipl_panel_layout (&ipl_panel_u, view, style, width, height);
  const gssize *place = plot->thumbnails->paths->place;
  IplRect at;

  if (map >= plot->thumbnails->n_large || place[p] < 0 || place[q] < 0)
    return FALSE;
  at = ipl_heat_map_cell (&ipl_plot_get_axes (plot, map)->map, (gsize)place[p], (gsize)place[q]);
  *x = at.x + at.w / 2;
  *y = at.y + at.h / 2;
  return TRUE;
}

gboolean
places_thumbnail (const IplView *view, const IplStyle *style, double width, double height,
                  guint row, double *x, double *y)
{
  g_autoptr (IplPlot) plot = ipl_panel_layout (&ipl_panel_u, view, style, width, height);

  for (guint i = 0; plot->thumbnails->has_small && i < plot->thumbnails->n_small; i++)
    {
      const IplPlotAxes *axes = ipl_thumbnails_get_small (plot, i, 0);

      if (ipl_target_get (&axes->caption.item, IPL_PART_ROW) != (int)row)
        continue;
      *x = axes->map.map.x + axes->map.map.w / 2;
      *y = axes->map.map.y + axes->map.map.h / 2;
      return TRUE;
    }
  return FALSE;
}
