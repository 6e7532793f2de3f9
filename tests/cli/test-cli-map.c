/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command map: the numbers, what a stop leaves, and what is refused. */
#include "cli-run.h"
#include "sentences.h"

#include "core/maps/map-file.h"
#include "core/parameters/parameters-command-line.h"
#include <math.h>
#include <string.h>

#define SMALL "hmc4 n-train=24 n-test=60 n-features=20 n-tokens=8"

/* theory.md section 13: at low temperature the advantage of narrow networks reverses as P grows. */
TEST (test_reversal, "/map/reversal")
{
  static const double theory[] = { 0.970, 0.964, 0.948, 0.885 };
  static const double gp[] = { 0.805, 0.847, 0.883, 0.869 };
  g_autoptr (IplNpz) npz = NULL;
  const IplArray *accuracy, *limit, *gain;

  cli_expect ("CLI map hmc4 --x P=50:400:4 --width 10 --out DIR/curve.npz", 0, "");
  npz = cli_read_npz ("curve.npz");
  accuracy = ipl_npz_lookup (npz, "accuracy");
  limit = ipl_npz_lookup (npz, "accuracy_gp");
  gain = ipl_npz_lookup (npz, "gain");
  g_assert_cmpuint (accuracy->ndim, ==, 1);
  g_assert_cmpuint (accuracy->size, ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpfloat_with_epsilon (accuracy->values[i], theory[i], 1e-12);
      g_assert_cmpfloat_with_epsilon (limit->values[i], gp[i], 1e-12);
      g_assert_true (gain->values[i] == accuracy->values[i] - limit->values[i]);
    }
  g_assert_cmpstr (ipl_npz_lookup (npz, "x_name")->texts[0], ==, "P");
}

static const IplArray *
with_ending (IplNpz *npz, const char *name, const char *ending)
{
  g_autofree char *full = g_strconcat (name, ending, NULL);

  return ipl_npz_lookup (npz, full);
}

/* Mean, deviation and error of an array [seeds, ..] are those of its own numbers. */
static void
check_spread (IplNpz *npz, const IplArray *array)
{
  const IplArray *mean = with_ending (npz, array->name, "_mean");
  const IplArray *sd = with_ending (npz, array->name, "_sd");
  const IplArray *se = with_ending (npz, array->name, "_se");
  gsize S = array->shape[0];

  if (mean == NULL)
    return;
  g_assert_cmpuint (array->size, ==, S * mean->size);
  for (gsize i = 0; i < mean->size; i++)
    {
      double sum = 0, squares = 0;

      for (gsize s = 0; s < S; s++)
        sum += array->values[s * mean->size + i] / (double)S;
      for (gsize s = 0; s < S; s++)
        squares += pow (array->values[s * mean->size + i] - sum, 2);
      g_assert_cmpfloat_with_epsilon (mean->values[i], sum, 1e-9 * (1 + fabs (sum)));
      sum = sqrt (squares / (double)(S - 1));
      g_assert_cmpfloat_with_epsilon (sd->values[i], sum, 1e-9 * (1 + sum));
      sum /= sqrt ((double)S);
      g_assert_cmpfloat_with_epsilon (se->values[i], sum, 1e-9 * (1 + sum));
    }
}

/* The best of a row along x, of the theory and of its limit, is the largest there, and at the
 * temperature where it is; T is along x. */
static void
check_best (IplNpz *npz)
{
  static const char *const names[] = { "", "_gp" };
  const IplArray *T = ipl_npz_lookup (npz, "x");
  const IplArray *gain = ipl_npz_lookup (npz, "best_gain");
  double best[2];

  for (gsize row = 0; row < gain->size; row++)
    {
      for (guint k = 0; k < 2; k++)
        {
          const double *values = with_ending (npz, "accuracy", names[k])->values + row * T->size;
          double at = with_ending (npz, "best_temperature", names[k])->values[row];

          best[k] = with_ending (npz, "best_accuracy", names[k])->values[row];
          for (gsize i = 0; i < T->size; i++)
            {
              g_assert_cmpfloat (values[i], <=, best[k]);
              g_assert_true (T->values[i] != at || values[i] == best[k]);
            }
        }
      g_assert_cmpfloat_with_epsilon (gain->values[row], best[0] - best[1], 1e-12);
    }
}

