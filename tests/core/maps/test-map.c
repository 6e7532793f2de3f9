/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps: every cell is the only row of a sweep to the last bit, on any number of threads and
 * whatever was known before; a file is read as it was written; what cannot be is NaN, with a
 * sentence. */
#include "core/maps/map-file.h"
#include "core/maps/map-solve.h"
#include "core/experiments/case-file-experiment.h"
#include "core/files/npz.h"
#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"
#include "sentences.h"
#include "support.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static void
set_number (IplParameters *parameters, const char *name, const char *value)
{
  g_auto (IplSweepAxis) axis = { 0 };

  g_assert_true (ipl_sweep_axis_find (&axis, name, parameters, NULL));
  g_assert_true (ipl_sweep_axis_parse (&axis, "--size", value, FALSE, NULL));
  ipl_sweep_axis_apply (&axis, 0, parameters);
}

static void
set_axes (IplRunSettings *run, const char *x, const char *y, const char *seeds)
{
  if (x != NULL)
    TEST_OK (ipl_map_axis_find (&run->x, "--x", x, &run->parameters, &error));
  if (y != NULL)
    TEST_OK (ipl_map_axis_find (&run->y, "--y", y, &run->parameters, &error));
  if (seeds != NULL)
    TEST_OK (ipl_sweep_axis_parse (&run->seeds, "--seeds", seeds, FALSE, &error));
}

/* Settings of a small chain with these axes; (nullable) where there is none. */
static void
make_run (IplRunSettings *run, const char *x, const char *y, const char *seeds)
{
  static const char *const sizes[][2]
      = { { "n-train", "16" }, { "n-test", "40" }, { "n-features", "12" }, { "n-tokens", "6" } };
  IplParameters parameters;

  ipl_parameters_init (&parameters, "hmc4");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    set_number (&parameters, sizes[i][0], sizes[i][1]);
  ipl_run_settings_init (run, "map", &parameters);
  set_axes (run, x, y, seeds);
}

/* The same of the case of three paths in single.npz, which is returned. */
static IplCase *
make_file_run (IplRunSettings *run, const char *x, const char *y, const char *seeds)
{
  g_autofree char *path = test_reference_path ("single.npz");
  IplParameters parameters;
  IplCase *whole;

  ipl_parameters_init (&parameters, "file");
  ipl_parameters_set_file (&parameters, path);
  whole = TEST_OK (ipl_parameters_make_case (&parameters, TRUE, 1, NULL, &error));
  ipl_parameters_adopt_case (&parameters, whole);
  ipl_run_settings_init (run, "map", &parameters);
  set_axes (run, x, y, seeds);
  return whole;
}

static IplMap *
solve_run (const IplRunSettings *run, guint threads)
{
  const IplMapSolve how = { .work = { .threads = threads } };
  IplMap *map;

  TEST_OK (ipl_map_plan_check (run, &error));
  map = TEST_OK (ipl_map_new (run, &error));
  TEST_OK (ipl_map_solve (map, &how, &error));
  g_assert_cmpuint (map->n_done, ==, map->n);
  return map;
}

static IplMap *
solve (const char *x, const char *y, const char *seeds, guint threads)
{
  g_auto (IplRunSettings) run = { NULL };

  make_run (&run, x, y, seeds);
  return solve_run (&run, threads);
}

static void
assert_same (double a, double b)
{
  g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
}

static void
assert_equal (const IplMap *a, const IplMap *b)
{
  g_assert_cmpuint (a->n, ==, b->n);
  g_assert_cmpuint (a->Pi, ==, b->Pi);
  for (guint i = 0; i < a->n; i++)
    {
      g_assert_cmpuint (a->cells[i].state, ==, b->cells[i].state);
      if (a->cells[i].state == IPL_MAP_SOLVED)
        g_assert_cmpmem (a->cells[i].numbers, sizeof a->cells[i].numbers, b->cells[i].numbers,
                         sizeof b->cells[i].numbers);
    }
  g_assert_cmpmem (a->U, a->n * a->Pi * sizeof (double), b->U, b->n * b->Pi * sizeof (double));
}

