/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel b: the order parameter U as heatmaps, by theory, by sampling, both or of a trained
 * network: large at the current width, small at all widths. */

#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/panels/theory/u-maps.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/solver-warnings.h"

#include <math.h>

/* Fraction of the limit below which a symmetric logarithmic scale is linear. */
#define LINEAR_SHARE 1e-3
/* Maximum number of rows of maps whose cells have a corner for a ghost; cells of more rows may
 * be smaller than pixels. */
#define MAX_CORNERED 24
/* Maximum factor by which a ghost extends the colour scale. */
#define GHOST_WIDENS 2

/* With a trained network, samples have a map only if some width is sampled. */
static void
choose_maps (IplUMaps *self, const IplView *view)
{
  static const IplUKind single[IPL_N_HEATMAPS] = {
    [IPL_HEATMAP_THEORY] = IPL_U_THEORY,         [IPL_HEATMAP_SAMPLED] = IPL_U_SAMPLED,
    [IPL_HEATMAP_DIFFERENCE] = IPL_U_DIFFERENCE, [IPL_HEATMAP_SD] = IPL_U_SD,
    [IPL_HEATMAP_SIDE_BY_SIDE] = IPL_U_THEORY,   [IPL_HEATMAP_TRAINED] = IPL_U_TRAINED,
  };
  gboolean trained = view->the_case->trained != NULL && view->the_case->trained->U != NULL;

  self->kind[0] = single[view->display.heatmap];
  self->n_maps = 1;
  self->n_parts = self->kind[0] == IPL_U_TRAINED ? 0 : 1;
  if (view->display.heatmap != IPL_HEATMAP_SIDE_BY_SIDE)
    return;
  g_autoptr (GPtrArray) posteriors = ipl_view_posteriors (view);

  if (!trained || posteriors->len > 0 || view->posterior != NULL)
    self->kind[self->n_maps++] = IPL_U_SAMPLED;
  self->n_parts = self->n_maps;
  if (trained)
    self->kind[self->n_maps++] = IPL_U_TRAINED;
}

/* Returns the numbers of a map at a setting; empty if unknown. */
static IplNumbers
get_cells (const IplUMaps *self, guint m, const IplSolution *solution,
           const IplPosteriorSummary *posterior)
{
  IplUKind kind = self->kind[m];
  const IplOutputsView *outputs = &self->outputs;
  const IplCaseTrained *trained = self->view->the_case->trained;
  const double *theory = solution != NULL ? solution->U : NULL;
  const double *values = kind == IPL_U_THEORY    ? theory
                         : kind == IPL_U_TRAINED ? (trained != NULL ? trained->U : NULL)
                         : posterior == NULL     ? NULL
                         : kind == IPL_U_SD      ? posterior->U_sd
                         : kind == IPL_U_SAMPLED || theory != NULL ? posterior->U_mean
                                                                   : NULL;
  gboolean traced = kind == IPL_U_SD && outputs->tile == 1 && outputs->first != outputs->last;
  gsize tile = outputs->tile;
  double *cells;

  if (values == NULL)
    return (IplNumbers){ 0 };
  cells = ipl_plot_new_numbers (self->plot, self->n * self->n);
  for (gsize k = 0; k < self->n * self->n; k++)
    {
      gsize row = k / self->n, column = k % self->n;
      gsize i = self->paths->path[row / tile] * tile + row % tile;
      gsize j = self->paths->path[column / tile] * tile + column % tile;

      cells[k] = traced && posterior->traced != NULL ? posterior->traced[i * outputs->Pi + j].sd
                                                     : ipl_outputs_cell (outputs, values, i, j);
      cells[k] -= kind == IPL_U_DIFFERENCE ? ipl_outputs_cell (outputs, theory, i, j) : 0;
    }
  return ipl_numbers (cells, self->n * self->n);
}

/* Returns max |U|, without uncoloured cells; 0 if unknown. */
static double
find_largest (const IplUMaps *self, const IplNumbers *cells)
{
  double largest = cells->n > 0 ? 1e-300 : 0;

  for (gsize k = 0; k < cells->n; k++)
    if (isfinite (cells->data[k]) && !(self->leaves_diagonal && k % (self->n + 1) == 0))
      largest = MAX (largest, fabs (cells->data[k]));
  return largest;
}

/* Returns max |U| over all maps at a setting. Gradient descent has a separate scale if the
 * theory is shown, too. */
static double
find_largest_at (const IplUMaps *self, const IplSolution *solution,
                 const IplPosteriorSummary *posterior)
{
  double largest = 0;

  for (guint m = 0; m < self->n_maps; m++)
    {
      IplNumbers cells = { 0 };

      if (self->n_maps == 1 || self->kind[m] != IPL_U_TRAINED)
        cells = get_cells (self, m, solution, posterior);
      largest = MAX (largest, find_largest (self, &cells));
    }
  return largest;
}

