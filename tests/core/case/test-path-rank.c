/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranking of paths against kernels that are written out, at every level. */
#include "core/case/path-rank.h"

#include <math.h>
#include <string.h>

#include "core/case/case-io.h"
#include "core/files/npz.h"
#include "support.h"

/* A = <Kc, y y^T> / (|Kc| |y y^T|) of the kernel centred on both sides, by the letter. */
static double
slow_alignment (const IplCase *the_case, gsize path)
{
  gsize P = the_case->train.count, N0 = the_case->N0;
  g_autofree double *K = g_new (double, P *P);
  double mean = 0, all = 0, along = 0, norm = 0, labels = 0;
  g_autofree double *rows = g_new0 (double, P);

  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < P; n++)
      {
        const double *a = the_case->train.xi + (m * the_case->Pi + path) * N0;
        const double *b = the_case->train.xi + (n * the_case->Pi + path) * N0;

        K[m * P + n] = 0;
        for (gsize i = 0; i < N0; i++)
          K[m * P + n] += a[i] * b[i] / (double)(N0 * the_case->Pi);
        rows[m] += K[m * P + n] / (double)P;
        all += K[m * P + n] / (double)(P * P);
      }
  for (gsize m = 0; m < P; m++)
    mean += the_case->train.y[m] / (double)P;
  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < P; n++)
      {
        double k = K[m * P + n] - rows[m] - rows[n] + all;
        double yy = (the_case->train.y[m] - mean) * (the_case->train.y[n] - mean);

        along += k * yy;
        norm += k * k;
        labels += yy * yy;
      }
  return along / sqrt (norm * labels);
}

TEST (test_slow, "/path-rank/slow")
{
  static const guint H[] = { 3, 2 };
  static const gsize sizes[][2] = { { 12, 5 }, { 4, 9 } };

  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (IplCase) the_case = test_random_case (sizes[k][0], 2, 2, H, sizes[k][1], 7 + k);
      double alignment[6];

      for (gsize m = 0; m < the_case->train.count; m++)
        the_case->train.y[m] += 0.3 * (double)m;
      g_assert_true (ipl_path_rank (the_case, alignment, 1, NULL, NULL));
      for (gsize p = 0; p < 6; p++)
        {
          g_assert_cmpfloat_with_epsilon (alignment[p], slow_alignment (the_case, p), 1e-12);
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
  g_assert_cmpfloat_with_epsilon (ipl_path_alignment (4, 2, labels, 2, y, scratch), 1, 1e-12);
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
        g_assert_cmpfloat_with_epsilon (with[p], without[p], 1e-10);
    }
}

/* Heads go one by one, those of the worst paths first, and one of every layer stays. */
TEST (test_heads, "/path-rank/heads")
{
  static const guint H[] = { 2, 3 };
  static const double alignment[] = { 0.9, 0.1, 0.8, 0.7, 0.2, 0.3 };
  gboolean kept[5];

  ipl_path_rank_heads (2, H, alignment, 6, kept);
  for (guint h = 0; h < 5; h++)
    g_assert_true (kept[h]);
  /* Means: 0.6, 0.4 | 0.8, 0.15, 0.55: head 2 of layer 2 goes. */
  ipl_path_rank_heads (2, H, alignment, 5, kept);
  g_assert_true (kept[0] && kept[1] && kept[2] && !kept[3] && kept[4]);
  /* Then 0.85, 0.5 | 0.8, 0.55: head 2 of layer 1 goes. */
  ipl_path_rank_heads (2, H, alignment, 3, kept);
  g_assert_true (kept[0] && !kept[1] && kept[2] && !kept[3] && kept[4]);
  /* And 0.9 | 0.8. */
  ipl_path_rank_heads (2, H, alignment, 1, kept);
  g_assert_true (kept[0] && !kept[1] && kept[2] && !kept[3] && !kept[4]);
}

/* Where all paths go equally well with the labels, each layer keeps a head. */
TEST (test_every_layer, "/path-rank/every-layer")
{
  const guint H[] = { 1, 3 };
  const double alignment[] = { 0.5, 0.5, 0.5 };
  gboolean kept[4];

  ipl_path_rank_heads (2, H, alignment, 1, kept);
  g_assert_true (kept[0]);
  g_assert_cmpint (kept[1] + kept[2] + kept[3], ==, 1);
}
