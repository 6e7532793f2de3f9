/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is sampled on a map: the numbers of the sampler at that setting, kept wherever the setting
 * is a cell, in files and over seeds; what points are meant; when numbers differ. */
#include "core/maps/map-file.h"
#include "core/maps/map-places.h"
#include "core/maps/map-sample.h"
#include "core/maps/map-solve.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define DRAWS 60

static char *folder;

static void
set_number (IplParameters *parameters, const char *name, const char *value)
{
  g_auto (IplSweepAxis) axis = { 0 };

  g_assert_true (ipl_sweep_axis_find (&axis, name, parameters, NULL));
  g_assert_true (ipl_sweep_axis_parse (&axis, "--size", value, FALSE, NULL));
  ipl_sweep_axis_apply (&axis, 0, parameters);
}

/* A small chain, with few draws. @y, @seeds: (nullable) */
static void
make_run (IplRunSettings *run, const char *x, const char *y, const char *seeds)
{
  static const char *const sizes[][2]
      = { { "n-train", "16" }, { "n-test", "40" }, { "n-features", "12" }, { "n-tokens", "6" } };
  IplParameters parameters;

  ipl_parameters_init (&parameters, "hmc4");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    set_number (&parameters, sizes[i][0], sizes[i][1]);
  parameters.draws = DRAWS;
  ipl_run_settings_init (run, "map", &parameters);
  g_assert_true (ipl_map_axis_find (&run->x, "x", x, &parameters, NULL));
  g_assert_true (y == NULL || ipl_map_axis_find (&run->y, "y", y, &parameters, NULL));
  g_assert_true (seeds == NULL || ipl_sweep_axis_parse (&run->seeds, "seeds", seeds, FALSE, NULL));
  run->options.chains = 2;
  run->options.warmup = 60;
}

static void
sample (IplMap *map, const char *at)
{
  const IplMapSolve how = { .threads = 2 };
  g_autoptr (GError) error = NULL;

  map->run.sample_at = g_intern_string (at);
  ipl_map_solve (map, &how, &error);
  g_assert_no_error (error);
  ipl_map_sample (map, &how, &error);
  g_assert_no_error (error);
}

static IplMap *
make_map (const char *x, const char *y, const char *seeds, const char *at)
{
  g_auto (IplRunSettings) run = { NULL };
  IplMap *map;

  make_run (&run, x, y, seeds);
  map = ipl_map_new (&run, NULL);
  if (at != NULL)
    sample (map, at);
  return map;
}

/* Draws at a cell, by the sampler alone. */
static IplPosteriorSummary *
draw (const IplMap *map, guint cell)
{
  g_autoptr (GError) error = NULL;
  IplSetting setting = ipl_map_plan_setting (&map->run, cell);
  IplParameters parameters;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplPosterior) posterior = NULL;

  ipl_map_plan_get (&map->run, cell, &parameters);
  the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, &error);
  kernel = ipl_kernel_prepare (the_case, NULL, &error);
  posterior = ipl_posterior_prepare (the_case, kernel, &setting, &map->run.options, NULL, &error);
  g_assert_true (ipl_posterior_run (posterior, DRAWS, 1, NULL, NULL, NULL, &error));
  return ipl_posterior_summarize (posterior, 1, NULL, &error);
}

static void
assert_equal (const IplMapCheck *a, const IplMapCheck *b)
{
  g_assert_cmpuint (a->n_paths, ==, b->n_paths);
  g_assert_cmpmem (a->numbers, sizeof a->numbers, b->numbers, sizeof b->numbers);
  g_assert_cmpmem (a->U, 2 * a->n_paths * sizeof (double), b->U, 2 * b->n_paths * sizeof (double));
  g_assert_cmpstr (a->trouble, ==, b->trouble);
}

