/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The path-path kernels C whose sum is K, each framed by its U (figure 1d of the paper). */

#include "figures/panels/theory/kernel-tiles.h"

#include "figures/kit/number.h"
#include "figures/view/outputs.h"
#include "figures/view/solver-warnings.h"

#include <math.h>

/* Colour range of a kernel, in standard deviations from its mean. */
#define REACH 2.5
/* Maximum number of paths for which all pairs are shown in a grid. */
#define GRID_PATHS 6

/* Returns @limit, extended to the colour range of a kernel whose off-diagonal numbers have
 * standard deviation @sd. */
double
ipl_kernel_limit (double limit, double sd)
{
  return isfinite (sd) ? MAX (limit, REACH * sd) : limit;
}

/* Returns a limit that can be a divisor, even if all numbers are equal or there are none. Rounds
 * to three digits, so that cached pictures do not depend on the order of summation. */
double
ipl_kernel_limit_finish (double limit)
{
  double digit = limit > 1e-290 ? pow (10, floor (log10 (limit)) - 2) : 1;

  return limit > 1e-290 ? round (limit / digit) * digit : 1;
}

static IplTarget
make_pair (gsize i, gconstpointer data)
{
  const IplCaseInfo *the_case = data;

  return ipl_target_pair (i / the_case->Pi, i % the_case->Pi);
}

/* A pair is part of both of its paths, and of each head on both. */
static gboolean
has_pair (const IplTarget *target, gsize i, gconstpointer data)
{
  const IplCaseInfo *the_case = data;
  int p = (int)(i / the_case->Pi), q = (int)(i % the_case->Pi);
  int path = ipl_target_get (target, IPL_PART_PATH);
  int other = ipl_target_get (target, IPL_PART_OTHER);
  gboolean has_p = ipl_target_has_path (target, the_case, (gsize)p);
  gboolean has_q = ipl_target_has_path (target, the_case, (gsize)q);

  if (path >= 0 && other >= 0)
    return (p == path && q == other) || (q == path && p == other);
  return path >= 0 ? has_p || has_q : has_p && has_q;
}

static const IplItems pairs = { "pair", IPL_TARGET_PAIR, make_pair, has_pair };

/* Cells of a facet include its pair of paths. */
static IplTarget
make_cell (const IplPlotAxes *axes, gsize row, gsize column)
{
  const IplPlotFacet *facet = &axes->facet;
  IplTarget target = ipl_target_cell (row * axes->map_spec.columns + column), pair;

  if (facet->items != NULL)
    {
      pair = make_pair (facet->item, facet->item_data);
      ipl_target_set (&target, IPL_PART_PATH, (gsize)ipl_target_get (&pair, IPL_PART_PATH));
      ipl_target_set (&target, IPL_PART_OTHER, (gsize)ipl_target_get (&pair, IPL_PART_OTHER));
    }
  return target;
}

/* The kernel of (q, p) is the transpose of that of (p, q). */
static gboolean
find_cell (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  const IplPlotFacet *facet = &axes->facet;
  gsize n = axes->map_spec.columns, cell = (gsize)ipl_target_get (target, IPL_PART_CELL);
  int path = ipl_target_get (target, IPL_PART_PATH);
  IplTarget own;

  if (cell >= n * n)
    return FALSE;
  *row = cell / n;
  *column = cell % n;
  if (facet->items == NULL)
    return TRUE;
  own = make_pair (facet->item, facet->item_data);
  if (ipl_target_get (&own, IPL_PART_PATH) != path)
    {
      *row = cell % n;
      *column = cell / n;
    }
  return path >= 0 && has_pair (target, facet->item, facet->item_data);
}

const IplCellItems ipl_cells_of_kernel = { make_cell, find_cell, FALSE, TRUE };

