/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked for beside the theory's own curve: GP limits of chosen paths, mean over seeds,
 * kernels. */
#include "cli-run.h"

#include <math.h>
#include <string.h>

#define SMALL "hmc4 --widths 10,100 n-train=20 n-test=60 n-features=20 n-tokens=8"

static const double *
get (IplNpz *npz, const char *name, gsize size)
{
  IplArray *array = ipl_npz_lookup (npz, name);

  g_assert_nonnull (array);
  g_assert_cmpuint (array->size, ==, size);
  return array->values;
}

/* The line of a case's own group is not drawn twice, and a new one is there. */
TEST (test_gp_paths, "/curves/gp-paths")
{
  g_auto (CliRun) run = cli_run ("CLI sweep " SMALL " --json --gp-paths \"good,denoising;1,4\"");

  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\"good + denoising\""));
  g_assert_null (strstr (run.out, "denoising (2)"));
  g_assert_nonnull (strstr (run.out, "\"good + adversarial 2\""));
  g_assert_nonnull (
      strstr (run.err, "--gp-paths: path 1: good, path 3: denoising; path 1: good, "));
  cli_assert_refused ("CLI sweep " SMALL " --gp-paths 5", 2, "5");
  cli_assert_refused ("CLI sweep " SMALL " --gp-paths nobody", 2, "nobody");
  cli_assert_refused ("CLI figure hmc4 --widths 10 --paths-shown 0 --out DIR", 2, "--paths-shown");
  cli_assert_refused ("CLI figure hmc4 --widths 10 --paths-share 2 --out DIR", 2, "--paths-share");
  cli_assert_refused ("CLI figure hmc4 --widths 10 --look yours --out DIR", 2, "paper");
}

/* Column @k of a line of the table of means is that mean and that deviation. */
static void
assert_printed (const char *text, const char *line, guint k, double mean, double sd)
{
  const char *table = strstr (text, "Mean ±"), *at = table != NULL ? strstr (table, line) : NULL;
  g_autofree char *numbers = g_strdup_printf ("%.4f ± %.4f", mean, sd);

  g_assert_nonnull (at);
  at += strlen (line);
  for (guint i = 0; i <= 3 * k; i++)
    {
      if (i > 0)
        at += strcspn (at, " ");
      at += strspn (at, " ");
    }
  if (!g_str_has_prefix (at, numbers))
    g_error ("“%.40s” behind “%s” is not %s", at, line, numbers);
}

/* Means and deviations are those of the seeds' own sweeps. */
TEST (test_seeds, "/curves/seeds")
{
  g_autofree char *all = cli_succeed ("CLI sweep " SMALL " --seeds 3-5 --out DIR/all.npz");
  g_autoptr (IplNpz) npz = cli_read_npz ("all.npz");
  const double *accuracy = get (npz, "seed_accuracy", 6);
  const double *mean = get (npz, "seed_accuracy_mean", 2), *sd = get (npz, "seed_accuracy_sd", 2);
  const IplArray *lines;

  g_assert_nonnull (strstr (all, "over 3 seeds, 3 to 5"));
  for (guint s = 0; s < 3; s++)
    {
      g_autoptr (IplNpz) single = NULL;

      cli_expectf (0, "", "CLI sweep " SMALL " --seed %u --out DIR/one.npz", 3 + s);
      single = cli_read_npz ("one.npz");
      for (guint i = 0; i < 2; i++)
        g_assert_cmpfloat (get (single, "accuracy", 2)[i], ==, accuracy[s * 2 + i]);
    }
  for (guint i = 0; i < 2; i++)
    {
      double a = accuracy[i], b = accuracy[2 + i], c = accuracy[4 + i];
      double pairs = (a - b) * (a - b) + (b - c) * (b - c) + (c - a) * (c - a);

      g_assert_cmpfloat (fabs (mean[i] - (a + b + c) / 3), <, 1e-15);
      g_assert_cmpfloat (fabs (sd[i] - sqrt (pairs / 6)), <, 1e-14);
      for (guint k = 0; k < 3; k++)
        {
          static const char *const columns[] = { "", "_diagonal", "_levelled" };
          g_autofree char *name = g_strdup_printf ("seed_accuracy%s", columns[k]);
          const double *values = get (npz, name, 6);
          double one = values[i], two = values[2 + i], three = values[4 + i];
          double middle = (one + two + three) / 3;

          assert_printed (
              all, i == 0 ? "\n          10 " : "\n         100 ", k, middle,
              sqrt ((pow (one - middle, 2) + pow (two - middle, 2) + pow (three - middle, 2)) / 2));
        }
    }
  lines = ipl_npz_lookup (npz, "seed_gp_lines");
  g_assert_cmpuint (lines->size, >, 0);
  for (gsize k = 0; k < lines->size; k++)
    {
      g_autofree char *line = g_strdup_printf ("\nGP limit, %s:", lines->texts[k]);

      assert_printed (all, line, 0, get (npz, "seed_accuracy_gp_lines_mean", lines->size)[k],
                      get (npz, "seed_accuracy_gp_lines_sd", lines->size)[k]);
    }
  cli_assert_refused ("CLI sweep " SMALL " --seeds 5-3", 2, "5-3");
  cli_assert_refused ("CLI sweep " SMALL " --seeds 7", 2, "1-24");
  cli_assert_refused ("CLI sweep " SMALL " --seeds 1-2 --out DIR/x.csv", 2, ".npz");
}

/* Their numbers: test-cli-same-numbers.py. */
TEST (test_kernels, "/curves/kernels")
{
  cli_expect ("CLI figure hmc2 --widths 10 --panel kernel-sum --normalised-kernels "
              "--format png --dpi 72 --out DIR",
              0, "hmc2-kernel-sum.png");
  g_assert_true (cli_exists ("hmc2-kernel-sum.png"));
  cli_assert_refused ("CLI kernels hmc2 --out DIR/kernels.csv", 2, ".npz");
}

/* Seconds that a command says it takes. */
static double
estimate (const char *line)
{
  g_autofree char *out = cli_succeed (line);
  const char *at = strstr (out, "about ");
  char *unit;
  double value;

  g_assert_nonnull (at);
  value = g_ascii_strtod (at + strlen ("about "), &unit);
  return value * (g_str_has_prefix (unit, " h") ? 3600 : g_str_has_prefix (unit, " min") ? 60 : 1);
}

/* The sweep is estimated once more for each seed, and for the draws, by far the most of the time.
 */
TEST (test_estimates, "/curves/estimates")
{
  double plain = estimate ("CLI sweep hmc2 --widths 10 --dry-run");

  g_assert_cmpfloat (estimate ("CLI sweep hmc2 --widths 10 --seeds 1-9999 --dry-run"), >,
                     20 * plain);
  g_assert_cmpfloat (estimate ("CLI sample hmc2 --widths 10 --draws 10000 --dry-run"), >,
                     20 * plain);
}
