/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Confusion matrix: number of test examples of each class (row) predicted as each class
 * (column), by the theory at the width shown, and next to it in the GP limit. */

#include "figures/plot/plot.h"
#include "figures/view/outputs.h"
#include "figures/view/view-words.h"

#include <math.h>
#include <string.h>

static const double *
get_counts (const IplSolution *solution)
{
  return solution != NULL && solution->n_tests > 0 ? solution->tests[0].confusion : NULL;
}

/* The columns of the theory, an empty column, and those of the GP limit. */
static IplTarget
make_classes (const IplPlotAxes *axes, gsize row, gsize column)
{
  gsize K = axes->map_spec.rows;

  return column == K ? IPL_TARGET_NONE : ipl_target_output (row, column % (K + 1));
}

static gboolean
find_classes (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  *row = (gsize)ipl_target_get (target, IPL_PART_OUTPUT);
  *column = (gsize)ipl_target_get (target, IPL_PART_OTHER_OUTPUT);
  return target->kind == IPL_TARGET_OUTPUT && target->number[1] >= 0;
}

static const IplCellItems classes = { make_classes, find_classes, FALSE, TRUE };

static const char *
empty (const IplView *view, const char **more)
{
  *more = "it is being solved";
  return get_counts (view->current) != NULL ? NULL : "Not solved yet";
}

/* Maximum length of names below columns, in characters. */
#define MOST_LETTERS 4

/* Returns the length of the common prefix of all names, up to the end of a word. */
static gsize
count_shared (const IplView *view)
{
  const char *first = ipl_view_output_name (view, 0);
  gsize shared = strlen (first);

  for (guint k = 1; k < view->the_case->labels.outputs; k++)
    {
      const char *name = ipl_view_output_name (view, k);
      gsize same = 0;

      while (same < shared && name[same] == first[same])
        same++;
      shared = same;
    }
  while (shared > 0 && first[shared - 1] != ' ')
    shared--;
  return shared;
}

/* Tests if names without their common prefix fit below columns, as "0.1" of "stay 0.1". Returns:
 * FALSE if they are too long */
static gboolean
have_short_names (const IplView *view, gsize shared)
{
  for (guint k = 0; k < view->the_case->labels.outputs; k++)
    if (g_utf8_strlen (ipl_view_output_name (view, k) + shared, -1) > MOST_LETTERS)
      return FALSE;
  return TRUE;
}

/* Names the columns, for theory and GP limit: short names, or numbers that the row names
 * explain, as in "1" and "cat: 1". */
static void
name_classes (IplPlot *plot, IplPlotAxes *map)
{
  const IplView *view = plot->view;
  IplHeatMapSpec *spec = &map->map_spec;
  const char **rows = ipl_plot_new_names (plot, spec->rows);
  const char **columns = ipl_plot_new_names (plot, spec->columns);
  const char **words = ipl_plot_new_names (plot, spec->columns);
  gsize shared = count_shared (view);
  gboolean are_short = have_short_names (view, shared);

  for (guint k = 0; k < spec->rows; k++)
    {
      g_autofree char *name = ipl_view_name_markup (ipl_view_output_name (view, k));

      words[k] = ipl_plot_adopt_text (plot, g_strdup (name));
      rows[k] = ipl_plot_adopt_text (plot, are_short ? g_steal_pointer (&name)
                                                     : g_strdup_printf ("%s: %u", name, k + 1));
      columns[k] = ipl_plot_adopt_text (
          plot, are_short ? ipl_view_name_markup (ipl_view_output_name (view, k) + shared)
                          : g_strdup_printf ("%u", k + 1));
    }
  for (gsize j = spec->rows; j < spec->columns; j++)
    {
      gboolean is_gap = j == spec->rows;

      columns[j] = is_gap ? "" : columns[j - spec->rows - 1];
      words[j]
          = is_gap ? "" : ipl_plot_format (plot, "%s in the GP limit", words[j - spec->rows - 1]);
    }
  spec->row_names = rows;
  spec->column_names = columns;
  map->column_each = "predicted";
  map->names = map->column_words = words;
}

/* Adds a note on the fraction of correct predictions for each class. */
static void
describe_found (IplPlot *plot, const double *counts, guint K)
{
  for (guint k = 0; k < K; k++)
    {
      double all = 0;

      for (guint l = 0; l < K; l++)
        all += counts[k * K + l];
      ipl_plot_add_note (plot, "Of %s, %.0f of %.0f are correct.",
                         ipl_view_output_name (plot->view, k), counts[k * K + k], all);
    }
}

static void
build (IplPlot *plot, const IplView *view)
{
  guint K = view->the_case->labels.outputs;
  const IplSolution *gp = ipl_view_gp (view);
  const double *counts = get_counts (view->current);
  const double *limit = gp != view->current ? get_counts (gp) : NULL;
  gsize columns = limit != NULL ? 2 * K + 1 : K;
  g_autofree char *setting = NULL;
  IplPlotAxes *map;
  double *cells;

  cells = ipl_plot_new_numbers (plot, K * columns);
  for (gsize i = 0; i < K * columns; i++)
    {
      gsize row = i / columns, column = i % columns;

      cells[i] = column < K   ? counts[row * K + column]
                 : column > K ? limit[row * K + column - K - 1]
                              : NAN;
    }
  setting = ipl_view_setting_markup (&view->current->setting);
  map = ipl_plot_add_map (plot, K, columns, ipl_numbers (cells, K * columns));
  map->map_spec.square = TRUE;
  map->map_spec.gap = limit != NULL ? K : 0;
  map->map_spec.bar_title = "test examples";
  map->map_spec.row_title = "true class";
  map->map_spec.column_title = ipl_plot_format (
      plot, limit != NULL ? "predicted at %s, and in the GP limit" : "predicted, %s", setting);
  name_classes (plot, map);
  map->cell_items = &classes;
  map->cell_digits = 4;
  map->cells_integer = TRUE;
  describe_found (plot, counts, K);
}

const IplPanel ipl_panel_confusion = {
  .id = "confusion",
  .title = "Confusion matrix",
  .needs = IPL_NEEDS_THEORY,
  .outputs = IPL_PANEL_SEVERAL_CLASSES,
  .empty = empty,
  .build = build,
  .sentence = "Confusion matrix: test examples by their class, a row, and the class that is "
              "predicted, a column, with that of the Gaussian process.",
  .height_narrow = 1.6,
  .height_wide = 0.46,
};