/* Returns the sentence for missing kernels; NULL if they exist. */
const char *
ipl_kernels_empty (const IplView *view, const char **more)
{
  const char *why = ipl_quantities_get_why (&view->quantities, &ipl_quantity_kernels);

  *more = NULL;
  if (view->kernels != NULL)
    return NULL;
  if (view->current == NULL)
    return "Not solved yet.";
  *more = why == NULL ? "They are computed while a page shows them." : NULL;
  return why != NULL ? why : "The kernels are being computed.";
}

/* Adds the notes of both panels, on the examples, the setting and U. */
void
ipl_kernels_add_notes (IplPlot *plot)
{
  const IplView *view = plot->view;
  const IplKernelPicture *picture = view->kernels;
  const IplCase *the_case = ipl_case_info_get_case (view->the_case);
  gsize block = ipl_kernel_cells_largest (picture->cells);
  g_autofree char *outputs = ipl_view_traced_text (view);

  if (the_case != NULL && the_case->structure_words != NULL)
    ipl_plot_add_note (plot, "Within a class the examples are by %s.", the_case->structure_words);
  if (view->current != NULL
      && !ipl_setting_equal (&picture->solution->setting, &view->current->setting))
    ipl_plot_add_note (plot, "The kernels of an earlier setting are shown until these are ready.");
  if (outputs != NULL)
    ipl_plot_add_note (plot, "U is %s.", outputs);
  if (block > 1)
    ipl_plot_add_note (plot,
                       "With %" G_GSIZE_FORMAT " examples a cell is the mean over up to "
                       "%" G_GSIZE_FORMAT " of one label.",
                       picture->cells->the_case->train.count, block);
}

/* Adds the numbers of the pairs shown to text and table. */
static IplPlotAxes *
add_pair_numbers (IplPlot *plot, const IplKernelPicture *picture, const IplShownPaths *shown)
{
  gsize n = shown->n, Pi = picture->cells->the_case->Pi;
  double *U = ipl_plot_new_numbers (plot, n * n), *norm = ipl_plot_new_numbers (plot, n * n);
  double *product = ipl_plot_new_numbers (plot, n * n);
  IplPlotAxes *map;

  for (gsize k = 0; k < n * n; k++)
    {
      gsize p = shown->path[k / n], q = shown->path[k % n];

      U[k] = ipl_kernel_picture_U (picture, p, q);
      norm[k] = picture->solution->setting.variances[0] * picture->cells->norm[p * Pi + q];
      product[k] = fabs (U[k]) * norm[k];
    }
  map = ipl_plot_add_map (plot, n, n, ipl_numbers (U, n * n));
  map->is_hidden = TRUE;
  map->y.title = ipl_plot_format (plot, "U%s", ipl_view_doubt_heading (plot->view));
  map->names = ipl_plot_new_path_names (plot, shown);
  map->row_each = ipl_plot_adopt_text (plot, ipl_shown_paths_heading (shown, "path"));
  map->column_each = "other path";
  ipl_axes_list_numbers (map, (IplNumbers){ 0 }, ipl_numbers (norm, n * n), "|C|");
  ipl_axes_list_numbers (map, (IplNumbers){ 0 }, ipl_numbers (product, n * n), "|U C|");
  return map;
}

static void
add_note_key (IplPlotAxes *axes, char *text_take)
{
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), text_take)->brief = g_strdup ("");
}

