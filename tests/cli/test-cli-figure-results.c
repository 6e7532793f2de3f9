/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of results is drawn as the case is that it was computed from, and nothing is solved. */

#include "../small-case.h"
#include "cli-run.h"

#define SMALL "hmc4 n-train=40 n-test=60 "
#define AXES "--widths 10,20,3:9:27,gp "

/* Both figures are the same but for where they say that they come from. */
static void
same_figure (const char *options, const char *panel)
{
  static const char strip[] = "sed \"/<desc>/d;/<metadata>/,/<.metadata>/d\"";

  cli_expectf (0, "rows-", "CLI figure DIR/rows.npz --panel %s %s --format svg --out DIR/file",
               panel, options);
  cli_expectf (0, "hmc4-",
               "CLI figure " SMALL AXES "--temperature 0.1 --seeds 2-4 --panel %s %s --format svg "
               "--out DIR/solved",
               panel, options);
  cli_expectf (0, "",
               "sh -c '%s DIR/file/rows-%s.svg > DIR/a; %s DIR/solved/hmc4-%s.svg > DIR/b; "
               "test -s DIR/a && cmp DIR/a DIR/b'",
               strip, panel, strip, panel);
}

TEST (test_same, "/cli/figure-results/same")
{
  cli_expect ("CLI sweep " SMALL AXES "-t 0.1 --seeds 2-4 --out DIR/rows.npz", 0, "");
  same_figure ("--width 20", "all");
  same_figure ("--width 3:9:27 --accuracy-lines all", "accuracy");
  same_figure ("--width gp", "overlap");
  same_figure ("--no-shared-limits --heatmap-scale symlog", "u");
  same_figure ("--path-scale linear", "paths");
}

/* Rows of several temperatures and sets of variances, merged, at the one that is named. */
TEST (test_merged, "/cli/figure-results/merged")
{
  cli_expect ("CLI plan " SMALL "-w 10,20 -t 0.05,0.1 -v '1,1,1,1;2,1,1,1' --out DIR/sweep", 0,
              "8 rows");
  cli_expect ("CLI run DIR/sweep", 0, "8 slices");
  cli_expect ("CLI merge DIR/sweep --out DIR/merged.npz", 0, "8 rows");
  cli_expect ("CLI figure DIR/merged.npz --temperature 0.1 --format png --out DIR/merged", 0,
              "merged-all.png");
  cli_expect ("CLI figure DIR/merged.npz --temperature 0.2 --out DIR/x", 2,
              "merged.npz|temperature");
  cli_expect ("CLI figure DIR/merged.npz --width 11 --out DIR/x", 2, "merged.npz|width");
}

/* Both figures of draws are the same: of a file of samples, and of a case that is sampled. */
static void
same_draws (void)
{
  cli_expect ("sh -c 'CLI sample hmc2 -w 10 -t 0.1 --draws 40 --seed 3 --out DIR/few.npz; "
              "CLI figure DIR/few.npz -p marginal -f svg --out DIR/few; "
              "CLI figure hmc2 --widths 10 --temperature 0.1 --draws 40 --seed 3 -p marginal "
              "-f svg --out DIR/few; cd DIR/few; "
              "for f in few hmc2; do sed \"/<desc>/d;/<metadata>/,/<.metadata>/d\" "
              "$f-marginal.svg > $f; done; test -s few && cmp few hmc2'",
              0, "");
}

/* Draws are in the file; what needs the case itself is said. */
TEST (test_sampled, "/cli/figure-results/sampled")
{
  cli_expect (
      "sh -c 'CLI sample hmc2 -w 10,20 -t 0.1 --chains 2 --warmup 60 --draws 100 --seed 3 --out "
      "DIR/drawn.npz; test $? = 0 -o $? = 3'",
      0, "");
  same_draws ();
  cli_expect ("CLI figure DIR/drawn.npz -p trace -f png --out DIR/drawn", 0, "drawn-trace.png");
  cli_expect ("CLI figure DIR/drawn.npz -p marginal --pair good,denoising -f png --out DIR/drawn",
              0, "drawn-marginal.png");
  cli_expect ("CLI figure DIR/drawn.npz -p u --heatmap side-by-side -f png --out DIR/drawn", 0,
              "drawn-u.png");
  cli_expect ("CLI figure DIR/drawn.npz -p all -f png --out DIR/drawn", 0, "drawn-all.png");
  cli_assert_refused ("CLI figure DIR/drawn.npz -p calibration --out DIR/x", 2,
                      "calibration|labels");
  cli_assert_refused ("CLI figure DIR/drawn.npz -p kernels --out DIR/x", 2, "kernels|case");
  cli_assert_refused ("CLI figure DIR/rows.npz -p trace --out DIR/x", 2, "trace|samples");
  cli_assert_refused ("CLI figure DIR/rows.npz --heatmap sd --out DIR/x", 2, "--heatmap|samples");
}