/* Solves a cell as the only row of a sweep. */
static void
check_cell (const IplMap *map, guint cell)
{
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSweep) sweep = NULL;
  IplParameters parameters;
  const IplSolution *row, *gp;
  double off = 0, all = 0;

  ipl_map_plan_get (&map->run, cell, &parameters);
  g_assert_cmpfloat (ipl_sweep_axis_read (&map->run.x, &parameters), ==,
                     map->run.x.values[cell % map->nx]);
  the_case = TEST_OK (ipl_parameters_make_case (&parameters, FALSE, 1, NULL, &error));
  kernel = TEST_OK (ipl_kernel_prepare (the_case, NULL, &error));
  sweep = TEST_OK (ipl_sweep_run (kernel, 1, &parameters.current, NULL, NULL,
                                  &(IplWork){ .threads = 2 }, &error));
  row = sweep->rows[0];
  gp = sweep->groups[0].lines[0].solution;
  assert_same (ipl_map_get (map, cell, IPL_MAP_ACCURACY), row->tests[0].accuracy);
  assert_same (ipl_map_get (map, cell, IPL_MAP_ACCURACY_GP), gp->tests[0].accuracy);
  assert_same (ipl_map_get (map, cell, IPL_MAP_GAIN),
               row->tests[0].accuracy - gp->tests[0].accuracy);
  assert_same (ipl_map_get (map, cell, IPL_MAP_ALIGNMENT), row->alignment);
  assert_same (ipl_map_get (map, cell, IPL_MAP_TRAIN_RESIDUAL), row->train_residual);
  assert_same (ipl_map_get (map, cell, IPL_MAP_BEST_SCORE), the_case->best_score);
  g_assert_cmpfloat (ipl_map_get (map, cell, IPL_MAP_STARTS), ==, row->starts);
  g_assert_cmpfloat (ipl_map_get (map, cell, IPL_MAP_STARTS_AGREEING), ==, row->agreeing);
  g_assert_cmpfloat (ipl_map_get (map, cell, IPL_MAP_CONVERGED), ==, row->converged);
  if (row->setting.gp)
    g_assert_true (isnan (ipl_map_get (map, cell, IPL_MAP_ACTION)));
  else
    assert_same (ipl_map_get (map, cell, IPL_MAP_ACTION), row->action);
  for (guint p = 0; p < the_case->Pi; p++)
    {
      assert_same (ipl_map_get_U (map, cell, p), row->U[p * the_case->Pi + p]);
      for (guint q = 0; q < the_case->Pi; q++)
        {
          all += fabs (row->U[p * the_case->Pi + q]);
          off += p != q ? fabs (row->U[p * the_case->Pi + q]) : 0;
        }
    }
  test_assert_close (ipl_map_get (map, cell, IPL_MAP_OFF_DIAGONAL), off / all, 1e-12);
}

/* Axes of every kind, with GP at the end of one, and with seeds. */
TEST (test_rows, "/map/rows")
{
  static const char *const axes[][3] = {
    { "N=2,8,40,gp", "T=0.01,1", NULL },
    { "P=8,12,20", "N1=4,9", "3-4" },
    { "beta=5,10", "stay-plus=0.6,0.9", NULL },
    { "sa=0.5,2", "noise-parallel=0,1", NULL },
    { "T=0.001:10:3", NULL, NULL },
    { "n-tokens=1,250", NULL,
      NULL }, /* the second is more than the control of the window reaches */
  };

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      g_autoptr (IplMap) map = solve (axes[i][0], axes[i][1], axes[i][2], 1);
      g_autoptr (IplMap) three = solve (axes[i][0], axes[i][1], axes[i][2], 3);

      assert_equal (map, three);
      for (guint cell = 0; cell < map->n; cell++)
        {
          g_assert_cmpuint (map->cells[cell].state, ==, IPL_MAP_SOLVED);
          check_cell (map, cell);
        }
    }
}

typedef struct
{
  GCancellable *cancellable;
  guint shown; /* pictures */
} Watch;