/* Adds keys for the thickness of frames and the pairs shown. */
static void
add_keys (const IplPlot *plot, IplPlotAxes *axes, double largest, const IplShownPaths *shown)
{
  const IplKernelPicture *picture = plot->view->kernels;
  gsize block = ipl_kernel_cells_largest (picture->cells), Pi = picture->cells->the_case->Pi;
  g_autofree char *most = ipl_number_markup (largest, 3), *few = ipl_shown_paths_markup (shown);
  g_autofree char *outputs = ipl_view_traced_text (plot->view);

  for (guint k = 0; k < 2; k++)
    {
      IplMark *key = ipl_axes_add_key (axes, IPL_KEY_BAR_OUTLINE, IPL_ROLE_OF (SIGN, k),
                                       g_strdup_printf ("<i>U</i> %s 0", k == 0 ? "&gt;" : "&lt;"));

      key->hollow = TRUE;
      key->weight = 1.5;
    }
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                    g_strdup_printf ("frame width ∝ |<i>U</i>| (max %s)", most));
  if (outputs != NULL)
    add_note_key (axes, g_strdup_printf ("<i>U</i> %s", outputs));
  if (Pi > GRID_PATHS)
    add_note_key (axes, g_strdup_printf ("largest of %" G_GSIZE_FORMAT " shares of |<i>U C</i>|",
                                         Pi * (Pi + 1) / 2));
  else if (few != NULL)
    add_note_key (axes, g_steal_pointer (&few));
  if (block > 1)
    add_note_key (axes,
                  g_strdup_printf ("a cell: mean of up to %" G_GSIZE_FORMAT " examples", block));
}

static char *
path_markup (const IplPlot *plot, gsize path)
{
  return ipl_view_name_markup (ipl_view_path_short_name (plot->view, path));
}

/* Adds the kernel of a pair, in the orientation of U. */
static IplPlotAxes *
add_tile (IplPlot *plot, const IplKernelTile *tile, gsize p, gsize q, double largest, double limit)
{
  const IplKernelPicture *picture = plot->view->kernels;
  gsize n = picture->cells->n;
  IplPlotAxes *map = ipl_plot_add_facet (plot, n, ipl_numbers (tile->C, n * n), tile->mean, limit);

  map->cells.source = ipl_plot_format (plot,
                                       "results[\"C\"][%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT "]"
                                       "[np.ix_(EXAMPLES, EXAMPLES)]",
                                       p, q);
  map->cell_items = &ipl_cells_of_kernel;
  map->map_spec.shared = tile->C;
  map->map_spec.transposed = p != tile->p;
  map->map_spec.bar_title = "<i>C</i> − mean";
  map->facet = (IplPlotFacet){ .items = &pairs,
                               .item = p * picture->cells->the_case->Pi + q,
                               .item_data = plot->view->the_case,
                               .stroke = ipl_kernel_picture_U (picture, p, q) / largest };
  if (!isfinite (map->facet.stroke))
    map->facet.stroke = 0;
  return map;
}

/* Adds all pairs of the paths shown in a grid like U. */
static void
add_grid (IplPlot *plot, const IplShownPaths *shown, double largest, double limit)
{
  plot->grid_columns = (guint)shown->n;
  for (gsize k = 0; k < shown->n * shown->n; k++)
    {
      gsize row = k / shown->n, column = k % shown->n;
      gsize p = shown->path[row], q = shown->path[column];
      IplPlotAxes *map = add_tile (plot, ipl_kernel_picture_find (plot->view->kernels, p, q), p, q,
                                   largest, limit);

      map->facet.role = IPL_ROLE_OF (PATH, row == 0 ? q : p);
      map->facet.role.the_case = plot->view->the_case;
      if (row == 0)
        map->heading = ipl_plot_adopt_text (plot, path_markup (plot, q));
      if (column == 0)
        map->facet.side = ipl_plot_adopt_text (plot, path_markup (plot, p));
    }
}

/* Adds the pairs of largest weight, with their percentage of the total in their headings. */
static void
add_ranked (IplPlot *plot, double largest, double limit)
{
  const IplKernelPicture *picture = plot->view->kernels;

  plot->first_facet = plot->view->first_tile;
  for (gsize i = 0; i < picture->n_tiles; i++)
    {
      const IplKernelTile *tile = &picture->tiles[i];
      double share = picture->weight > 0 ? 100 * tile->weight / picture->weight : 0;
      g_autofree char *p = path_markup (plot, tile->p), *q = path_markup (plot, tile->q);
      g_autofree char *percent = ipl_number_text (share, share < 1 ? 1 : 2);

      add_tile (plot, tile, tile->p, tile->q, largest, limit)->heading
          = ipl_plot_adopt_text (plot, tile->p == tile->q
                                           ? g_strdup_printf ("%s: %s %%", p, percent)
                                           : g_strdup_printf ("%s–%s: %s %%", p, q, percent));
    }
}

