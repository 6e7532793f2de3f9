/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps of cases of several outputs: every cell is the only row of a sweep. */
#include "core/maps/map-solve.h"
#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"
#include "support.h"

#include <math.h>

static void
make_run (IplRunSettings *run, const char *x, const char *y, const char *seeds)
{
  static const char *const sizes[][2]
      = { { "n-train", "24" }, { "n-test", "40" }, { "n-features", "6" }, { "n-tokens", "6" } };
  IplParameters parameters;

  ipl_parameters_init (&parameters, "hmc-classes");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (IplSweepAxis) axis = { 0 };

      g_assert_true (ipl_sweep_axis_find (&axis, sizes[i][0], &parameters, NULL));
      g_assert_true (ipl_sweep_axis_parse (&axis, "--size", sizes[i][1], FALSE, NULL));
      ipl_sweep_axis_apply (&axis, 0, &parameters);
    }
  ipl_run_settings_init (run, "map", &parameters);
  TEST_OK (ipl_map_axis_find (&run->x, "--x", x, &run->parameters, &error));
  TEST_OK (ipl_map_axis_find (&run->y, "--y", y, &run->parameters, &error));
  if (seeds != NULL)
    TEST_OK (ipl_sweep_axis_parse (&run->seeds, "--seeds", seeds, FALSE, &error));
}

static IplMap *
solve (IplRunSettings *run)
{
  const IplMapSolve how = { .work = { .threads = 2 } };
  IplMap *map = TEST_OK (ipl_map_new (run, &error));

  TEST_OK (ipl_map_solve (map, &how, &error));
  return map;
}

/* The diagonal is traced over outputs, as is U of which the share is. */
static void
check_U (const IplMap *map, guint cell, const IplSolution *row, gsize Pi, gsize K)
{
  double off = 0, all = 0;

  for (guint p = 0; p < Pi; p++)
    for (guint q = 0; q < Pi; q++)
      {
        double sum = 0;

        for (guint k = 0; k < K; k++)
          sum += row->U[(p * K + k) * Pi * K + q * K + k];
        all += fabs (sum);
        off += p != q ? fabs (sum) : 0;
        if (p == q)
          test_assert_close (ipl_map_get_U (map, cell, p), sum, 1e-12 * fabs (sum));
      }
  test_assert_close (ipl_map_get (map, cell, IPL_MAP_OFF_DIAGONAL), off / all, 1e-12);
}

static guint
check_cell (const IplMap *map, guint cell)
{
  IplParameters parameters;

  ipl_map_plan_get (&map->run, cell, &parameters);

  g_autoptr (IplCase) the_case
      = TEST_OK (ipl_parameters_make_case (&parameters, FALSE, 1, NULL, &error));
  g_autoptr (IplKernel) kernel = TEST_OK (ipl_kernel_prepare (the_case, NULL, &error));
  g_autoptr (IplSweep) sweep = TEST_OK (ipl_sweep_run (kernel, 1, &parameters.current, NULL, NULL,
                                                       &(IplWork){ .threads = 2 }, &error));
  const IplSolution *row = sweep->rows[0], *gp = sweep->groups[0].lines[0].solution;

  g_assert_cmpuint (map->cells[cell].state, ==, IPL_MAP_SOLVED);
  g_assert_cmpfloat (ipl_map_get (map, cell, IPL_MAP_ACCURACY), ==, row->tests[0].accuracy);
  g_assert_cmpfloat (ipl_map_get (map, cell, IPL_MAP_ACCURACY_GP), ==, gp->tests[0].accuracy);
  g_assert_cmpfloat (ipl_map_get (map, cell, IPL_MAP_ALIGNMENT), ==, row->alignment);
  g_assert_cmpfloat (ipl_map_get (map, cell, IPL_MAP_TRAIN_RESIDUAL), ==, row->train_residual);
  g_assert_cmpfloat (ipl_map_get (map, cell, IPL_MAP_CONVERGED), ==, row->converged);
  if (!row->setting.gp)
    g_assert_cmpfloat (ipl_map_get (map, cell, IPL_MAP_ACTION), ==, row->action);
  check_U (map, cell, row, the_case->Pi, the_case->labels.outputs);
  return the_case->labels.outputs;
}

TEST (test_rows, "/map-outputs/rows")
{
  static const char *const axes[][3] = {
    { "N=6,30,gp", "T=0.05,1", NULL },
    { "n-classes=3,4,5", "N=8,40", NULL },
    { "P=12,24", "noise-parallel=0.1,0.6", "1-2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      g_auto (IplRunSettings) run = { NULL };
      g_autoptr (IplMap) map = NULL;
      guint outputs = 0;

      make_run (&run, axes[i][0], axes[i][1], axes[i][2]);
      map = solve (&run);
      for (guint cell = 0; cell < map->n; cell++)
        outputs = MAX (outputs, check_cell (map, cell));
      g_assert_cmpuint (outputs, ==, i == 1 ? 5 : 3);
    }
}
