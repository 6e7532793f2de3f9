/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The heatmaps in words and as a table, what is highlighted on them, and what lies under the
 * pointer. */

#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/kit/scribe.h"
#include "figures/kit/text.h"
#include "figures/panels/theory/u-layout.h"
#include "figures/view/panel.h"
#include "figures/view/shown-paths.h"
#include "figures/view/target-step.h"
#include "figures/view/target-words.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/view.h"
#include "figures/view/words.h"

#include <math.h>

/* The range of the entries that the first heatmap shows. */
static void
describe_range (GString *text, const IplUMaps *maps)
{
  const IplUSource *source = &maps->source[0];
  double lowest = INFINITY, highest = -INFINITY;

  if (source->values == NULL)
    return;
  for (gsize i = 0; i < maps->n * maps->n; i++)
    {
      double value = ipl_u_maps_at (maps, source, i / maps->n, i % maps->n);

      lowest = fmin (lowest, value);
      highest = fmax (highest, value);
    }
  g_autofree char *low = ipl_number_text (lowest, 3);
  g_autofree char *high = ipl_number_text (highest, 3);
  g_string_append_printf (text, " Entries lie between %s and %s.", low, high);
}

static void
describe_u (GString *text, const IplView *view)
{
  static const char *const what[IPL_N_HEATMAPS] = {
    [IPL_HEATMAP_THEORY] = "the order parameter U",
    [IPL_HEATMAP_SAMPLED] = "the sampled mean of the order parameter U",
    [IPL_HEATMAP_DIFFERENCE] = "the sampled mean of the order parameter U less the theory's",
    [IPL_HEATMAP_SD] = "the posterior standard deviation of the order parameter U",
    [IPL_HEATMAP_SIDE_BY_SIDE] = "the order parameter U by theory beside its sampled mean",
    [IPL_HEATMAP_TRAINED] = "the order parameter U of the network trained by gradient descent",
  };
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  g_auto (IplUMaps) maps = { 0 };
  const IplShownPaths *shown = &maps.shown;
  g_autofree char *outputs = ipl_view_outputs_text (view);
  ipl_u_maps_init (&maps, view);
  g_string_append_printf (text,
                          "Heatmap of %s, %" G_GSIZE_FORMAT " by %" G_GSIZE_FORMAT
                          " paths, with %u small map%s for the widths of the sweep.",
                          what[view->display.heatmap], shown->n, shown->n, rows->len,
                          rows->len == 1 ? "" : "s");
  if (maps.outputs.tile > 1)
    g_string_append_printf (text, " Each pair of paths is a tile of %u by %u outputs.",
                            maps.outputs.tile, maps.outputs.tile);
  else if (outputs != NULL)
    g_string_append_printf (text, " Shown: U %s.", outputs);
  ipl_describe_shown_paths (text, shown);
  if (view->display.heatmap_scale == IPL_HEATMAP_SYMLOG)
    g_string_append (text, " Colors are logarithmic on either side of 0.");
  if (view->display.heatmap_scale == IPL_HEATMAP_OFF_DIAGONAL && maps.n > 1)
    g_string_append (text,
                     " Colors have the range of what is beside the diagonal, which has none.");
  ipl_describe_setting (text, view);
  const IplCaseTrained *trained = view->the_case->trained;
  gboolean samples
      = view->display.heatmap != IPL_HEATMAP_THEORY && view->display.heatmap != IPL_HEATMAP_TRAINED;
  if (samples && view->posterior == NULL)
    g_string_append (text, " Not sampled yet.");
  if (view->display.heatmap == IPL_HEATMAP_TRAINED && trained == NULL)
    g_string_append (text, " There is no trained network.");
  if (view->display.heatmap == IPL_HEATMAP_SIDE_BY_SIDE && trained != NULL)
    g_string_append (text, " Beside them that of the network trained by gradient descent.");
  describe_range (text, &maps);
}

/* Its path, and where all outputs are shown its output. */
static void
append_row_name (GString *text, const IplView *view, const IplUMaps *maps, gsize row)
{
  gsize tile = maps->outputs.tile;

  g_string_append (text, ipl_view_path_name (view, maps->shown.path[row / tile]));
  if (tile > 1)
    g_string_append_printf (text, ", %s", ipl_view_output_name (view, (guint)(row % tile)));
}