/* [seed, y, x] with means beside, the diagonal of U, and best temperatures along the other axis. */
TEST (test_arrays, "/map/arrays")
{
  static const struct
  {
    const char *name;
    guint ndim;
    gsize shape[4];
  } expected[] = {
    { "x", 1, { 3 } },
    { "y", 1, { 2 } },
    { "seeds", 1, { 2 } },
    { "accuracy", 3, { 2, 2, 3 } },
    { "accuracy_gp", 3, { 2, 2, 3 } },
    { "gain_mean", 2, { 2, 3 } },
    { "gain_sd", 2, { 2, 3 } },
    { "gain_se", 2, { 2, 3 } },
    { "U", 4, { 2, 2, 3, 4 } },
    { "off_diagonal_share", 3, { 2, 2, 3 } },
    { "alignment", 3, { 2, 2, 3 } },
    { "action", 3, { 2, 2, 3 } },
    { "starts_agreeing", 3, { 2, 2, 3 } },
    { "converged", 3, { 2, 2, 3 } },
    { "best_temperature", 2, { 2, 2 } },
    { "best_temperature_gp", 2, { 2, 2 } },
  };
  g_autofree char *out
      = cli_succeed ("CLI map " SMALL " --x T=0.01:1:3 --y N=5,20 --seeds 1-2 --out DIR/shape.npz");
  g_autoptr (IplNpz) npz = cli_read_npz ("shape.npz"), best = NULL;
  const double *mean = ipl_npz_lookup (npz, "accuracy_mean")->values;
  g_autofree char *row
      = g_strdup_printf ("\n%12d%12.4f%12.4f%12.4f\n", 5, mean[0], mean[1], mean[2]);

  /* The first row of the table: x goes to the right. */
  g_assert_nonnull (strstr (out, row));
  for (guint i = 0; i < ipl_npz_get_n (npz); i++)
    check_spread (npz, ipl_npz_get (npz, i));
  cli_expect ("CLI map " SMALL " --x T=0.01:10:4 --y N=5,20 --seeds 1-3 --out DIR/best.npz", 0, "");
  best = cli_read_npz ("best.npz");
  check_best (best);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const IplArray *array = ipl_npz_lookup (npz, expected[i].name);

      g_assert_nonnull (array);
      g_assert_cmpuint (array->ndim, ==, expected[i].ndim);
      for (guint k = 0; k < array->ndim; k++)
        g_assert_cmpuint (array->shape[k], ==, expected[i].shape[k]);
      for (gsize k = 0; k < array->size; k++)
        g_assert_true (isfinite (array->values[k]));
    }
}

/* A map, a curve and one of which a cell is NaN, as pictures, script and page. */
TEST (test_figures, "/map/figures")
{
  static const char *const files[]
      = { "drawn-map.png", "drawn-map.svg", "drawn-map.py", "drawn-map-curve.pdf", "page.html" };

  cli_expect ("CLI map " SMALL " --x N=5,20,gp --y T=0.01,0.1,1 --seeds 1-2 --out DIR/drawn.npz", 0,
              "");
  cli_expect (
      "CLI figure DIR/drawn.npz --panel map --format png,svg,py --map-quantity gain --out DIR", 0,
      "");
  cli_expect ("CLI figure DIR/drawn.npz --panel map-curve --map-load --map-y 2 --out DIR", 0, "");
  cli_expect ("CLI figure DIR/drawn.npz --out DIR/page.html", 0, "");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert_true (cli_exists (files[i]));
  cli_assert_refused ("CLI figure DIR/drawn.npz --panel paths --out DIR", 2, "map-curve");
}

/* A map is drawn as it is, beside nothing else. */
TEST (test_not_drawn, "/map/not-drawn")
{
  static const char *const options[]
      = { "--widths 10,20", "--width 10", "--temperature 1", "--draws 10", "n-train=12",
          "--pair 1,2",     "--seed 3",   "--pruned 2",      "--best",     "--shown-time 1" };

  cli_expect ("CLI map " SMALL " --x N=5,20 --out DIR/plain.npz", 0, "");
  cli_expect ("CLI sweep " SMALL " --widths 10 --out DIR/rows.npz", 0, "");
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_auto (GStrv) words = g_strsplit (options[i], " ", 2);
      g_autofree char *line = g_strdup_printf ("CLI figure DIR/plain.npz %s --out DIR", options[i]);

      cli_assert_refused (line, 2, words[0]);
    }
  cli_assert_refused ("CLI figure DIR/rows.npz n-train=12 --out DIR", 2, "n-train");
  cli_assert_refused ("CLI figure DIR/plain.npz --map-x 3 --out DIR", 2, "--map-x|2");
  cli_assert_refused ("CLI figure DIR/plain.npz --map-y 2 --out DIR/no.html", 2, "--map-y|1");
  cli_assert_refused ("CLI figure DIR/rows.npz --out DIR/no.gif", 2, "rows.npz");
}

static IplMap *
load_map (const char *name)
{
  g_autofree char *path = cli_path (name);
  g_autoptr (GError) error = NULL;
  IplMap *map = ipl_map_load (path, NULL, &error);

  g_assert_no_error (error);
  return map;
}

