/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case drawn beside another: solved both, or read from files of results. */
#include <string.h>

#include "cli-run.h"

#define SMALL "hmc4 --n-train 40 --n-test 60 --widths 10,20,gp -t 0.1 "

static void
expect (const char *line, int status, const char *word)
{
  g_auto (CliRun) run = cli_run (line);
  g_autofree char *both = g_strconcat (run.out, run.err, NULL);

  g_test_message ("%s -> %d\n%s", line, run.status, both);
  g_assert_cmpint (run.status, ==, status);
  g_assert_nonnull (strstr (both, word));
}

/* Another case, a file that comes with the program, and itself; a file says what both are. */
static void
test_solved (void)
{
  expect ("CLI figure " SMALL "--compare hmc2 -p all -f svg --size slide --out DIR/a", 0,
          "hmc4-with-hmc2-all.svg");
  expect ("grep -c 'compared with hmc2' DIR/a/hmc4-with-hmc2-all.svg", 0, "");
  expect ("grep -c -- '--compare hmc2' DIR/a/hmc4-with-hmc2-all.svg", 0, "");
  expect ("CLI figure " SMALL "--compare example-paths -p kernels -f png --size slide --out DIR/a",
          0, "hmc4-with-");
  expect ("CLI figure " SMALL "--compare hmc4 -p accuracy -f png --out DIR/a", 0,
          "hmc4-with-hmc4-accuracy.png");
}

/* Results on either side: drawn as they are, at the width shown where they have that. */
static void
test_results (void)
{
  expect ("CLI sweep " SMALL "--out DIR/rows.npz", 0, "");
  expect ("CLI figure DIR/rows.npz --compare DIR/rows.npz -p u -f png --out DIR/b", 0,
          "rows-with-rows-u.png");
  expect ("CLI figure DIR/rows.npz --width 20 --compare hmc2 -p u -f png --out DIR/b", 0,
          "rows-with-hmc2-u.png");
  expect ("CLI figure hmc2 --width 33 --widths 10,33 --compare example-paths -p u -f png "
          "--out DIR/b",
          0, "hmc2-with-");
}

static void
test_refused (void)
{
  cli_assert_refused ("CLI figure hmc4 --compare joma-tree -p u --out DIR/x", 1,
                      "no attention paths");
  cli_assert_refused ("CLI figure joma-tree --compare hmc4 --out DIR/x", 2,
                      "--compare is for cases");
  cli_assert_refused ("CLI figure hmc4 --compare nobody -p u --out DIR/x", 1, "nobody");
  cli_assert_refused ("CLI figure hmc4 --compare hmc2 -p u -f pdf,py --out DIR/x", 2,
                      "leave out --compare");
  cli_assert_refused ("CLI figure hmc4 --compare hmc2 -p head-scores --out DIR/x", 2,
                      "--compare is for cases");
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  g_test_add_func ("/compare/solved", test_solved);
  g_test_add_func ("/compare/results", test_results);
  g_test_add_func ("/compare/refused", test_refused);
  result = g_test_run ();
  cli_run_end ();
  return result;
}