/* A matrix with names on both sides, in the order shown. */
static void
table_matrix (GString *text, const IplView *view, const char *name, const char *doubt,
              IplUSource source)
{
  g_autofree char *heading = NULL, *outputs = ipl_view_outputs_text (view);
  g_auto (IplUMaps) maps = { 0 };

  ipl_u_maps_init (&maps, view);
  heading = ipl_shown_paths_heading (&maps.shown, name);
  g_string_append_printf (text, "%s%s", heading, doubt);
  if (outputs != NULL && maps.outputs.tile == 1)
    g_string_append_printf (text, ", %s", outputs);
  for (gsize j = 0; j < maps.n; j++)
    {
      g_string_append_c (text, '\t');
      append_row_name (text, view, &maps, j);
    }
  g_string_append_c (text, '\n');
  for (gsize i = 0; source.values != NULL && i < maps.n; i++)
    {
      append_row_name (text, view, &maps, i);
      for (gsize j = 0; j < maps.n; j++)
        ipl_table_cell (text, ipl_u_maps_at (&maps, &source, i, j));
      g_string_append_c (text, '\n');
    }
}

/* The source of the heatmaps' numbers. */
static void
table_u (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  const IplPosteriorSummary *posterior = view->posterior;
  const double *theory = view->current != NULL ? view->current->U : NULL;
  const double *sampled = posterior != NULL ? posterior->U_mean : NULL;
  const double *trained = the_case->trained != NULL ? the_case->trained->U : NULL;
  const char *doubt = ipl_view_doubt_heading (view);
  switch (view->display.heatmap)
    {
    case IPL_HEATMAP_SAMPLED:
      table_matrix (text, view, "E[U]", "", (IplUSource){ sampled });
      break;
    case IPL_HEATMAP_DIFFERENCE:
      table_matrix (text, view, "E[U] - theory", doubt,
                    (IplUSource){ theory != NULL ? sampled : NULL, .less = theory });
      break;
    case IPL_HEATMAP_SD:
      table_matrix (text, view, "sd of U", "",
                    posterior != NULL ? (IplUSource){ posterior->U_sd, .traced = posterior->traced }
                                      : (IplUSource){ NULL });
      break;
    case IPL_HEATMAP_SIDE_BY_SIDE:
      table_matrix (text, view, "U", doubt, (IplUSource){ theory });
      g_string_append_c (text, '\n');
      table_matrix (text, view, "E[U]", "", (IplUSource){ sampled });
      if (trained == NULL)
        break;
      g_string_append_c (text, '\n');
      /* fall through */
    case IPL_HEATMAP_TRAINED:
      table_matrix (text, view, "U, gradient descent", "", (IplUSource){ trained });
      break;
    default:
      table_matrix (text, view, "U", doubt, (IplUSource){ theory });
      break;
    }
}

/* The path of a row. */
static gsize
path_at (const IplULayout *layout, gsize row)
{
  return layout->maps.shown.path[row / layout->maps.outputs.tile];
}

/* From @i on, where the next run of not highlighted paths begins and ends; whether there is one. */
static gboolean
next_unlit (const gboolean *lit, gsize n, gsize i, gsize *begin, gsize *end)
{
  while (i < n && lit[i])
    i++;
  *begin = i;
  while (i < n && !lit[i])
    i++;
  *end = i;
  return *end > *begin;
}

/* Dims the cells of which neither row nor column is highlighted. */
static void
veil (const IplULayout *layout, const IplStyle *style, cairo_t *cr, const IplRect *map,
      const gboolean *lit)
{
  gsize n = layout->n, top, bottom = 0, left, right;
  double side = map->w / n;
  while (next_unlit (lit, n, bottom, &top, &bottom))
    for (right = 0; next_unlit (lit, n, right, &left, &right);)
      cairo_rectangle (cr, map->x + left * side, map->y + top * side, (right - left) * side,
                       (bottom - top) * side);
  ipl_set_color (cr, style->paper, 0.62);
  cairo_fill (cr);
}

