/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line says of numbers that are not what they look like: solutions that did not
 * converge, and errors of a regression, which are no accuracy. */
#include "cli-run.h"
#include "sentences.h"

#include <string.h>

#define P 24
#define P_TEST 60
#define PATHS 4
#define N0 20

/* Pairs of examples that differ by a millionth, and often in their labels: at a temperature near 0
 * and a small width the solver's steps drown in rounding. */
static void
write_case (const char *name, gboolean regression)
{
  g_autofree char *path = cli_path (name);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const gsize shapes[2][3] = { { P, PATHS, N0 }, { P_TEST, PATHS, N0 } };
  const char *const names[2][2] = { { "xi_train", "y_train" }, { "xi_test", "y_test" } };
  const gint64 heads[] = { 2, 2 };
  const gsize layers = 2;
  IplNpzWriter *npz = ipl_npz_writer_new (path, NULL);

  g_assert_nonnull (npz);
  for (guint k = 0; k < 2; k++)
    {
      gsize n = shapes[k][0] * PATHS * N0;
      g_autofree double *xi = g_new (double, n);
      g_autofree double *y = g_new (double, shapes[k][0]);

      for (gsize i = 0; i < n; i++)
        xi[i] = g_rand_double_range (rand, -1.7, 1.7);
      for (gsize i = 0; k == 0 && i < n; i++)
        if (i / (PATHS * N0) % 2 == 1)
          xi[i] = xi[i - PATHS * N0] + 1e-6 * xi[i];
      for (gsize m = 0; m < shapes[k][0]; m++)
        y[m] = regression ? g_rand_double_range (rand, -2, 2) : g_rand_boolean (rand) ? 1 : -1;
      ipl_npz_writer_add_doubles (npz, names[k][0], xi, 3, shapes[k]);
      ipl_npz_writer_add_doubles (npz, names[k][1], y, 1, shapes[k]);
    }
  ipl_npz_writer_add_ints (npz, "heads", heads, 1, &layers);
  g_assert_true (ipl_npz_writer_close (npz, NULL));
}

static void
assert_written (const char *name)
{
  gsize length;

  g_free (cli_read (name, &length));
  g_assert_cmpuint (length, >, 1000);
}

TEST (test_not_converged, "/doubt/not-converged")
{
  write_case ("thin.npz", FALSE);

  g_auto (CliRun) sweep = cli_run ("CLI sweep DIR/thin.npz --widths 3,100 -t 1e-6");
  g_auto (CliRun) drawn
      = cli_run ("CLI figure DIR/thin.npz --widths 3,100 -t 1e-6 --format png,pdf -o DIR");

  g_assert_cmpint (sweep.status, ==, 3);
  g_assert_nonnull (strstr (sweep.out, "not converged"));
  g_assert_nonnull (strstr (sweep.err, "N = 3: " SENTENCE_NOT_CONVERGED));

  /* The figure is there all the same, and it is said. */
  g_assert_cmpint (drawn.status, ==, 3);
  g_assert_nonnull (strstr (drawn.out, "thin-all.png"));
  g_assert_nonnull (strstr (drawn.err, "N = 3: " SENTENCE_NOT_CONVERGED));
  g_assert_null (strstr (strstr (drawn.err, "N = 3"), "N = 100"));
  assert_written ("thin-all.png");
  assert_written ("thin-all.pdf");

  g_auto (CliRun) fine
      = cli_run ("CLI figure DIR/thin.npz --widths 3,100 -t 0.1 --format svg -o DIR");

  g_assert_cmpint (fine.status, ==, 0);
  g_assert_null (strstr (fine.err, "converge"));
  assert_written ("thin-all.svg");
  cli_expect ("CLI figure DIR/thin.npz -w 3,100 -t 1e-6 --panel u --out DIR/thin.html", 3,
              SENTENCE_NOT_CONVERGED);
  cli_expect ("CLI figure DIR/thin.npz --from 4 --to 3 -t 1e-6 --panel u --frames 2 --dpi 30 --out "
              "DIR/thin.gif",
              3, SENTENCE_NOT_CONVERGED);
  cli_expect ("CLI map DIR/thin.npz --x N=3,100 --temperature 1e-6 --out DIR/map.npz", 3,
              "1 of 2|N = 3");
  cli_expect ("CLI prune DIR/thin.npz --width 3 -t 1e-6 --no-resolve --random 0", 3,
              SENTENCE_NOT_CONVERGED);
}

