/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels on the command line, as figures; their numbers: test-same-numbers.py. */
#include <string.h>

#include "cli-run.h"

static void
assert_drawn (const char *line, const char *name)
{
  g_auto (CliRun) run = cli_run (line);
  g_autofree char *path = g_build_filename (cli_folder (), name, NULL);

  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_figures (void)
{
  assert_drawn ("CLI figure hmc4 --widths 10 --panel kernels --format pdf --out DIR",
                "hmc4-kernels.pdf");
  assert_drawn ("CLI figure hmc2 --widths 10 --panel kernel-tiles --format svg --out DIR",
                "hmc2-kernel-tiles.svg");
  assert_drawn ("CLI figure hmc2 --widths 10 --panel kernel-sum --normalised-kernels "
                "--eigenvector 2 --format png --dpi 72 --out DIR",
                "hmc2-kernel-sum.png");
}

static void
test_refused (void)
{
  cli_assert_refused ("CLI kernels hmc2 --out DIR/kernels.csv", 2, ".npz");
  cli_assert_refused ("CLI figure hmc2 --panel kernels --eigenvector 0", 2, "--eigenvector");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  g_test_add_func ("/cli/kernels/figures", test_figures);
  g_test_add_func ("/cli/kernels/refused", test_refused);
  status = g_test_run ();
  cli_run_end ();
  return status;
}