static void
outline (cairo_t *cr, const IplStyle *style, double x, double y, double w, double h, double line)
{
  cairo_rectangle (cr, x, y, w, h);
  cairo_set_line_width (cr, 2 * line);
  ipl_set_color (cr, style->paper, 0.8);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, line);
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
}

static void
light_map (const IplULayout *layout, const IplStyle *style, cairo_t *cr, const IplRect *map,
           const IplTarget *target, double line)
{
  double side = map->w / layout->n;
  line = MIN (line, MAX (0.22 * side, 0.3 * line));
  /* Cells too small for a frame have the veil alone. */
  if (side < 1.5 && target->other < 0)
    return;
  if (target->path < 0 || target->path >= (int)layout->maps.Pi
      || target->other >= (int)layout->maps.Pi)
    return;
  const gssize *place = layout->maps.shown.place;
  /* Those that are left out have no row. */
  if (place[target->path] < 0 || (target->other >= 0 && place[target->other] < 0))
    return;
  /* A tile where all outputs are shown, of which a target may say a cell. */
  gsize tile = layout->maps.outputs.tile;
  gsize i = (gsize)place[target->path], j;
  if (target->other < 0)
    {
      side *= tile;
      outline (cr, style, map->x, map->y + i * side, map->w, side, line);
      outline (cr, style, map->x + i * side, map->y, side, map->h, line);
      return;
    }
  j = (gsize)place[target->other];
  if (tile > 1 && target->output > 0 && target->output <= tile && target->other_output > 0
      && target->other_output <= tile)
    {
      i = i * tile + target->output - 1;
      j = j * tile + target->other_output - 1;
    }
  else
    side *= tile;
  if (i != j)
    outline (cr, style, map->x + i * side, map->y + j * side, side, side, 0.5 * line);
  outline (cr, style, map->x + j * side, map->y + i * side, side, side, line);
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplULayout *layout = data;
  const IplTarget *targets[] = { selected, hovered };
  gboolean bands = FALSE;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  g_autofree gboolean *lit = g_new0 (gboolean, layout->n);
  for (int f = 0; f < 2; f++)
    if (targets[f]->head >= 0 || (targets[f]->path >= 0 && targets[f]->other < 0))
      {
        bands = TRUE;
        for (gsize i = 0; i < layout->n; i++)
          if (ipl_target_has_path (targets[f], view->the_case, path_at (layout, i)))
            lit[i] = TRUE;
      }
  for (guint t = 0; t <= layout->thumbnails->len; t++)
    {
      const IplThumbnail *thumbnail
          = t > 0 ? &g_array_index (layout->thumbnails, IplThumbnail, t - 1) : NULL;
      const IplRect *maps = thumbnail != NULL ? thumbnail->map : layout->map;
      if (maps[0].w <= 0)
        continue;
      for (guint m = 0; m < (thumbnail != NULL ? layout->maps.n_parts : layout->maps.n_maps); m++)
        {
          if (bands)
            veil (layout, style, cr, &maps[m], lit);
          for (int f = 0; f < 2; f++)
            light_map (layout, style, cr, &maps[m], targets[f],
                       (t == 0 ? 1.3 : 0.6) * style->line_pt);
        }
      for (int f = 0; f < 2; f++)
        if (thumbnail != NULL && targets[f]->row == (int)thumbnail->row)
          {
            IplRect area = ipl_u_layout_thumbnail_area (layout, thumbnail);
            outline (cr, style, area.x, area.y, area.w, area.h, 2 * style->line_pt);
          }
    }
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  if (ipl_target_is_beside (said) || layout->maps.Pi > 6)
    {
      g_autofree char *caption = ipl_target_caption (said, view);
      if (caption != NULL)
        ipl_caption_markup (style, caption, cr, width);
    }
}

static void
set_cell (const IplULayout *layout, gsize i, gsize j, IplTarget *target)
{
  target->path = (int)path_at (layout, i);
  target->other = (int)path_at (layout, j);
  if (layout->maps.outputs.tile > 1)
    {
      target->output = (guint)(i % layout->maps.outputs.tile) + 1;
      target->other_output = (guint)(j % layout->maps.outputs.tile) + 1;
    }
}

