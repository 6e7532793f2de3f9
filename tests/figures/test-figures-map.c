/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Maps of fewer rows than columns: the keys along their curves, and ratios of P and N. */

#include "core/maps/map.h"
#include "core/parameters/parameters.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot.h"
#include "figure-fixture.h"
#include <math.h>
#include <string.h>

#define NX 5
#define NY 3

static IplMap *
map_of_seeds (const char *x, const char *y, const char *seeds)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (GError) error = NULL;
  double numbers[IPL_MAP_N_NUMBERS] = { 0 }, diagonal[4] = { 0 };
  IplParameters parameters;
  IplMap *map;

  ipl_parameters_init (&parameters, "hmc4");
  ipl_run_settings_init (&run, "map", &parameters);
  g_assert_true (ipl_map_axis_find (&run.x, "x", x, &parameters, &error));
  g_assert_true (ipl_map_axis_find (&run.y, "y", y, &parameters, &error));
  if (seeds != NULL)
    g_assert_true (ipl_sweep_axis_parse (&run.seeds, "--seeds", seeds, FALSE, &error));
  map = ipl_map_new (&run, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < map->n; i++)
    ipl_map_set_solved (map, i, numbers, 4, diagonal);
  return map;
}

static IplMap *
map_over (const char *x, const char *y)
{
  return map_of_seeds (x, y, NULL);
}

static IplMap *
map_new (void)
{
  return map_over ("N=1,2,3,4,5", "T=1,2,3");
}

static int
step (const IplView *view, int cell, int dx, int dy)
{
  IplTarget from = cell < 0 ? IPL_TARGET_NONE : ipl_target_cell (cell);

  from = ipl_figure_step (&ipl_panel_map_curve, &from, view, dx, dy);
  return ipl_target_get (&from, IPL_PART_CELL);
}

/* The curves cross at the cursor: there keys to the side go along the first, others along the
 * second, and no key leaves a curve. */
FIXTURE_TEST (test_keys, "/figures/map/keys", FIXTURE_HMC4)
{
  g_autoptr (IplMap) map = map_new ();
  IplView view = fixture->view;
  int cursor = 1 * NX + 2;

  view.map = map;
  view.display.map_x = 3;
  view.display.map_y = 2;
  g_assert_cmpint (step (&view, cursor, 1, 0), ==, cursor + 1);
  g_assert_cmpint (step (&view, cursor + 1, 1, 0), ==, cursor + 2);
  g_assert_cmpint (step (&view, cursor + 2, 1, 0), ==, cursor + 2);
  g_assert_cmpint (step (&view, cursor, -1, 0), ==, cursor - 1);
  g_assert_cmpint (step (&view, cursor, 0, -1), ==, cursor + NX);
  g_assert_cmpint (step (&view, cursor, 0, 1), ==, cursor - NX);
  g_assert_cmpint (step (&view, cursor + NX, 0, -1), ==, cursor + NX);
  g_assert_cmpint (step (&view, cursor + NX, -1, 0), ==, cursor);
  /* Elsewhere the keys begin at an end of a curve. */
  for (int cell = -1; cell < NX * NY; cell++)
    {
      int to = step (&view, cell, 1, 0);

      g_assert_cmpint (to, >=, 0);
      g_assert_true (to / NX == cursor / NX || to % NX == cursor % NX);
    }
}

/* The mark of that label; NULL where there is none. */
static const IplMark *
find_mark (gconstpointer layout, guint axes, const char *label)
{
  GArray *marks = ipl_plot_get_axes (layout, axes)->marks;

  for (guint m = 0; m < marks->len; m++)
    if (g_strcmp0 (g_array_index (marks, IplMark, m).label, label) == 0)
      return &g_array_index (marks, IplMark, m);
  return NULL;
}

/* A curve has rings and crosses where its map has them. */
FIXTURE_TEST (test_doubts, "/figures/map/doubts", FIXTURE_HMC4)
{
  g_autoptr (IplMap) map = map_new ();
  IplView view = fixture->view;

  for (guint i = 0; i < map->n; i++)
    {
      map->cells[i].numbers[IPL_MAP_ACCURACY] = 0.5 + 0.01 * i;
      map->cells[i].numbers[IPL_MAP_CONVERGED] = i != 2;
    }
  map->cells[1].numbers[IPL_MAP_STARTS] = 12;
  map->cells[4].numbers[IPL_MAP_ACCURACY] = NAN;
  ipl_map_set_impossible (map, 4, "It cannot be.");
  view.map = map;
  gpointer layout = ipl_panel_layout (&ipl_panel_map_curve, &view, &fixture->style, 300, 200);
  g_assert_cmpfloat (ipl_numbers_get (&find_mark (layout, 0, "several minima")->x, 0), ==, 2);
  g_assert_cmpfloat (ipl_numbers_get (&find_mark (layout, 0, "not converged")->x, 0), ==, 3);
  ipl_panel_free_layout (&ipl_panel_map_curve, layout);
}