/* (nullable): the latest ghost, if it is drawn in the corners of the cells. */
static const IplView *
find_ghost (const IplUMaps *self)
{
  const IplView *view = self->view;
  const IplView *ghost = view->n_ghosts > 0 ? view->ghosts[view->n_ghosts - 1] : NULL;

  return ghost != NULL && self->n <= MAX_CORNERED && ghost->the_case != NULL
                 && ipl_view_has_same_paths (view, ghost)
                 && ghost->the_case->labels.outputs == view->the_case->labels.outputs
             ? ghost
             : NULL;
}

/* Sets the colour scales: common to all frames of an animation, to all widths if they share one,
 * and to a ghost, which extends the scale at most by GHOST_WIDENS.
 * @small: max |U| of the small maps */
static void
choose_limits (IplUMaps *self, double small)
{
  const IplView *view = self->view, *ghost = find_ghost (self);
  const IplQuantities *frame;
  double own = find_largest_at (self, view->current, view->posterior);

  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL; i++)
    own = MAX (own, find_largest_at (self, frame->current,
                                     ipl_view_posterior_at (view, &frame->current->setting)));
  if (ghost != NULL)
    own = MAX (own,
               MIN (find_largest_at (self, ghost->current, ghost->posterior), GHOST_WIDENS * own));
  self->limit = view->display.shared_limits ? MAX (own, small) : own;
  if (!(self->limit > 1e-290))
    self->limit = 1;
  self->small_limit = self->limit;
  self->is_apart = self->n > IPL_U_MAX_NUMBERED && view->display.heatmap_scale != IPL_HEATMAP_SYMLOG
                   && own > 0 && own < IPL_U_PALE * self->limit;
  if (self->is_apart)
    self->limit = own;
}

/* @at: (nullable): NumPy expression of the row, if files of results contain it */
static IplPlotAxes *
add_map (const IplUMaps *self, guint m, IplNumbers cells, const char *at)
{
  static const char *const arrays[] = {
    [IPL_U_THEORY] = "results[\"U\"]",
    [IPL_U_SAMPLED] = "results[\"posterior_U_mean\"]",
    [IPL_U_DIFFERENCE] = "(results[\"posterior_U_mean\"] - results[\"U\"])",
    [IPL_U_SD] = "results[\"posterior_U_sd\"]",
  };
  IplPlotAxes *map = ipl_plot_add_map (self->plot, self->n, self->n, cells);

  if (at != NULL && self->kind[m] != IPL_U_TRAINED)
    map->cells.source
        = ipl_plot_format (self->plot, "%s[%s][np.ix_(PATHS, PATHS)]", arrays[self->kind[m]], at);
  map->cell_items = &ipl_cells_of_case_paths;
  map->cell_data = self->paths;
  map->is_matrix = TRUE;
  map->row_each = map->column_each = "path";
  return map;
}

static void
set_scale (const IplUMaps *self, IplPlotAxes *map, double limit)
{
  IplHeatMapSpec *spec = &map->map_spec;

  spec->square = TRUE;
  spec->averages = self->n > MAX_CORNERED;
  spec->diverging = self->kind[0] != IPL_U_SD;
  spec->leaves_diagonal = self->leaves_diagonal;
  spec->hi = limit;
  spec->linear = self->view->display.heatmap_scale == IPL_HEATMAP_SYMLOG ? LINEAR_SHARE * limit : 0;
}

static void
add_large (const IplUMaps *self, guint m, const char *const *names)
{
  const IplView *view = self->view, *ghost = find_ghost (self);
  IplPlotAxes *map = add_map (self, m, get_cells (self, m, view->current, view->posterior),
                              ipl_view_current_row (view) >= 0 ? "ROW" : NULL);

  map->names = names;
  map->y.title = ipl_u_make_series (self, m);
  map->cell_digits = self->n <= IPL_U_MAX_NUMBERED ? -1 : 0;
  map->caption.warns = ipl_view_theory_is_doubtful (view)
                       && (self->kind[m] == IPL_U_THEORY
                           || (self->kind[m] == IPL_U_DIFFERENCE && map->cells.n > 0));
  if (ghost != NULL)
    map->caption.ghost = get_cells (self, m, ghost->current, ghost->posterior);
}

static void
finish_large (const IplUMaps *self, guint m)
{
  IplPlotAxes *map = ipl_plot_get_axes (self->plot, m);
  double own
      = self->n_maps > 1 && self->kind[m] == IPL_U_TRAINED ? find_largest (self, &map->cells) : 0;
  g_autofree char *limit = ipl_number_markup (own, 2);

  set_scale (self, map, own > 1e-290 ? own : self->limit);
  if (own > 0)
    map->caption.limit = ipl_plot_format (self->plot, "±%s", limit);
  ipl_u_add_headings (self, m, &map->caption, map->cells.n > 0);
}

