/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where things are drawn by hand, from the layouts of their panels. */

#include "places.h"

#include "figure-once.h"

#include "figures/output/figure.h"
#include "figures/panels/network/attention-layout.h"
#include "figures/panels/network/picture.h"
#include "figures/panels/panel-table.h"
#include "figures/panels/theory/path-layout.h"
#include "figures/panels/theory/u-layout.h"

/* The middle of a patch of the large images, or of a head's small map; FALSE where it
 * is not drawn. */
gboolean
places_attention (const IplView *view, const IplStyle *style, double width, double height,
                  guint layer, guint head, int token, double *x, double *y)
{
  g_auto (IplAttentionLayout) self = { 0 };
  IplView usable = ipl_view_usable (view);
  ipl_attention_layout_init (&self, &usable, style, width, height);
  if (self.gallery == NULL || (token < 0 && self.small_side <= 0))
    return FALSE;
  IplRect r = token < 0 ? ipl_attention_layout_map (&self, layer, head)
                        : ipl_picture_patch (&self.image[token / IPL_ONE_SHOT_PATCHES],
                                             token % IPL_ONE_SHOT_PATCHES);
  *x = r.x + r.w / 2;
  *y = r.y + r.h / 2;
  return TRUE;
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

/* A place of a sequence of the task; FALSE where it is not shown. */
gboolean
places_sequence (const IplView *view, const IplStyle *style, double width, double height,
                 guint example, double *x, double *y)
{
  for (*y = 1; *y < height; *y += 4)
    for (*x = 1; *x < width; *x += 4)
      {
        IplTarget target;

        if (ipl_figure_pick (&ipl_panel_task, view, style, width, height, *x, *y, &target)
            && target.example == (int)example)
          return TRUE;
      }
  return FALSE;
}