/* The case's file is not needed. */
TEST (test_case_gone, "/cli/figure-results/case-gone")
{
  cli_expect ("CLI export-case " SMALL "--out DIR/mine.npz", 0, "");
  cli_expect ("CLI sweep DIR/mine.npz -w 10,20 --out DIR/gone.npz", 0, "");
  cli_expect ("sh -c 'rm DIR/mine.npz'", 0, "");
  cli_expect ("CLI figure DIR/gone.npz -f png --out DIR/gone", 0, "-all.png");
}

TEST (test_refused, "/cli/figure-results/refused")
{
  cli_assert_refused ("CLI figure DIR/rows.npz --widths 10 --out DIR/x", 2, "--widths");
  cli_assert_refused ("CLI figure DIR/rows.npz --draws 100 --out DIR/x", 2, "--draws");
  cli_assert_refused ("CLI figure DIR/rows.npz --seeds 1-3 --out DIR/x", 2, "--seeds");
  cli_expect ("CLI prune " SMALL "--random 3 --out DIR/prune.npz", 0, "");
  cli_assert_refused ("CLI figure DIR/prune.npz --out DIR/x", 1, "prune.npz|sweep");
  cli_expect ("sh -c 'head -c 3000 DIR/rows.npz > DIR/short.npz'", 0, "");
  cli_assert_refused ("CLI figure DIR/short.npz --out DIR/x", 1, "short.npz");
}

/* What dynamics wrote is drawn as it is; what would be another run is refused. */
TEST (test_dynamics, "/cli/figure-results/dynamics")
{
  static const char *const drawn[]
      = { "CLI figure DIR/d.npz --out DIR --format svg --shown-time 100",
          "CLI figure DIR/d.npz --panel salience-bars --out DIR --format py",
          "CLI figure DIR/d.npz --out DIR/d.html" };
  cli_expect ("CLI dynamics joma-salience steps=500 --out DIR/d.npz", 0, "");
  for (guint i = 0; i < G_N_ELEMENTS (drawn); i++)
    {
      g_auto (CliRun) draw = cli_run (drawn[i]);

      g_assert_cmpstr (draw.err, ==, "");
      g_assert_cmpint (draw.status, ==, 0);
    }
  cli_assert_refused ("CLI figure DIR/d.npz steps=600 --out DIR", 2, "d.npz|joma-salience");
  cli_assert_refused ("CLI figure DIR/d.npz --seed 2 --out DIR", 2, "--seed");
  cli_assert_refused ("CLI figure DIR/d.npz --panel trace --out DIR", 2, "trace");
  cli_assert_refused ("CLI figure DIR/d.npz --out DIR/d.gif", 2, "--shown-time");
}

/* Returns: (transfer full): the drawing without where it says it comes from */
static char *
draw_pruning (const char *name, const char *options)
{
  g_autofree char *strip = g_strdup_printf (
      "sed '/<desc>/d;/<title>/d;/<metadata>/,/<.metadata>/d' DIR/drawn/%s-pruning.svg", name);

  cli_expectf (0, "pruning.svg",
               "CLI figure DIR/%s.npz %s --widths 10 -p pruning -f svg --out DIR/drawn", name,
               options);
  return cli_succeed (strip);
}

/* --test names a test set by its number or its name: what is drawn is of a case with that set
 * alone.
 */
TEST (test_test_set, "/cli/figure-results/test-set")
{
  static const SmallSet all[]
      = { { "train", 12, 0 }, { "test", 9, 1 }, { "test_other", 17, 2 }, { "test_third", 11, 3 } };
  static const SmallSet only[] = { { "train", 12, 0 }, { "test", 17, 2 } };
  g_autofree char *path = cli_path ("all.npz"), *other = cli_path ("alone.npz");
  g_autofree char *first = NULL, *number = NULL, *named = NULL, *alone = NULL;

  write_small_case (path, 4, all);
  write_small_case (other, 2, only);
  first = draw_pruning ("all", "");
  number = draw_pruning ("all", "--test 2");
  named = draw_pruning ("all", "--test other");
  alone = draw_pruning ("alone", "");
  g_assert_cmpstr (number, ==, alone);
  g_assert_cmpstr (named, ==, alone);
  g_assert_cmpstr (first, !=, alone);
  cli_assert_refused ("CLI figure DIR/all.npz --test 4 --out DIR/x", 2, "--test|3");
  cli_assert_refused ("CLI figure DIR/all.npz --test 0 --out DIR/x", 2, "--test|3");
}