/* @solved: number of solved rows before it, the index in files of results
 * Returns: max |U| */
static double
add_small (const IplUMaps *self, guint row, guint solved)
{
  const IplView *view = self->view;
  const IplSolution *solution = ipl_view_row (view, (int)row);
  const IplPosteriorSummary *posterior
      = solution != NULL ? ipl_view_posterior_at (view, &solution->setting) : NULL;
  g_autofree char *at = g_strdup_printf ("%u", solved);
  double largest = 0;

  for (guint m = 0; m < self->n_parts; m++)
    {
      IplPlotAxes *map = add_map (self, m, get_cells (self, m, solution, posterior), at);
      IplMapCaption *caption = &map->caption;

      caption->is_small = TRUE;
      caption->item = ipl_target_row (row);
      caption->is_shown = (int)row == ipl_view_current_row (view);
      caption->warns = ipl_solution_is_doubtful (solution)
                       && (self->kind[0] == IPL_U_THEORY || self->kind[0] == IPL_U_DIFFERENCE);
      ipl_u_add_small_headings (self, solution != NULL ? &solution->setting : NULL, caption);
      largest = MAX (largest, find_largest (self, &map->cells));
    }
  return largest;
}

/* Completes the small maps of row @i of @largest. */
static void
finish_small (const IplUMaps *self, guint i, guint row, double largest)
{
  gboolean own = !self->view->display.shared_limits && largest > 0;
  const char *limit = ipl_u_make_limit (self, ipl_view_row (self->view, (int)row), largest);

  for (guint m = 0; m < self->n_parts; m++)
    {
      IplPlotAxes *map = ipl_plot_get_axes (self->plot, self->n_maps + i * self->n_parts + m);

      map->caption.limit = limit;
      set_scale (self, map, own ? largest : self->small_limit);
    }
}

/* Adds the large maps, then those of each row. */
static void
add_maps (IplUMaps *self)
{
  g_autoptr (GArray) rows = ipl_view_rows (self->view, FALSE);
  guint n = self->n_parts > 0 ? rows->len : 0, solved = 0;
  g_autofree double *largest = g_new0 (double, n + 1);
  const char *const *names = ipl_u_make_names (self);
  double most = 0;

  for (guint m = 0; m < self->n_maps; m++)
    add_large (self, m, names);
  for (guint i = 0; i < n; i++)
    {
      guint row = g_array_index (rows, guint, i);

      largest[i] = add_small (self, row, solved);
      most = MAX (most, largest[i]);
      solved += ipl_view_row (self->view, (int)row) != NULL;
    }
  choose_limits (self, most);
  for (guint m = 0; m < self->n_maps; m++)
    finish_large (self, m);
  for (guint i = 0; i < n; i++)
    finish_small (self, i, g_array_index (rows, guint, i), largest[i]);
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplShownPaths shown;
  IplUMaps self = { .plot = plot, .view = view, .outputs = ipl_outputs_view (view) };

  ipl_shown_paths_init (&shown, view);
  self.paths = ipl_plot_adopt_paths (plot, shown);
  self.n = shown.n * self.outputs.tile;
  self.leaves_diagonal = view->display.heatmap_scale == IPL_HEATMAP_OFF_DIAGONAL && self.n > 1;
  choose_maps (&self, view);
  ipl_u_add_thumbnails (&self);
  add_maps (&self);
  ipl_u_add_notes (&self);
}

static const IplPosteriorSummary *
find_doubtful (const IplView *view)
{
  gboolean samples
      = view->display.heatmap != IPL_HEATMAP_THEORY && view->display.heatmap != IPL_HEATMAP_TRAINED;

  return samples && view->posterior != NULL && !view->posterior->fine ? view->posterior : NULL;
}

/* More paths need more height. */
static double
grow (gsize n_paths, gboolean narrow)
{
  return n_paths > IPL_U_MAX_UNGROUPED ? 1.1 : 1;
}

const IplPanel ipl_panel_u = {
  .id = "u",
  .title = "Order parameter U",
  .title_markup = "Order parameter <i>U</i>",
  .needs = IPL_NEEDS_THEORY,
  .controls = IPL_CONTROL_OUTPUTS,
  .choice = &ipl_choice_heatmap,
  .doubtful = find_doubtful,
  .build = build,
  .step = ipl_step_cells,
  .sentence = "Heatmap of the order parameter U over pairs of paths, large at the width shown, "
              "small at the widths of the sweep.",
  .height_narrow = 0.85,
  .height_wide = 0.46,
  .growth = grow,
};