/* Records where the cells of the large maps and the small maps are. */
static void
record_items (const IplULayout *layout, cairo_t *cr)
{
  double side = layout->map[0].w / layout->n;
  gsize n = layout->n <= IPL_ITEMS_MOST_CELLS / layout->n ? layout->n * layout->n : 0;

  for (gsize k = 0; k < n * layout->maps.n_maps; k++)
    {
      const IplRect *map = &layout->map[k / n];
      gsize i = k % n / layout->n, j = k % layout->n;
      IplTarget target = IPL_TARGET_NONE;

      set_cell (layout, i, j, &target);
      ipl_item_area (cr, &target, &(IplRect){ map->x + j * side, map->y + i * side, side, side });
    }
  for (guint t = 0; t < layout->thumbnails->len; t++)
    {
      const IplThumbnail *thumbnail = &g_array_index (layout->thumbnails, IplThumbnail, t);
      IplRect area = ipl_u_layout_thumbnail_area (layout, thumbnail);
      IplTarget target = IPL_TARGET_NONE;

      target.row = (int)thumbnail->row;
      if (thumbnail->map[0].w > 0)
        ipl_item_area (cr, &target, &area);
    }
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  ipl_u_heatmap_draw (layout, view, style, cr, width, height);
  if (ipl_items_are_recorded (cr))
    record_items (layout, cr);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplULayout *layout = data;
  double side = layout->map[0].w / layout->n, label = 3 * style->font_pt;

  for (guint m = 0; m < layout->maps.n_maps; m++)
    if (ipl_rect_contains (&layout->map[m], x, y))
      {
        gsize i = (gsize)CLAMP ((y - layout->map[m].y) / side, 0, layout->n - 1);
        gsize j = (gsize)CLAMP ((x - layout->map[m].x) / side, 0, layout->n - 1);

        set_cell (layout, i, j, target);
        return TRUE;
      }
  for (guint t = 0; t < layout->thumbnails->len; t++)
    {
      const IplThumbnail *thumbnail = &g_array_index (layout->thumbnails, IplThumbnail, t);
      IplRect area = ipl_u_layout_thumbnail_area (layout, thumbnail);
      area.y -= ipl_text_height (style, ipl_style_small (style));
      area.h += thumbnail->map[0].y - area.y;
      if (thumbnail->map[0].w > 0 && ipl_rect_contains (&area, x, y))
        {
          target->row = thumbnail->row;
          return TRUE;
        }
    }
  /* A path by its name. */
  for (guint m = 0; m < layout->maps.n_maps && layout->maps.shown.n <= 16 && target->path < 0; m++)
    {
      const IplRect *map = &layout->map[m];
      gsize i = (gsize)CLAMP ((y - map->y) / side, 0, layout->n - 1);
      gsize j = (gsize)CLAMP ((x - map->x) / side, 0, layout->n - 1);
      if (map->x == layout->map[0].x && x < map->x && x > map->x - label && y >= map->y
          && y < map->y + map->h)
        target->path = (int)path_at (layout, i);
      else if (y >= map->y + map->h && y < map->y + map->h + 1.6 * style->font_pt && x >= map->x
               && x < map->x + map->w)
        target->path = (int)path_at (layout, j);
    }
  return target->path >= 0;
}

static const IplPosteriorSummary *
find_doubtful (const IplView *view)
{
  gboolean samples
      = view->display.heatmap != IPL_HEATMAP_THEORY && view->display.heatmap != IPL_HEATMAP_TRAINED;
  return samples && view->posterior != NULL && !view->posterior->fine ? view->posterior : NULL;
}

/* More paths want more room. */
static double
grow (gsize n_paths, gboolean narrow)
{
  return n_paths > 16 ? 1.1 : 1;
}

const IplPanel ipl_panel_u = {
  .id = "u",
  .title = "Order parameter U",
  .title_markup = "Order parameter <i>U</i>",
  .needs = IPL_NEEDS_THEORY,
  .controls = IPL_CONTROL_OUTPUTS,
  .choice = &ipl_choice_heatmap,
  .doubtful = find_doubtful,
  .layout_size = sizeof (IplULayout),
  .layout_init = ipl_u_layout_init,
  .layout_clear = ipl_u_layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = ipl_step_cells,
  .describe = describe_u,
  .table = table_u,
  .height_narrow = 0.85,
  .height_wide = 0.46,
  .growth = grow,
};
