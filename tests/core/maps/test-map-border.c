/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the lowest minimum changes: on a case of one path and a kernel of rank one, whose action is
 * a function of one number with two minima that change places at a temperature known beforehand. */
#include "core/experiments/case-file-experiment.h"
#include "core/files/npz.h"
#include "core/maps/map-border.h"
#include "core/maps/map-file.h"
#include "core/maps/map-solve.h"
#include "core/parameters/parameters.h"
#include "support.h"
#include <glib/gstdio.h>
#include <math.h>

/* K = U FEATURE^2 y y^T of so many labels of size 1. */
#define P 200
#define FEATURE 0.003
/* A w between both minima. */
#define BETWEEN 5.0
/* Temperatures below and above the jump, at which both are there. */
#define COLD 1.4
#define HOT 2.0

static char *folder;

/* @outputs: of equal labels, of that size together */
static char *
write_case (guint outputs)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, "rank-one.npz", NULL);
  IplNpzWriter *npz = ipl_npz_writer_new (path, &error);
  const gsize shape[] = { P, 1, 1 }, labels[] = { P, outputs };
  const gint64 heads = 1;
  const gsize one = 1;
  g_autofree double *y = g_new (double, P *outputs);
  double xi[P];

  for (guint i = 0; i < P; i++)
    {
      xi[i] = FEATURE * (i % 2 == 0 ? 1 : -1);
      for (guint k = 0; k < outputs; k++)
        y[i * outputs + k] = (i % 2 == 0 ? 1 : -1) / sqrt (outputs);
    }
  ipl_npz_writer_add_doubles (npz, "xi_train", xi, 3, shape);
  ipl_npz_writer_add_doubles (npz, "xi_test", xi, 3, shape);
  ipl_npz_writer_add_doubles (npz, "y_train", y, outputs > 1 ? 2 : 1, labels);
  ipl_npz_writer_add_doubles (npz, "y_test", y, outputs > 1 ? 2 : 1, labels);
  ipl_npz_writer_add_ints (npz, "heads", &heads, 1, &one);
  g_assert_true (ipl_npz_writer_close (npz, &error));
  return path;
}

/* The action at U = w^2 of a network of L = 1 whose widths are N (THEORY.md section 4.2), where s =
 * A = sqrt w: without what w does not change. */
static double
get_action (double w, double N, double T)
{
  double lambda = w * w * FEATURE * FEATURE * P + T;

  return log (lambda) + P / lambda + 2 * N * (w - log (w));
}

/* The lowest local minimum of those below w = BETWEEN or above it; NaN where there is none. */
static double
find_minimum (gboolean above, double N, double T)
{
  const double step = 1e-3;
  double lowest = NAN;

  for (double t = above ? log (BETWEEN) : log (0.01); t < (above ? log (200) : log (BETWEEN));
       t += step)
    {
      double here = get_action (exp (t), N, T);

      if (here < get_action (exp (t - step), N, T) && here < get_action (exp (t + step), N, T))
        lowest = isnan (lowest) ? here : fmin (lowest, here);
    }
  return lowest;
}

/* The temperature at which both minima are as low; NaN where there are not two. */
static double
find_jump (double N)
{
  double cold = COLD, hot = HOT;

  for (guint i = 0; i < 30; i++)
    {
      double middle = 0.5 * (cold + hot);
      double small = find_minimum (FALSE, N, middle), large = find_minimum (TRUE, N, middle);

      if (isnan (small) || isnan (large))
        return NAN;
      if (large < small)
        cold = middle;
      else
        hot = middle;
    }
  return 0.5 * (cold + hot);
}

static IplMap *
solve (const char *file, const char *x, const char *y)
{
  const IplMapSolve how = { .threads = 1 };
  g_auto (IplRunSettings) run = { NULL };
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  g_autoptr (IplCase) whole = NULL;
  IplMap *map;

  ipl_parameters_init (&parameters, "file");
  ipl_parameters_set_file (&parameters, file);
  whole = ipl_parameters_make_case (&parameters, TRUE, 1, NULL, &error);
  g_assert_no_error (error);
  ipl_parameters_adopt_case (&parameters, whole);
  ipl_run_settings_init (&run, "map", &parameters);
  g_assert_true (ipl_map_axis_find (&run.x, "x", x, &run.parameters, &error));
  g_assert_true (y == NULL || ipl_map_axis_find (&run.y, "y", y, &run.parameters, &error));
  map = ipl_map_new (&run, &error);
  g_assert_true (ipl_map_solve (map, &how, &error));
  g_assert_no_error (error);
  return map;
}

static gboolean
changes (const IplMap *map, guint cell, IplMapBorder along)
{
  return (map->cells[cell].border & along) != 0;
}

/* Between the temperatures on either side of the jump, along whichever axis, and nowhere else; none
 * at a width at which there is one minimum. */