/* No line leads across cells that are not solved. */
FIXTURE_TEST (test_unsolved, "/figures/map/unsolved", FIXTURE_HMC4)
{
  g_autoptr (IplMap) map = map_new ();
  IplView view = fixture->view;
  guint n = 0;

  for (guint i = 0; i < map->n; i++)
    map->cells[i].numbers[IPL_MAP_ACCURACY] = i % NX == 2 ? NAN : 0.5;
  view.map = map;
  gpointer layout = ipl_panel_layout (&ipl_panel_map_curve, &view, &fixture->style, 300, 200);
  GArray *marks = ipl_plot_get_axes (layout, 0)->marks;
  for (guint m = 0; m < marks->len; m++)
    {
      const IplMark *mark = &g_array_index (marks, IplMark, m);

      g_assert_true (mark->kind != IPL_MARK_LINE || mark->breaks);
      n += mark->kind == IPL_MARK_LINE;
    }
  g_assert_cmpuint (n, >=, 2);
  ipl_panel_free_layout (&ipl_panel_map_curve, layout);
}

/* A mean over seeds is none of its seeds; that of a case from one names it where it stands beside.
 */
FIXTURE_TEST (test_seeds, "/figures/map/seeds", FIXTURE_HMC4)
{
  g_autoptr (IplMap) map = map_of_seeds ("N=1,2", "T=1,2", "1-3");
  g_autoptr (IplSeedMean) seeds = ipl_seed_mean_new ();
  g_autofree char *words = NULL, *table = NULL;
  IplView view = fixture->view;

  view.map = map;
  words = ipl_figure_describe (&ipl_panel_map, &view);
  g_assert_null (strstr (words, "seed 1"));
  fixture->the_case->best_score = 0.97;
  fixture->the_case->seed = 27;
  for (guint k = 0; k < 2; k++)
    {
      g_clear_pointer (&words, g_free);
      words = ipl_figure_describe (&ipl_panel_accuracy, &view);
      g_assert_nonnull (strstr (words, k == 0 ? "Best possible at 0.9700."
                                              : "Best possible, seed 27 at 0.9700."));
      g_assert_true (ipl_seed_mean_append (seeds, 1, view.sweep, FALSE)
                     && ipl_seed_mean_append (seeds, 2, view.sweep, FALSE));
      view.seeds = seeds;
    }
}

/* A gain of columns from -0.1 to 0.1, and noise of less than its error. */
static void
set_gain (IplMap *map, guint i, double slope)
{
  double *numbers = map->cells[i].numbers;

  numbers[IPL_MAP_ACCURACY_GP] = 0.8;
  numbers[IPL_MAP_GAIN] = slope * ((double)(i % NX) - 2) + (i % 2 ? 0.005 : -0.005);
  numbers[IPL_MAP_ACCURACY] = 0.8 + numbers[IPL_MAP_GAIN];
}

/* The border of the gain is a band as wide as its error: the noise of the test set has none, and
 * neither has a map of which the error is not known. */
FIXTURE_TEST (test_border, "/figures/map/border", FIXTURE_HMC4)
{
  g_autoptr (IplMap) map = map_new ();
  IplView view = fixture->view;

  view.map = map;
  for (guint k = 0; k < 3; k++)
    {
      gpointer layout;
      const IplMark *least;

      if (k == 2)
        map->labels.kind = IPL_LABELS_NUMBERS;
      for (guint i = 0; i < map->n; i++)
        set_gain (map, i, k == 0 ? 0 : 0.1);
      layout = ipl_panel_layout (&ipl_panel_map, &view, &fixture->style, 300, 200);
      least = find_mark (layout, 0, "gain equal to 0 within its error");
      g_assert_true ((least != NULL) == (k == 1));
      /* 0.018 of 1000 test examples are 0.18 of a column left of the middle, the other line is as
       * far to its right. */
      for (gsize i = 0; least != NULL && i < least->x.n; i++)
        if (isfinite (ipl_numbers_get (&least->x, i)))
          {
            g_assert_cmpfloat_with_epsilon (ipl_numbers_get (&least->x, i), 2.32, 0.06);
            g_assert_cmpfloat_with_epsilon (ipl_numbers_get (&least[1].x, i), 2.68, 0.06);
          }
      ipl_panel_free_layout (&ipl_panel_map, layout);
    }
}