/* To the last bit, whatever the threads; so few draws do not agree, which is said. */
static void
test_numbers (void)
{
  g_autoptr (IplMap) map = make_map ("N=4,20,gp", "T=0.01,0.1", NULL, "19,0.09");
  const IplMapCheck *check = ipl_map_find_check (map, 4);
  g_autoptr (IplPosteriorSummary) summary = draw (map, 4);
  IplMapChecked checked = ipl_map_get_checked (map, 1, 1, IPL_MAP_ACCURACY);
  IplMapChecked gain = ipl_map_get_checked (map, 1, 1, IPL_MAP_GAIN);
  IplMapChecked U = ipl_map_get_checked_U (map, 1, 1, 2);

  g_assert_cmpuint (map->checks->len, ==, 1);
  g_assert_nonnull (check);
  g_assert_cmpfloat (check->numbers[IPL_MAP_CHECK_ACCURACY], ==, summary->tests[0].accuracy);
  g_assert_cmpfloat (check->numbers[IPL_MAP_CHECK_RHAT], ==, summary->worst_rhat);
  g_assert_cmpfloat (check->numbers[IPL_MAP_CHECK_DRAWS], ==, DRAWS);
  g_assert_cmpfloat (check->numbers[IPL_MAP_CHECK_DIFFERENCE_SE], <,
                     check->numbers[IPL_MAP_CHECK_ACCURACY_SE]);
  g_assert_false (summary->fine);
  g_assert_cmpstr (check->trouble, ==, summary->message);
  g_assert_cmpfloat (checked.theory, ==, ipl_map_get (map, 4, IPL_MAP_ACCURACY));
  g_assert_cmpfloat_with_epsilon (gain.mean - gain.theory, checked.mean - checked.theory, 1e-14);
  g_assert_cmpfloat (U.mean, ==, summary->U_mean[2 * 4 + 2]);
  g_assert_cmpfloat (U.se, ==, summary->U_mcse[2 * 4 + 2]);
  g_assert_cmpuint (ipl_map_get_checked (map, 1, 1, IPL_MAP_ACTION).n, ==, 0);
  g_assert_cmpuint (ipl_map_get_checked (map, 0, 0, IPL_MAP_ACCURACY).n, ==, 0);
}

/* Another call samples what is new alone; with more draws that is sampled anew. */
static void
test_goes_on (void)
{
  g_autoptr (IplMap) map = make_map ("N=4,20", NULL, NULL, "4");
  const IplMapCheck *first = ipl_map_find_check (map, 0);

  sample (map, "20;4");
  g_assert_cmpuint (map->checks->len, ==, 2);
  g_assert_true (ipl_map_find_check (map, 0) == first);
  map->run.parameters.draws = 2 * DRAWS;
  sample (map, "4");
  g_assert_cmpfloat (ipl_map_find_check (map, 0)->numbers[IPL_MAP_CHECK_DRAWS], ==, 2 * DRAWS);
  g_assert_cmpfloat (ipl_map_find_check (map, 1)->numbers[IPL_MAP_CHECK_DRAWS], ==, DRAWS);
  g_assert_cmpstr (ipl_map_places_with_checks (&map->run, map), ==, "4;20");
}

/* A map of other axes has them where the setting is one of its cells; files have them all. */
static void
test_kept (void)
{
  g_autoptr (IplMap) map = make_map ("N=4,20", "T=0.01,0.1", NULL, "4,0.1;20,0.01");
  g_autoptr (IplMap) turned = make_map ("T=0.1,1", "N=30,4", NULL, NULL), again = NULL;
  g_autoptr (IplMap) copy = ipl_map_copy (map);
  g_autofree char *path = g_build_filename (folder, "map.npz", NULL);
  g_autofree char *settings = ipl_run_files_to_json (&map->run, FALSE);
  g_autoptr (GError) error = NULL;

  ipl_map_take_checks (turned, map);
  g_assert_cmpuint (turned->checks->len, ==, 1);
  assert_equal (ipl_map_find_check (turned, 2), ipl_map_find_check (map, 2));
  g_assert_true (ipl_map_save (map, settings, path, &error));
  again = ipl_map_load (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->checks->len, ==, 2);
  for (guint cell = 1; cell < 3; cell++)
    {
      assert_equal (ipl_map_find_check (again, cell), ipl_map_find_check (map, cell));
      assert_equal (ipl_map_find_check (copy, cell), ipl_map_find_check (map, cell));
    }
  g_assert_cmpstr (again->run.sample_at, ==, map->run.sample_at);
  g_assert_cmpuint (again->run.options.chains, ==, 2);
  g_unlink (path);
}

/* Every seed is sampled, and their mean has the error of a mean. */
static void
test_seeds (void)
{
  g_autoptr (IplMap) map = make_map ("T=1,0.01", "N=4", "3-5", "0.01,4");
  IplMapChecked checked = ipl_map_get_checked (map, 0, 1, IPL_MAP_ACCURACY);
  double mean = 0, squares = 0;

  g_assert_cmpuint (map->checks->len, ==, 3);
  for (guint s = 0; s < 3; s++)
    {
      const double *numbers = ipl_map_find_check (map, ipl_map_index (map, s, 0, 1))->numbers;

      mean += numbers[IPL_MAP_CHECK_ACCURACY] / 3;
      squares += numbers[IPL_MAP_CHECK_DIFFERENCE_SE] * numbers[IPL_MAP_CHECK_DIFFERENCE_SE];
    }
  g_assert_cmpuint (checked.n, ==, 3);
  g_assert_cmpfloat_with_epsilon (checked.mean, mean, 1e-14);
  g_assert_cmpfloat (squares, >, 0);
  g_assert_cmpfloat_with_epsilon (checked.se, sqrt (squares) / 3, 1e-14);
  g_assert_cmpfloat_with_epsilon (checked.theory, ipl_map_spread (map, 0, 1, IPL_MAP_ACCURACY).mean,
                                  1e-14);
}

