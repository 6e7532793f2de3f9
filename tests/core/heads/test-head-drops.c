/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rank correlations of scores with drops, and how sure they are. */
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <string.h>

#include "core/heads/head-drops.h"
#include "heads/heads-support.h"
#include "support.h"

TEST (test_spearman, "/head-drops/spearman")
{
  const double rising[] = { 1, 2, 5, 7 }, falling[] = { 9, 3, 2, -1 }, flat[] = { 4, 4, 4, 4 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  g_assert_cmpfloat (fabs (ipl_heads_spearman (4, rising, falling) + 1), <, 1e-15);
  g_assert_true (isnan (ipl_heads_spearman (4, rising, flat)));
  g_assert_true (isnan (ipl_heads_spearman (4, flat, rising)));
  g_assert_true (isnan (ipl_heads_spearman (2, rising, falling)));
  for (guint i = 0; i < 200; i++)
    {
      gsize n = (gsize)g_rand_int_range (rand, 3, 13);
      double a[12], b[12], slow, fast;

      /* Few values, so many ties. */
      for (gsize k = 0; k < n; k++)
        {
          a[k] = g_rand_int_range (rand, 0, 5);
          b[k] = g_rand_int_range (rand, 0, 9);
        }
      slow = heads_slow_spearman (n, a, b);
      fast = ipl_heads_spearman (n, a, b);
      g_assert_true (isnan (slow) == isnan (fast));
      if (!isnan (slow))
        test_assert_close (slow, fast, 1e-13);
    }
}

static void
read_drops (const IplHeadLosses *losses, const double *score, guint threads, IplHeadDrops *drops,
            double *numbers)
{
  drops->drop = numbers;
  drops->se = numbers + losses->n_heads;
  ipl_head_losses_read (losses, score, 11, threads, drops);
}

/* Heads that lose 0, 10, .. of 100 examples for sure give an interval of nothing but 1; heads that
 * lose nearly alike give a wide one. */
TEST (test_interval, "/head-drops/interval")
{
  const double score[] = { 0.1, 0.2, 0.5, 0.7, 1 };
  g_autoptr (IplCase) the_case = test_random_case (5, 400, HEADS (5), 2, 1);
  IplHeadLosses losses;
  IplHeadDrops clear, close, threaded, none;
  double numbers[4][10];
  g_autofree double *f = g_new (double, 400);

  memcpy (f, the_case->tests[0].y, 400 * sizeof *f);
  g_assert_true (ipl_head_losses_init (&losses, the_case, 0, f, NULL));
  read_drops (&losses, score, 1, &none, numbers[3]);
  g_assert_true (isnan (none.drop[0]) && isnan (none.correlation.value));
  for (guint h = 0; h < 5; h++)
    {
      for (gsize i = 0; i < 400; i++)
        f[i] = the_case->tests[0].y[i] * (i < 80 * h ? -1 : 1);
      ipl_head_losses_set (&losses, h, f);
    }
  read_drops (&losses, score, 1, &clear, numbers[0]);
  for (guint h = 0; h < 5; h++)
    test_assert_close (clear.drop[h], 0.2 * h, 1e-15);
  g_assert_cmpfloat (clear.se[0], ==, 0);
  test_assert_close (clear.correlation.value, 1, 1e-15);
  /* The same in every test set: nothing tells how sure it is. */
  g_assert_true (isnan (clear.correlation.low) && isnan (clear.correlation.high));

  for (guint h = 0; h < 5; h++)
    {
      /* Disjoint tenths of the examples, one more for each head. */
      for (gsize i = 0; i < 400; i++)
        f[i] = the_case->tests[0].y[i] * (i >= 50 * h && i < 50 * h + 40 + h ? -1 : 1);
      ipl_head_losses_set (&losses, h, f);
    }
  read_drops (&losses, score, 1, &close, numbers[1]);
  read_drops (&losses, score, 3, &threaded, numbers[2]);
  test_assert_close (close.correlation.value, 1, 1e-15);
  /* Differences of one example where chance moves tens: nearly any order of the five comes up. */
  g_assert_cmpfloat (close.correlation.low, <, 0);
  g_assert_cmpfloat (close.correlation.low, >=, -1);
  g_assert_cmpfloat (close.correlation.high, >, 0.8);
  g_assert_cmpfloat (close.correlation.low, ==, threaded.correlation.low);
  g_assert_cmpfloat (close.correlation.high, ==, threaded.correlation.high);
  ipl_head_losses_clear (&losses);
}

/* Heads whose drop is not known take no part, wherever they are. */
TEST (test_unknown, "/head-drops/unknown")
{
  const double score[] = { 1, 5, 100, 2, 3 };
  g_autoptr (IplCase) the_case = test_random_case (5, 100, HEADS (5), 2, 1);
  g_autofree double *f = g_memdup2 (the_case->tests[0].y, 100 * sizeof *f);
  IplHeadLosses losses;
  IplHeadDrops drops;
  double numbers[10];

  g_assert_true (ipl_head_losses_init (&losses, the_case, 0, f, NULL));
  for (guint h = 0; h < 5; h++)
    {
      for (gsize i = 0; i < 100; i++)
        f[i] = the_case->tests[0].y[i] * ((double)i < 10 * score[h] ? -1 : 1);
      if (h != 2)
        ipl_head_losses_set (&losses, h, f);
    }
  read_drops (&losses, score, 1, &drops, numbers);
  g_assert_true (isnan (drops.drop[2]));
  test_assert_close (drops.correlation.value, 1, 1e-15);
  ipl_head_losses_clear (&losses);
}

/* The ends of the interval, beside test sets that are drawn here: nearer to the percentiles 2.5 and
 * 97.5 than to 5 and 95. */
TEST (test_ends, "/head-drops/ends")
{
  enum
  {
    HEADS = 12,
    N = 400,
    SETS = 4000
  };
  const guint H[] = { HEADS };
  g_autoptr (IplCase) the_case = test_random_case (5, N, 1, H, 2, 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autofree double *f = g_memdup2 (the_case->tests[0].y, N * sizeof *f);
  g_autofree double *lost = g_new0 (double, N *HEADS), *values = g_new (double, SETS);
  double score[HEADS], numbers[2 * HEADS], low[2], high[2];
  IplHeadLosses losses;
  IplHeadDrops drops;

  g_assert_true (ipl_head_losses_init (&losses, the_case, 0, f, NULL));
  for (guint h = 0; h < HEADS; h++)
    {
      score[h] = h;
      for (gsize i = 0; i < N; i++)
        {
          lost[i * HEADS + h] = g_rand_double (rand) < 0.1 + 0.005 * h;
          f[i] = the_case->tests[0].y[i] * (lost[i * HEADS + h] > 0 ? -1 : 1);
        }
      ipl_head_losses_set (&losses, h, f);
    }
  read_drops (&losses, score, 2, &drops, numbers);
  for (guint s = 0; s < SETS; s++)
    {
      double sum[HEADS] = { 0 };

      for (gsize i = 0; i < N; i++)
        {
          gsize drawn = (gsize)g_rand_int_range (rand, 0, N);

          for (guint h = 0; h < HEADS; h++)
            sum[h] += lost[drawn * HEADS + h];
        }
      values[s] = heads_slow_spearman (HEADS, score, sum);
    }
  gsl_sort (values, 1, SETS);
  for (guint k = 0; k < 2; k++)
    {
      low[k] = values[SETS / 40 * (1 + k)];
      high[k] = values[SETS - SETS / 40 * (1 + k)];
    }
  test_assert_close (drops.correlation.low, low[0], (low[1] - low[0]) / 2);
  test_assert_close (drops.correlation.high, high[0], (high[0] - high[1]) / 2);
  ipl_head_losses_clear (&losses);
}