/* A cell is said with the digits of a score, and without what it has not. */
FIXTURE_TEST (test_words, "/figures/map/words", FIXTURE_HMC4)
{
  g_autoptr (IplMap) map = map_new ();
  IplView view = fixture->view;
  IplTarget target = IPL_TARGET_NONE;
  g_autofree char *words = NULL;

  view.map = map;
  target = ipl_target_cell (0);
  set_gain (map, 0, 0.1);
  map->cells[0].numbers[IPL_MAP_BEST_SCORE] = NAN;
  words = ipl_figure_describe_target (&ipl_panel_map, &target, &view);
  g_assert_cmpstr (words, ==,
                   "T 1, N 1: test accuracy 0.5950, GP 0.8000, gain over the GP −0.2050, share of "
                   "|U| off the diagonal 0, centred alignment 0, training residual 0, action 0, "
                   "starts 0, starts that agree 0, state not converged");
}

/* Over P = 100 widths are P/N or N/P, in both panels; a map over both has lines, and its curves are
 * those of each P. */
FIXTURE_TEST (test_ratio, "/figures/map/ratio", FIXTURE_HMC4)
{
  g_autoptr (IplMap) widths = map_over ("N=10,20,40,gp", "T=1,2");
  g_autoptr (IplMap) both = map_over ("N=10,100,1000", "P=10,100,1000");
  IplView view = fixture->view;

  view.display.map_load = TRUE;
  for (guint inverse = 0; inverse < 2; inverse++)
    {
      view.display.map_inverse = inverse;
      view.map = widths;
      gpointer layout = ipl_panel_layout (&ipl_panel_map, &view, &fixture->style, 300, 200);
      const IplHeatMapSpec *spec = &ipl_plot_get_axes (layout, 0)->map_spec;
      g_assert_cmpstr (spec->column_names[2], ==, inverse ? "0.4" : "2.5");
      g_assert_cmpstr (spec->column_names[3], ==, "GP");
      g_assert_cmpstr (spec->row_names[0], ==, "2");
      ipl_panel_free_layout (&ipl_panel_map, layout);

      layout = ipl_panel_layout (&ipl_panel_map_curve, &view, &fixture->style, 300, 200);
      const IplPlotAxes *axes = ipl_plot_get_axes (layout, 0);
      g_assert_cmpstr (axes->x.title, ==, inverse ? "<i>N</i>/<i>P</i>" : "<i>P</i>/<i>N</i>");
      g_assert_cmpfloat (ipl_numbers_get (&g_array_index (axes->marks, IplMark, 0).x, 1), ==,
                         inverse ? 0.2 : 5);
      ipl_panel_free_layout (&ipl_panel_map_curve, layout);

      view.map = both;
      layout = ipl_panel_layout (&ipl_panel_map, &view, &fixture->style, 300, 200);
      g_assert_cmpstr (ipl_plot_get_axes (layout, 0)->map_spec.column_names[0], ==, "10");
      g_assert_nonnull (find_mark (layout, 0,
                                   inverse ? "<i>N</i>/<i>P</i> = 0.1, 1, 10"
                                           : "<i>P</i>/<i>N</i> = 0.1, 1, 10"));
      ipl_panel_free_layout (&ipl_panel_map, layout);
      layout = ipl_panel_layout (&ipl_panel_map_curve, &view, &fixture->style, 300, 200);
      g_assert_nonnull (find_mark (layout, 0, "<i>P</i> = 1000"));
      ipl_panel_free_layout (&ipl_panel_map_curve, layout);
    }
}

/* A drag that begins in a map chooses the cell at its end, or the nearest one. */
TEST (test_drag, "/map/drag")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autoptr (IplMap) map = map_new ();
  g_autoptr (IplFigure) figure = ipl_figure_new (&ipl_panel_map);
  IplParameters parameters;

  ipl_parameters_init (&parameters, "hmc4");
  fixture->view.map = map;
  ipl_figure_set (figure, &fixture->view, &fixture->style, 400, 300);
  g_assert_false (ipl_figure_edit (figure, 1, 1, 200, 100, &parameters));
  g_assert_true (ipl_figure_edit (figure, 200, 100, 200, 100, &parameters));
  g_assert_cmpuint (parameters.display.map_x, >, 1);
  g_assert_true (ipl_figure_edit (figure, 200, 100, 1, 299, &parameters));
  g_assert_cmpuint (parameters.display.map_x, ==, 1);
  g_assert_cmpuint (parameters.display.map_y, ==, 1);
  g_assert_true (ipl_figure_edit (figure, 200, 100, 399, 1, &parameters));
  g_assert_cmpuint (parameters.display.map_x, ==, 5);
  g_assert_cmpuint (parameters.display.map_y, ==, 3);
}
