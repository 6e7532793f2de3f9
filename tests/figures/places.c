/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where things are drawn by hand, from the layouts of their panels. */

#include "places.h"

#include "figures/panels/sequence/sequence.h"
#include "figures/panels/theory/path-layout.h"
#include "figures/panels/theory/u-layout.h"
#include "figures/plot/plot-panel.h"

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
      int token = target->token - piece->first;
      IplTarget whole = *target;
      IplRect r = piece->area;

      whole.token = -1;
      if (!piece->is_picked || piece->kind == IPL_PIECE_PLANE
          || !ipl_target_equal (&whole, &piece->target)
          || (piece->kind == IPL_PIECE_WHOLE ? target->token >= 0 : token < 0 || token >= n))
        continue;
      if (piece->kind != IPL_PIECE_WHOLE)
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
  return layout.drawn[path];
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

gboolean
places_cell (const IplView *view, const IplStyle *style, double width, double height, guint map,
             gsize p, gsize q, double *x, double *y)
{
  g_auto (IplULayout) layout = { 0 };
  ipl_u_layout_init (&layout, view, style, width, height);
  const gssize *place = layout.maps.shown.place;
  if (map >= layout.maps.n_maps || place[p] < 0 || place[q] < 0)
    return FALSE;
  double side = layout.map[map].w / layout.n;
  *x = layout.map[map].x + (place[q] + 0.5) * side;
  *y = layout.map[map].y + (place[p] + 0.5) * side;
  return TRUE;
}

gboolean
places_thumbnail (const IplView *view, const IplStyle *style, double width, double height,
                  guint row, double *x, double *y)
{
  g_auto (IplULayout) layout = { 0 };
  ipl_u_layout_init (&layout, view, style, width, height);
  for (guint t = 0; t < layout.thumbnails->len; t++)
    {
      const IplThumbnail *thumbnail = &g_array_index (layout.thumbnails, IplThumbnail, t);
      if (thumbnail->row != row || thumbnail->map[0].w <= 0)
        continue;
      *x = thumbnail->map[0].x + thumbnail->map[0].w / 2;
      *y = thumbnail->map[0].y + thumbnail->map[0].h / 2;
      return TRUE;
    }
  return FALSE;
}