static void
test_jump (void)
{
  g_autofree char *file = write_case (1);
  double jump = find_jump (1);
  g_autofree char *temperatures
      = g_strdup_printf ("T=%.6f,%.6f,%.6f,%.6f,%.6f,%.6f", 0.8 * jump, 0.9 * jump, 0.995 * jump,
                         1.005 * jump, 1.1 * jump, 1.2 * jump);
  g_autoptr (IplMap) flat = solve (file, temperatures, "N=1,400");
  g_autoptr (IplMap) upright = solve (file, "N=1,400", temperatures);

  g_assert_cmpfloat (jump, >, 1.01 * COLD);
  g_assert_cmpfloat (jump, <, 0.99 * HOT);
  g_assert_true (isnan (find_jump (400)));
  for (guint t = 0; t < 6; t++)
    {
      g_assert_cmpint (changes (flat, t, IPL_MAP_BORDER_X), ==, t == 2);
      g_assert_false (changes (flat, 6 + t, IPL_MAP_BORDER_X));
      g_assert_cmpint (changes (upright, 2 * t, IPL_MAP_BORDER_Y), ==, t == 2);
      g_assert_false (changes (upright, 2 * t + 1, IPL_MAP_BORDER_Y));
      g_assert_true (ipl_map_knows_borders (flat, t));
    }
  /* U falls there by far more than anywhere else. */
  g_assert_cmpfloat (ipl_map_get_U (flat, 2, 0), >, 10 * ipl_map_get_U (flat, 3, 0));
  g_unlink (file);
}

/* Of a wide step either branch is followed: above 2.1 there is no minimum of a large w, below 1.1
 * none of a small one. */
static void
test_either (void)
{
  g_autofree char *file = write_case (1);
  g_autoptr (IplMap) cold = solve (file, "T=1,1.9", "N=1"), hot = solve (file, "T=1.3,2.5", "N=1");

  g_assert_true (isnan (find_minimum (FALSE, 1, 1)));
  g_assert_true (isnan (find_minimum (TRUE, 1, 2.5)));
  g_assert_true (changes (cold, 0, IPL_MAP_BORDER_X));
  g_assert_true (changes (hot, 0, IPL_MAP_BORDER_X));
  g_unlink (file);
}

/* A search that misses the lowest minimum is no border: the action jumps, which that of the lowest
 * minimum cannot. At the first of these settings the starts miss it by 1.5, until they are better.
 */
static void
test_lower (void)
{
  g_autofree char *file = test_reference_path ("deep3.npz");
  g_autoptr (IplMap) map = solve (file, "s0=2.8,3", "N=1");
  gboolean missed = ipl_map_get (map, 0, IPL_MAP_ACTION) - ipl_map_get (map, 1, IPL_MAP_ACTION) > 1;

  g_assert_cmpint (changes (map, 0, IPL_MAP_BORDER_LOWER), ==, missed);
  g_assert_false (changes (map, 0, IPL_MAP_BORDER_X));
  g_assert_false (changes (map, 1, IPL_MAP_BORDER_LOWER));
}

/* They are read as they were written, taken over by a map of the same axes and found anew by one of
 * others. */
static void
test_kept (void)
{
  const IplMapSolve how = { .threads = 1 };
  g_autofree char *file = write_case (1), *settings = NULL;
  g_autofree char *path = g_build_filename (folder, "map.npz", NULL);
  g_autoptr (IplMap) map = solve (file, "T=1.5,1.7,1.9", "N=1"), again = NULL, same = NULL;
  g_autoptr (IplMap) other = solve (file, "T=1.5,1.9", "N=1"), wider = NULL;
  g_autoptr (GError) error = NULL;

  settings = ipl_run_files_to_json (&map->run, FALSE);
  g_assert_true (ipl_map_save (map, settings, path, &error));
  again = ipl_map_load (path, NULL, &error);
  g_assert_no_error (error);
  same = ipl_map_new (&map->run, NULL);
  ipl_map_take_known (same, map);
  wider = ipl_map_new (&map->run, NULL);
  ipl_map_take_known (wider, other);
  g_assert_cmpuint (wider->n_done, ==, 2);
  g_assert_true (changes (other, 0, IPL_MAP_BORDER_X));
  g_assert_false (changes (wider, 0, IPL_MAP_BORDER_X));
  g_assert_true (ipl_map_solve (wider, &how, &error));
  for (guint i = 0; i < map->n; i++)
    {
      const IplMap *const maps[] = { map, again, same, wider };

      for (guint k = 0; k < G_N_ELEMENTS (maps); k++)
        {
          g_assert_true (ipl_map_knows_borders (maps[k], i));
          g_assert_cmpint (changes (maps[k], i, IPL_MAP_BORDER_X), ==, i == 1);
        }
    }
  g_unlink (path);
  g_unlink (file);
}

/* Equal outputs are one of these labels and others without, which have one minimum. */
static void
test_outputs (void)
{
  const char *temperatures = "T=1.3,1.5,1.6,1.7,1.8,1.9,2.1";
  g_autofree char *file = write_case (1);
  g_autoptr (IplMap) one = solve (file, temperatures, "N=1,400");
  g_autofree char *again = write_case (3);
  g_autoptr (IplMap) three = solve (again, temperatures, "N=1,400");
  guint borders = 0;

  g_assert_cmpuint (three->labels.outputs, ==, 3);
  for (guint cell = 0; cell < one->n; cell++)
    {
      g_assert_cmpuint (three->cells[cell].border, ==, one->cells[cell].border);
      borders += changes (three, cell, IPL_MAP_BORDER_X);
    }
  g_assert_cmpuint (borders, ==, 1);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("interplay-border-XXXXXX", NULL);
  g_test_add_func ("/map-border/jump", test_jump);
  g_test_add_func ("/map-border/outputs", test_outputs);
  g_test_add_func ("/map-border/either", test_either);
  g_test_add_func ("/map-border/lower", test_lower);
  g_test_add_func ("/map-border/kept", test_kept);
  result = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return result;
}