static void
on_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Watch *watch = data;

  g_assert_true (fraction >= 0 && fraction <= 1);
  if (fraction > 0.4)
    g_cancellable_cancel (watch->cancellable);
}

static void
on_show (gconstpointer so_far, double fraction, gpointer data)
{
  ((Watch *)data)->shown++;
}

/* Rows are solved in order, and what is solved when it is stopped stays. */
TEST (test_stopped, "/map/stopped")
{
  g_auto (IplRunSettings) run = { NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Watch watch = { cancellable, 0 };
  const IplMapSolve how = { .work = { .threads = 1,
                                      .progress = on_progress,
                                      .show = on_show,
                                      .data = &watch,
                                      .cancellable = cancellable } };
  g_autoptr (IplMap) map = NULL, whole = NULL, other = NULL, wider = NULL, direct = NULL;
  g_auto (IplRunSettings) wider_run = { NULL };
  guint done;

  make_run (&run, "N=5:200:12", "T=0.01:1:11", NULL);
  map = TEST_OK (ipl_map_new (&run, &error));
  TEST_CANCELLED (ipl_map_solve (map, &how, &error));
  g_assert_cmpuint (watch.shown, >=, 1);
  done = map->n_done;
  g_assert_cmpuint (done, >, map->n / 3);
  g_assert_cmpuint (done, <, map->n);
  g_assert_cmpuint (map->cells[0].state, ==, IPL_MAP_SOLVED);
  g_assert_cmpuint (map->cells[map->nx - 1].state, ==, IPL_MAP_SOLVED);
  for (guint i = 0; i < map->n; i++)
    g_assert_cmpuint (map->cells[i].state, ==, i < done ? IPL_MAP_SOLVED : IPL_MAP_UNSOLVED);

  TEST_OK (ipl_map_solve (map, &(IplMapSolve){ .work = { .threads = 2 } }, &error));
  whole = solve_run (&run, 2);
  assert_equal (map, whole);

  /* Another range: rows that are the same are taken over. */
  make_run (&wider_run, "T=0.01:1:11", "N=5:200:12", NULL);
  wider = TEST_OK (ipl_map_new (&wider_run, &error));
  ipl_map_copy_solved (wider, whole);
  g_assert_cmpuint (wider->n_done, ==, wider->n);
  direct = solve_run (&wider_run, 2);
  assert_equal (wider, direct);
}

static void
check_refused (const char *x, const char *y, const char *seeds, gint code, const char *words)
{
  g_auto (IplRunSettings) run = { NULL };

  make_run (&run, x, y, seeds);
  TEST_REFUSED (ipl_map_plan_check (&run, &error), code, words);
}

TEST (test_refused, "/map/refused")
{
  g_auto (IplRunSettings) run = { NULL };

  check_refused (NULL, NULL, NULL, IPL_ERROR_MISSING, "axis");
  check_refused ("N=10,20", "N=5", NULL, IPL_ERROR_VALUE, SENTENCE_BOTH_VARY "N");
  check_refused ("P=10,20", "n-train=20", NULL, IPL_ERROR_VALUE, SENTENCE_BOTH_VARY "P");
  check_refused ("N=10,20", "N2=5", NULL, IPL_ERROR_VALUE, "in common");
  make_run (&run, NULL, NULL, NULL);
  TEST_REFUSED (ipl_map_axis_find (&run.x, "--x", "N", &run.parameters, &error), IPL_ERROR_VALUE,
                "NAME=LIST");
  TEST_REFUSED (ipl_map_axis_find (&run.x, "--x", "seed=1-3", &run.parameters, &error),
                IPL_ERROR_VALUE, "--seeds");
}

static IplCase *
make_cell_case (const IplRunSettings *run, guint cell)
{
  IplParameters parameters;

  ipl_map_plan_get (run, cell, &parameters);
  return TEST_OK (ipl_parameters_make_case (&parameters, FALSE, 1, NULL, &error));
}

/* A file's examples: sets are nested, all of them are the case itself, and there are no more. */
TEST (test_file, "/map/file")
{
  g_auto (IplRunSettings) run = { NULL };
  g_autoptr (IplCase) whole = make_file_run (&run, "P=5,9,60,61", NULL, "1-2");
  g_autoptr (IplCase) five = NULL, nine = NULL;
  g_autoptr (IplMap) map = NULL;
  gsize width;

  g_assert_cmpuint (whole->train.count, ==, 60);
  map = solve_run (&run, 2);
  for (guint cell = 0; cell < map->n; cell++)
    if (cell % 4 < 3)
      check_cell (map, cell);
    else
      g_assert_nonnull (strstr (ipl_map_get_sentence (map, cell), "give at most"));
  assert_same (ipl_map_get (map, 2, IPL_MAP_ACTION), ipl_map_get (map, 6, IPL_MAP_ACTION));
  g_assert_cmpfloat (ipl_map_get (map, 0, IPL_MAP_ACTION), !=,
                     ipl_map_get (map, 4, IPL_MAP_ACTION));

  five = make_cell_case (&run, 0);
  nine = make_cell_case (&run, 1);
  width = whole->Pi * whole->N0;
  for (gsize i = 0; i < five->train.count; i++)
    {
      gboolean found = FALSE;

      for (gsize k = 0; k < nine->train.count; k++)
        found = found
                || (memcmp (five->train.xi + i * width, nine->train.xi + k * width,
                            width * sizeof (double))
                        == 0
                    && five->train.y[i] == nine->train.y[k]);
      g_assert_true (found);
    }
}

/* An axis along which cases have one path and three: those that are not there are NaN, and no names
 * are kept, whichever case is solved last. Names of another case are not taken over. */
TEST (test_paths, "/map/paths")
{
  g_auto (IplRunSettings) run = { NULL }, one_run = { NULL };
  g_autoptr (IplCase) whole = make_file_run (&run, "top-paths=1,0", "T=0.1,1", NULL);
  g_autoptr (IplCase) again = make_file_run (&one_run, "T=0.1", NULL, NULL);
  g_autoptr (IplMap) map = solve_run (&run, 1), copy = ipl_map_copy (map);
  g_autoptr (IplMap) three = solve_run (&one_run, 1), one = NULL, known = NULL;

  g_assert_cmpuint (map->Pi, ==, 3);
  g_assert_null (map->paths);
  for (guint cell = 0; cell < map->n; cell++)
    {
      guint n_paths = cell % 2 == 0 ? 1 : 3;

      check_cell (map, cell);
      g_assert_cmpuint (map->cells[cell].n_paths, ==, n_paths);
      for (guint p = 0; p < map->Pi; p++)
        g_assert_true (isnan (ipl_map_get_U (map, cell, p)) == (p >= n_paths));
    }
  assert_equal (map, copy);
  g_assert_cmpuint (ipl_map_spread_U (map, 0, 0, 2).n, ==, 0);
  g_assert_cmpuint (ipl_map_spread_U (map, 0, 1, 2).n, ==, 1);

  g_assert_cmpstrv (three->paths, whole->path_names);
  set_number (&one_run.parameters, "top-paths", "1");
  one = ipl_map_new (&one_run, NULL);
  ipl_map_copy_solved (one, three);
  g_assert_cmpuint (one->n_done, ==, 0);
  g_assert_true (ipl_map_solve (one, &(IplMapSolve){ .work = { .threads = 1 } }, NULL));
  g_assert_cmpuint (g_strv_length (one->paths), ==, 1);
  known = ipl_map_new (&run, NULL);
  ipl_map_copy_solved (known, one);
  ipl_map_copy_solved (known, three);
  g_assert_cmpuint (known->n_done, ==, 2);
  g_assert_null (known->paths);
}

/* The theory and its GP limit have each the temperature of their own highest accuracy. */
static void
check_best (IplMap *map)
{
  const double accuracies[] = { 0.5, 0.7, 0.6 }, of_gp[] = { 0.8, 0.3, 0.4 };
  IplMapBest best;

  for (guint t = 0; t < 3; t++)
    {
      map->cells[ipl_map_index (map, 2, t, 0)].numbers[IPL_MAP_ACCURACY] = accuracies[t];
      map->cells[ipl_map_index (map, 2, t, 0)].numbers[IPL_MAP_ACCURACY_GP] = of_gp[t];
    }
  best = ipl_map_get_best (map, 2, 0);
  g_assert_true (best.accuracy == 0.7 && best.accuracy_gp == 0.8);
  g_assert_true (best.temperature == 0.1 && best.temperature_gp == 0.01);
}

/* What is read is what was written, and says so when it is damaged. */
TEST (test_saved, "/map/saved")
{
  g_autofree char *path = test_path ("map.npz");
  g_autofree char *settings = NULL;
  g_autoptr (IplMap) map = solve ("N=4,gp", "T=0.01,0.1,1", "1-3", 2), again = NULL, known = NULL;
  IplMapSpread spread = ipl_map_spread (map, 1, 0, IPL_MAP_ACCURACY);
  double first, second, third, *number;

  g_assert_cmpuint (spread.n, ==, 3);
  test_assert_close (spread.se, spread.sd / sqrt (3), 1e-15);
  /* A seed that is not there yet is left out of all three numbers. */
  number = &map->cells[ipl_map_index (map, 1, 1, 0)].numbers[IPL_MAP_ACCURACY];
  second = *number;
  *number = NAN;
  spread = ipl_map_spread (map, 1, 0, IPL_MAP_ACCURACY);
  first = ipl_map_get (map, ipl_map_index (map, 0, 1, 0), IPL_MAP_ACCURACY);
  third = ipl_map_get (map, ipl_map_index (map, 2, 1, 0), IPL_MAP_ACCURACY);
  g_assert_cmpuint (spread.n, ==, 2);
  test_assert_close (spread.mean, (first + third) / 2, 1e-15);
  test_assert_close (spread.sd, fabs (first - third) / sqrt (2), 1e-15);
  test_assert_close (spread.se, fabs (first - third) / 2, 1e-15);
  *number = second;
  check_best (map);
  settings = ipl_run_files_to_json (&map->run, FALSE);
  TEST_OK (ipl_map_save (map, settings, path, &error));
  again = TEST_OK (ipl_map_load (path, NULL, &error));
  assert_equal (map, again);
  g_assert_cmpstrv (map->paths, again->paths);
  known = ipl_map_load_same_version (path, &map->run, NULL);
  g_assert_nonnull (known);
}

/* The best predictor of a task along the noise, and in a file; other cases have none there. */
TEST (test_best, "/map/best")
{
  g_auto (IplRunSettings) run = { NULL };
  g_autofree char *path = test_path ("best.npz"), *settings = NULL;
  g_autoptr (IplMap) map = NULL, again = NULL, chain = NULL;
  IplParameters parameters;

  ipl_parameters_init (&parameters, "copy");
  set_number (&parameters, "n-train", "16");
  set_number (&parameters, "n-test", "200");
  ipl_run_settings_init (&run, "map", &parameters);
  set_axes (&run, "noise=0.2,0.5,1", NULL, NULL);
  settings = ipl_run_files_to_json (&run, FALSE);
  map = solve_run (&run, 2);
  for (guint cell = 0; cell < map->n; cell++)
    check_cell (map, cell);
  g_assert_cmpfloat (ipl_map_get (map, 0, IPL_MAP_BEST_SCORE), >,
                     ipl_map_get (map, 2, IPL_MAP_BEST_SCORE));
  TEST_OK (ipl_map_save (map, settings, path, &error));
  again = TEST_OK (ipl_map_load (path, NULL, &error));
  assert_equal (map, again);

  chain = solve ("N=4,9", NULL, NULL, 1);
  TEST_OK (ipl_map_save (chain, settings, path, &error));

  g_autoptr (IplNpz) npz = TEST_OK (ipl_npz_open (path, NULL, &error));
  g_assert_null (ipl_npz_lookup (npz, "best_score"));
}
