/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranking of paths against kernels that are written out, at every level. */
#include "core/case/path-alignment.h"

#include <math.h>
#include <string.h>

#include "core/case/case-io.h"
#include "core/files/npz.h"
#include "support.h"
#include "theory/outputs-support.h"

/* That of the kernel of one path alone. */
static double
slow_alignment (const IplCase *the_case, gsize path)
{
  gsize n = the_case->train.count * the_case->labels.outputs;
  gsize K = the_case->labels.outputs, rows = the_case->Pi * K;
  g_autofree double *kernel = g_new (double, n *n), *U = g_new0 (double, rows *rows);

  for (gsize k = 0; k < K; k++)
    U[(path * K + k) * (rows + 1)] = 1;
  test_slow_kernel (the_case, 1, U, kernel);
  return test_slow_alignment (the_case->train.count, K, kernel, the_case->train.y, TRUE);
}

TEST (test_slow, "/path-rank/slow")
{
  static const gsize sizes[][2] = { { 12, 5 }, { 4, 9 }, { 12, 5 }, { 4, 9 } };

  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    {
      g_autoptr (IplCase) the_case
          = test_case_of_outputs (sizes[k][0], 2, HEADS (3, 2), sizes[k][1], 1 + k / 2, 7 + k);
      double alignment[6];

      for (gsize m = 0; m < the_case->train.count; m++)
        the_case->train.y[m] += 0.3 * (double)m;
      g_assert_true (ipl_path_rank (the_case, alignment, 1, NULL, NULL));
      for (gsize p = 0; p < 6; p++)
        {
          test_assert_close (alignment[p], slow_alignment (the_case, p), 1e-12);
          g_assert_cmpfloat (alignment[p], >=, 0);
          g_assert_cmpfloat (alignment[p], <=, 1 + 1e-12);
        }
    }
}

/* What does not tell examples apart says nothing, and scales do not matter. */
TEST (test_limits, "/path-rank/limits")
{
  static const double y[] = { 1, 1, -1, -1 }, one[] = { 2, 2, 2, 2 };
  static const double same[] = { 0.1, 0.7, 0.1, 0.7, 0.1, 0.7, 0.1, 0.7 };
  static const double labels[] = { 1e-9, 5, 1e-9, 5, -1e-9, 5, -1e-9, 5 };
  g_autofree double *scratch = g_new (double, ipl_path_alignment_scratch (4, 2));

  g_assert_cmpfloat (ipl_path_alignment (4, 2, same, 2, y, scratch), ==, 0);
  g_assert_cmpfloat (ipl_path_alignment (4, 2, labels, 2, one, scratch), ==, 0);
  test_assert_close (ipl_path_alignment (4, 2, labels, 2, y, scratch), 1, 1e-12);
}

/* Of a case of attention matrices or of weights the ranking is that of its path features. */
TEST (test_levels, "/path-rank/levels")
{
  static const char *const names[] = { "deep3.npz", "single.npz" };

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autofree char *path = test_reference_path (names[k]);
      g_autoptr (IplCase) the_case = ipl_case_load (path, TRUE, 1, NULL, NULL);
      g_autofree double *with = NULL, *without = NULL;
      double *xi;

      g_assert_nonnull (the_case);
      with = g_new (double, the_case->Pi);
      without = g_new (double, the_case->Pi);
      g_assert_true (ipl_path_rank (the_case, with, 1, NULL, NULL));
      xi = g_steal_pointer (&the_case->train.xi);
      g_assert_true (ipl_path_rank (the_case, without, 1, NULL, NULL));
      the_case->train.xi = xi;
      for (gsize p = 0; p < the_case->Pi; p++)
        test_assert_close (with[p], without[p], 1e-10);
    }
}

/* Heads go one by one, those of the worst paths first, and one of every layer stays. */
TEST (test_heads, "/path-rank/heads")
{
  static const guint H[] = { 2, 3 };
  static const double alignment[] = { 0.9, 0.1, 0.8, 0.7, 0.2, 0.3 };
  gboolean selected[5];

  ipl_path_rank_heads (2, H, alignment, 6, selected);
  for (guint h = 0; h < 5; h++)
    g_assert_true (selected[h]);
  /* Means: 0.6, 0.4 | 0.8, 0.15, 0.55: head 2 of layer 2 goes. */
  ipl_path_rank_heads (2, H, alignment, 5, selected);
  g_assert_true (selected[0] && selected[1] && selected[2] && !selected[3] && selected[4]);
  /* Then 0.85, 0.5 | 0.8, 0.55: head 2 of layer 1 goes. */
  ipl_path_rank_heads (2, H, alignment, 3, selected);
  g_assert_true (selected[0] && !selected[1] && selected[2] && !selected[3] && selected[4]);
  /* And 0.9 | 0.8. */
  ipl_path_rank_heads (2, H, alignment, 1, selected);
  g_assert_true (selected[0] && !selected[1] && selected[2] && !selected[3] && !selected[4]);
}

/* Where all paths go equally well with the labels, each layer keeps a head. */
TEST (test_every_layer, "/path-rank/every-layer")
{
  const guint H[] = { 1, 3 };
  const double alignment[] = { 0.5, 0.5, 0.5 };
  gboolean selected[4];

  ipl_path_rank_heads (2, H, alignment, 1, selected);
  g_assert_true (selected[0]);
  g_assert_cmpint (selected[1] + selected[2] + selected[3], ==, 1);
}