/* Beyond three standard errors on either side, and not before. */
static void
test_differs (void)
{
  static const double apart[] = { 0, 0.29, -0.29, 0.31, -0.31 };
  g_autoptr (IplMap) map = make_map ("N=4,20", NULL, NULL, "4");
  double U[8] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (apart); i++)
    {
      const double numbers[IPL_MAP_CHECK_N_NUMBERS]
          = { ipl_map_get (map, 0, IPL_MAP_ACCURACY) + apart[i], 0.5, 0.1, 1, 1000, DRAWS };

      ipl_map_add_check (map, ipl_map_check_new (0, numbers, 4, U, NULL));
      g_assert_cmpuint (map->checks->len, ==, 1);
      g_assert_cmpint (ipl_map_get_checked (map, 0, 0, IPL_MAP_ACCURACY).differs, ==, i > 2);
      g_assert_cmpint (ipl_map_get_checked (map, 0, 0, IPL_MAP_GAIN).differs, ==, i > 2);
    }
}

/* Of two predictors that differ on 2 of 8 examples, one each way: the differences are 1, -1 and six
 * times 0. */
static void
test_error (void)
{
  const IplLabels classes = { IPL_LABELS_SIGNS, 1 };
  const double y[] = { 1, 1, 1, 1, -1, -1, -1, -1 };
  const double a[] = { 2, -1, 1, 1, -1, -1, 1, -1 }, b[] = { -2, 1, 1, 1, -1, -1, 1, -1 };

  g_assert_cmpfloat_with_epsilon (ipl_map_difference_error (&classes, 8, y, a, b),
                                  sqrt (2.0 / 7 / 8), 1e-15);
  g_assert_cmpfloat (ipl_map_difference_error (&classes, 8, y, a, a), ==, 0);
}

static void
assert_refused (const IplRunSettings *run, const char *text, const char *says)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ipl_map_places_parse (run, text, &error));
  if (strstr (error->message, says) == NULL)
    g_test_message ("%s: %s", text, error->message);
  g_assert_nonnull (strstr (error->message, says));
}

static void
test_places (void)
{
  g_auto (IplRunSettings) run = { NULL }, line = { NULL };
  g_autoptr (GArray) cells = NULL, all = NULL, some = NULL;
  g_autofree char *text = NULL;

  make_run (&run, "N=10,100,1000,gp", "T=0.01,1", NULL);
  make_run (&line, "N=10,100,1000", NULL, NULL);
  /* 40 is nearer to 100 than to 10 on their logarithmic axis. */
  cells = ipl_map_places_parse (&run, " 40, 0.2 ;1000,0.011;40,0.2;", NULL);
  text = ipl_map_places_text (&run, (const guint *)(gpointer)cells->data, cells->len);
  g_assert_cmpstr (text, ==, "100,1;1000,0.01");
  assert_refused (&run, "10", "give X,Y");
  assert_refused (&line, "10,1", "along the axis");
  assert_refused (&run, "gp,1", "no order parameter");
  assert_refused (&run, "ten,1", "give a number");
  assert_refused (&run, "5,1", "from 10 to 1000");
  assert_refused (&run, "10,2", "from 0.01 to 1");
  all = ipl_map_places_spread (&run, 100);
  g_assert_cmpuint (all->len, ==, 6);
  for (guint i = 0; i < all->len; i++)
    g_assert_cmpuint (g_array_index (all, guint, i) % 4, <, 3);
  some = ipl_map_places_spread (&line, 2);
  g_assert_cmpuint (some->len, ==, 2);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("interplay-check-XXXXXX", NULL);
  g_test_add_func ("/map-check/numbers", test_numbers);
  g_test_add_func ("/map-check/goes-on", test_goes_on);
  g_test_add_func ("/map-check/kept", test_kept);
  g_test_add_func ("/map-check/seeds", test_seeds);
  g_test_add_func ("/map-check/differs", test_differs);
  g_test_add_func ("/map-check/error", test_error);
  g_test_add_func ("/map-check/places", test_places);
  result = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return result;
}