/* Finds the largest U, and the colour limit that suits most tiles; the strongest may be clamped. */
static void
find_tile_limit (const IplKernelPicture *picture, double *largest, double *limit)
{
  gsize Pi = picture->cells->the_case->Pi;
  double sd = 0;

  for (gsize i = 0; i < Pi * Pi; i++)
    if (isfinite (picture->U[i]))
      *largest = MAX (*largest, fabs (picture->U[i]));
  for (gsize i = 0; i < picture->n_tiles; i++)
    sd += picture->tiles[i].sd / (double)picture->n_tiles;
  *limit = ipl_kernel_limit (*limit, sd);
}

/* Adds a note: "Of |U C| good–good (U = 13) has 40 %, ..." */
static void
describe_shares (IplPlot *plot, const IplKernelPicture *picture)
{
  g_autoptr (GString) text = g_string_new ("Of |U C|");
  gsize Pi = picture->cells->the_case->Pi;

  for (gsize i = 0; i < MIN (picture->n_tiles, 3) && picture->weight > 0; i++)
    {
      const IplKernelTile *tile = &picture->tiles[i];

      g_string_append_printf (text, "%s %s–%s", i == 0 ? "" : ",",
                              ipl_view_path_name (plot->view, tile->p),
                              ipl_view_path_name (plot->view, tile->q));
      ipl_number_append (text, " (U = ", ipl_kernel_picture_U (picture, tile->p, tile->q), 3);
      ipl_number_append (text, ") has ", 100 * tile->weight / picture->weight, 2);
      g_string_append (text, " %");
    }
  ipl_plot_add_note (plot, "%s, of %" G_GSIZE_FORMAT " pair%s.", text->str, Pi * (Pi + 1) / 2,
                     Pi == 1 ? "" : "s");
}

static void
build_tiles (IplPlot *plot, const IplView *view)
{
  const IplKernelPicture *picture = view->kernels;
  const IplQuantities *frame;
  double largest = 0, limit = 0;
  IplShownPaths own = { 0 };
  const IplShownPaths *shown;
  IplPlotAxes *pair_map;

  if (picture == NULL)
    {
      ipl_plot_add_axes (plot);
      return;
    }
  ipl_shown_paths_init (&own, view);
  shown = ipl_plot_adopt_paths (plot, own);
  find_tile_limit (picture, &largest, &limit);
  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL && frame->kernels != NULL; i++)
    find_tile_limit (frame->kernels, &largest, &limit);
  limit = ipl_kernel_limit_finish (limit);
  largest = largest > 1e-290 ? largest : 1;
  plot->gap = 0.6;
  pair_map = add_pair_numbers (plot, picture, shown);
  add_keys (plot, pair_map, largest, shown);
  if (view->the_case->Pi <= GRID_PATHS)
    add_grid (plot, shown, largest, limit);
  else
    add_ranked (plot, largest, limit);
  describe_shares (plot, picture);
  ipl_plot_describe_paths (plot, shown);
  ipl_kernels_add_notes (plot);
}

const IplPanel ipl_panel_kernel_tiles = {
  .id = "kernel-tiles",
  .title = "Path-path kernels",
  .sentence = "Path-path kernels C, of which the kernel K is the sum with weights U, training "
              "examples by class.",
  .needs = IPL_NEEDS_THEORY | IPL_NEEDS_KERNELS,
  .empty = ipl_kernels_empty,
  .build = build_tiles,
  .height_narrow = 1.05,
  .height_wide = 0.8,
};
