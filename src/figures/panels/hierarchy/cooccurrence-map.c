/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What occurs together in a latent tree: by formula below the diagonal, counted above it. */

#include "figures/kit/heat-map.h"
#include "figures/panels/hierarchy/latent-tree-view.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/target-cell.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  IplTreeView shown;
  IplHeatMap map;
} Layout;

static double
cell (gsize row, gsize column, gconstpointer data)
{
  const IplTreeView *shown = data;

  return (column > row ? shown->counted : shown->P)[row * shown->M + column];
}

/* The scale begins at the tenth below the least probability of the formula. */
static double
find_least (const IplTreeView *shown)
{
  double least = ipl_latent_tree_cooccurrence (&shown->tree, shown->tree.depth);

  return MIN (floor (10 * least) / 10, 0.9);
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt;
  IplHeatMapSpec spec = { .cell = cell,
                          .hi = 1,
                          .square = TRUE,
                          .bar_title = "<i>P</i>(column | row); counted above the diagonal",
                          .row_title = "token",
                          .column_title = "token" };

  ipl_tree_view_init (&self->shown, view);
  spec.data = &self->shown;
  spec.rows = spec.columns = self->shown.M;
  spec.lo = find_least (&self->shown);
  ipl_heat_map_layout (&self->map, style,
                       &(IplRect){ margin, margin, width - 2 * margin, height - 2 * margin },
                       &spec);
  return self;
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;
  const IplRect *map = &self->map.map;

  ipl_heat_map_draw (&self->map, style, cr);
  /* The diagonal between the two halves. */
  cairo_move_to (cr, map->x, map->y);
  cairo_line_to (cr, map->x + map->w, map->y + map->h);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  guint l, m;

  if (!ipl_tree_view_get_pair (&self->shown, said, &l, &m))
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  g_autofree char *text = ipl_tree_view_describe_pair (&self->shown, view, l, m);
  ipl_heat_map_light (&self->map, style, m, l, cr);
  ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  return ipl_target_pick_cell (target, &((const Layout *)layout)->map, x, y);
}

static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplTreeView shown;

  ipl_tree_view_init (&shown, view);
  return ipl_target_step_cell (from, dx, dy, shown.M, shown.M, 1);
}

static void
describe (GString *text, const IplView *view)
{
  IplTreeView shown;

  ipl_tree_view_init (&shown, view);
  g_string_append_printf (text,
                          "How probable each of %u tokens is where another occurs, by "
                          "formula below the diagonal and counted in samples above it:",
                          shown.M);
  for (guint h = 1; h <= shown.tree.depth; h++)
    g_string_append_printf (text, "%s %.3f with the common ancestor %u level%s up",
                            h > 1 ? "," : "", ipl_latent_tree_cooccurrence (&shown.tree, h), h,
                            h > 1 ? "s" : "");
  g_string_append_c (text, '.');
}

static void
table (GString *text, const IplView *view)
{
  IplTreeView shown;

  ipl_tree_view_init (&shown, view);
  g_string_append (text, "token\tbeside token\tlevels up\tP\tcounted\n");
  for (guint m = 0; m < shown.M; m++)
    for (guint l = 0; l < shown.M; l++)
      {
        g_string_append_printf (text, "%u\t%u\t%u\t", l + 1, m + 1, ipl_latent_tree_height (l, m));
        ipl_table_number (text, shown.P[m * shown.M + l]);
        g_string_append_c (text, '\t');
        ipl_table_number (text, shown.counted[m * shown.M + l]);
        g_string_append_c (text, '\n');
      }
}

const IplPanel ipl_panel_cooccurrence = {
  .id = "cooccurrence",
  .title = "Co-occurrence",
  .experiment = "joma-tree",
  .layout_new = layout_new,
  .layout_free = g_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