/* The command that the window copies solves the very same cells. */
TEST (test_command, "/map/command")
{
  static const char *const maps[] = { "--x P=12,24 --y N=4,30,gp --seeds 3-4 --temperature 0.3",
                                      "--x s1=0.5,2 --width 7 --variances 1,2,0.5,1 --seed 5" };

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      g_autofree char *command = NULL;
      g_autoptr (IplMap) first = NULL, second = NULL;

      cli_expect ("rm -f DIR/given.npz DIR/told.npz", 0, "");
      cli_expectf (0, "", "CLI map " SMALL " %s --out DIR/given.npz", maps[i]);
      first = load_map ("given.npz");
      command = ipl_parameters_map_command (&first->run);
      g_assert_true (g_str_has_prefix (command, "interplay-cli map hmc4 "));
      cli_expectf (0, "", "CLI%s --out DIR/told.npz", command + strlen ("interplay-cli"));
      second = load_map ("told.npz");
      g_assert_cmpmem (first->cells, first->n * sizeof *first->cells, second->cells,
                       second->n * sizeof *second->cells);
      g_assert_cmpmem (first->U, first->n * first->Pi * sizeof (double), second->U,
                       second->n * second->Pi * sizeof (double));
    }
}

/* What is in the file is not solved again. */
TEST (test_published, "/map/known")
{
  static const char line[] = "CLI map " SMALL " --x N=5,20,80 --seeds 1-3 --out DIR/known.npz";
  g_autofree char *path = cli_path ("known.npz");
  g_autofree char *out = cli_succeed (line);
  g_autoptr (IplNpz) npz = cli_read_npz ("known.npz");
  g_autoptr (IplMap) map = load_map ("known.npz"), again = NULL;
  g_autofree char *printed = NULL;
  g_autoptr (GError) error = NULL;

  /* The error of the mean stands beside it. */
  printed = g_strdup_printf ("\n%12d %8.4f ± %5.4f ", 20,
                             ipl_npz_lookup (npz, "accuracy_mean")->values[1],
                             ipl_npz_lookup (npz, "accuracy_se")->values[1]);
  g_assert_nonnull (strstr (out, printed));
  map->cells[0].numbers[IPL_MAP_ACCURACY] = 0.125;
  ipl_map_save (map, ipl_npz_lookup (npz, "settings")->texts[0], path, &error);
  g_assert_no_error (error);
  cli_expect (line, 0, "");
  again = load_map ("known.npz");
  g_assert_cmpfloat (again->cells[0].numbers[IPL_MAP_ACCURACY], ==, 0.125);
}

/* A stop keeps what is solved, and the same command goes on to the same file. */
TEST (test_stopped, "/map/stopped")
{
  const char *line = "CLI map hmc4 --x N=8:1000:18 --y T=0.001:1:18 --out DIR/stopped.npz";
  g_autoptr (GSubprocess) process = cli_start (line);
  g_autoptr (IplNpz) npz = NULL;
  double solved = 0;
  const IplArray *array;

  g_usleep (G_USEC_PER_SEC / 2);
  g_subprocess_send_signal (process, 2);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  if (g_subprocess_get_exit_status (process) == 0)
    {
      g_test_skip ("this machine was done before it could be stopped");
      return;
    }
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
  if (!cli_exists ("stopped.npz"))
    {
      g_test_skip ("this machine was stopped before it began");
      return;
    }
  npz = cli_read_npz ("stopped.npz");
  array = ipl_npz_lookup (npz, "solved");
  for (gsize i = 0; i < array->size; i++)
    solved += array->values[i];
  g_assert_cmpfloat (solved, <, (double)array->size);
  cli_expect (line, 0, "");
  cli_expect ("CLI map hmc4 --x N=8:1000:18 --y T=0.001:1:18 --out DIR/whole.npz", 0, "");
  cli_expect ("cmp DIR/stopped.npz DIR/whole.npz", 0, "");
}

TEST (test_refused, "/map/refused")
{
  g_auto (CliRun) run = cli_run (
      "CLI map hmc4 n-train=200 n-test=60 n-features=20 n-tokens=8 --x T=0,1 --out DIR/nan.npz");
  g_autoptr (IplNpz) npz = cli_read_npz ("nan.npz");

  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "1 of 2"));
  g_assert_true (isnan (ipl_npz_lookup (npz, "accuracy")->values[0]));
  g_assert_true (ipl_npz_lookup (npz, "impossible")->values[0] == 1);
  g_assert_nonnull (strstr (ipl_npz_lookup (npz, "warnings")->texts[0], "temperature"));
  cli_assert_refused ("CLI map hmc4 --out DIR/none.npz", 2, "--x");
  cli_assert_refused ("CLI map hmc4 --x N=5,6 --y N=3", 2, SENTENCE_BOTH_VARY "N");
  cli_assert_refused ("CLI map hmc4 --x P=7", 2, "P|2");
  cli_assert_refused ("CLI map hmc4 --x P", 2, "NAME=LIST");
  cli_assert_refused ("CLI map hmc4 --x nothing=3", 2, "nothing");
  cli_assert_refused ("CLI plan hmc4 --axis P=10 --sample 10 --out DIR/none", 2, "--axis");
  cli_expect ("CLI plan hmc4 --axis N=10:1000000:1000 --axis T=0.001:10:1000 --out DIR/large", 0,
              "");
  cli_expect ("CLI map hmc4 --x N=10:1000:40 --y P=40:800:20:linear --dry-run", 0, "");
}
