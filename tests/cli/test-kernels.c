/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels on the command line: as arrays that add up, and as figures. */
#include <math.h>
#include <string.h>

#include "cli-run.h"
#include "core/files/npz.h"

static IplNpz *
read_npz (const char *name)
{
  g_autofree char *path = g_build_filename (cli_folder (), name, NULL);
  g_autoptr (GError) error = NULL;
  IplNpz *npz = ipl_npz_read (path, NULL, &error);

  g_assert_no_error (error);
  return npz;
}

/* K = sum_pq U_pq C_pq, C_qp the transpose of C_pq, the GP's a sum over the diagonal, and the
 * label cosine that with the labels, nothing centred. */
static void
test_arrays (void)
{
  g_auto (CliRun) run = cli_run ("CLI kernels hmc4 --width 10 --out DIR/kernels.npz");
  g_autoptr (IplNpz) npz = NULL;
  const IplArray *C, *K, *U, *y;
  gsize P, Pi;
  double yKy = 0, KK = 0, yy = 0;

  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "all of U"));
  npz = read_npz ("kernels.npz");
  C = ipl_npz_lookup (npz, "C");
  K = ipl_npz_lookup (npz, "K");
  U = ipl_npz_lookup (npz, "U");
  y = ipl_npz_lookup (npz, "y");
  g_assert_cmpuint (C->ndim, ==, 4);
  P = K->shape[0];
  Pi = U->shape[0];
  g_assert_cmpuint (Pi, ==, 4);
  g_assert_cmpuint (C->size, ==, Pi * Pi * P * P);
  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < P; n++)
      {
        double sum = 0, gp = 0;

        for (gsize p = 0; p < Pi; p++)
          for (gsize q = 0; q < Pi; q++)
            {
              double c = C->values[((p * Pi + q) * P + m) * P + n];

              g_assert_cmpfloat_with_epsilon (c, C->values[((q * Pi + p) * P + n) * P + m], 1e-12);
              sum += U->values[p * Pi + q] * c;
              gp += p == q ? c : 0;
            }
        g_assert_cmpfloat_with_epsilon (K->values[m * P + n], sum, 1e-9);
        /* All variances of the case are 1. */
        g_assert_cmpfloat_with_epsilon (ipl_npz_lookup (npz, "K_gp")->values[m * P + n], gp, 1e-10);
        yKy += y->values[m] * K->values[m * P + n] * y->values[n];
        KK += K->values[m * P + n] * K->values[m * P + n];
      }
  for (gsize m = 0; m < P; m++)
    yy += y->values[m] * y->values[m];
  g_assert_cmpfloat_with_epsilon (ipl_npz_lookup (npz, "label_cosine")->values[0],
                                  yKy / (sqrt (KK) * yy), 1e-10);
  /* What a narrow network learns is nearer to the labels than the GP, and the pairs add to it. */
  g_assert_cmpfloat (ipl_npz_lookup (npz, "alignment")->values[0], >,
                     ipl_npz_lookup (npz, "alignment_gp")->values[0]);
}

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
  g_test_add_func ("/cli/kernels/arrays", test_arrays);
  g_test_add_func ("/cli/kernels/figures", test_figures);
  g_test_add_func ("/cli/kernels/refused", test_refused);
  status = g_test_run ();
  cli_run_end ();
  return status;
}