/* What is in doubt in its slice is in doubt in the merged file, row by row. */
TEST (test_merged, "/doubt/merged")
{
  static const struct
  {
    const char *plan;
    guint doubtful;
  } plans[] = {
    { "--widths 3,100 -t 1e-6", 1 },
    { "--widths 3,100 -t 0.1", 0 },
    { "--widths 3,100 -t 1e-6 --sample 8 --warmup 20 --chains 2", 2 },
    { "--axis N=3,100 --axis T=1e-6,0.1", 1 },
    { "--axis N=3,100 --axis T=0,0.1", 2 },
  };

  write_case ("parts.npz", FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (plans); i++)
    {
      g_autofree char *said = g_strdup_printf ("%u of these rows", plans[i].doubtful);
      g_auto (CliRun) run
          = cli_runf ("sh -c 'CLI plan DIR/parts.npz %s --tasks 2 --out DIR/plan%u && "
                      "CLI run DIR/plan%u && CLI merge DIR/plan%u --out DIR/merged.npz'",
                      plans[i].plan, i, i, i);

      g_test_message ("%s: %d %s", plans[i].plan, run.status, run.err);
      g_assert_cmpint (run.status, ==, plans[i].doubtful > 0 ? 3 : 0);
      g_assert_true ((strstr (run.err, said) != NULL) == (plans[i].doubtful > 0));
    }
}

/* But for the case's own note, which says what stands in the place of one, and names of
 * parameters. */
static void
assert_no_accuracy (const char *text)
{
  static const char *const right[] = { "mean squared error stands for accuracy",
                                       "\"accuracy_lines\"", "\"map_quantity\" : \"accuracy\"" };
  g_autoptr (GString) rest = g_string_new (text);

  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    g_string_replace (rest, right[i], "", 0);
  if (strstr (g_string_ascii_down (rest)->str, "accuracy") != NULL)
    g_error ("An error is called accuracy in:\n%s", text);
}

static void
assert_names_without_accuracy (const char *name)
{
  g_autoptr (IplNpz) npz = cli_read_npz (name);
  g_autoptr (GList) names = NULL;
  gboolean found = FALSE;

  g_assert_nonnull (npz);
  names = ipl_npz_names (npz);
  for (GList *at = names; at != NULL; at = at->next)
    {
      assert_no_accuracy (at->data);
      found = found || strstr (at->data, "mean_squared_error") != NULL;
    }
  g_assert_true (found);
}

TEST (test_regression, "/doubt/regression")
{
  static const char *const lines[] = {
    "CLI sweep DIR/real.npz --widths 10,gp -t 0.1 -o DIR/sweep.npz",
    "CLI sweep DIR/real.npz --widths 10,gp -t 0.1,1 --best --json",
    "CLI sample DIR/real.npz --widths 10 -t 0.1 -n 50 --warmup 50 -o DIR/sample.npz",
    "CLI sample DIR/real.npz --widths 10 -t 0.1 -n 50 --warmup 50 --json",
    "CLI prune DIR/real.npz --width 10 -t 0.1 -o DIR/prune.npz",
    "CLI prune DIR/real.npz --width 10 -t 0.1 --json",
  };
  g_autofree char *csv = NULL;

  write_case ("real.npz", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (CliRun) run = cli_run (lines[i]);

      g_test_message ("%s: exit %d\n%s", lines[i], run.status, run.err);
      /* So few draws need not pass their diagnostics. */
      g_assert_true (run.status == 0 || (run.status == 3 && strstr (lines[i], "sample") != NULL));
      g_assert_cmpuint (strlen (run.out), >, 0);
      assert_no_accuracy (run.out);
    }
  assert_names_without_accuracy ("sweep.npz");
  assert_names_without_accuracy ("sample.npz");
  assert_names_without_accuracy ("prune.npz");

  cli_expect ("CLI sweep DIR/real.npz --widths 10 -t 0.1 -o DIR/sweep.csv", 0, "");
  csv = cli_read ("sweep.csv", NULL);
  assert_no_accuracy (csv);
}
