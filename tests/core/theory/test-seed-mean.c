/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mean and spread over seeds, and the seed that is most like the mean. */
#include "core/theory/sweep.h"
#include <math.h>

#include "support.h"

#define N_SEEDS 5

static IplSweep *
run (guint32 seed, guint n_widths, double temperature)
{
  g_autoptr (IplCase) the_case = test_random_case (12, 40, HEADS (2), 4, seed);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  const guint second = 1;
  IplSetting settings[3];

  the_case->n_groups = 1;
  the_case->groups = g_new (IplPathGroup, 1);
  the_case->groups[0]
      = (IplPathGroup){ g_strdup ("second"), 1, g_memdup2 (&second, sizeof second) };
  for (guint i = 0; i < n_widths; i++)
    {
      ipl_setting_init_for_case (&settings[i], the_case, 5 * (i + 1));
      settings[i].temperature = i == 2 ? temperature : 0.1;
    }
  return TEST_OK (ipl_sweep_run (kernel, n_widths, settings, NULL, NULL, NULL, &error));
}

/* The two formulas of a variance: by differences from the mean, and by all pairs,
 * sum_{i<k} (x_i - x_k)^2 = n (n - 1) sd^2. */
TEST (test_spread, "/seed-mean/spread")
{
  g_autoptr (IplSeedMean) seeds = ipl_seed_mean_new ();
  double values[N_SEEDS], sum = 0, pairs = 0;
  IplSeedSpread spread;

  g_assert_true (isnan (ipl_seed_mean_get_spread (seeds, NULL, 0, 0).mean));
  for (guint s = 0; s < N_SEEDS; s++)
    {
      g_autoptr (IplSweep) sweep = run (100 + s, 2, 0.1);

      g_assert_true (ipl_seed_mean_append (seeds, 100 + s, sweep, FALSE));
      values[s] = sweep->rows[1]->tests[0].accuracy;
      g_assert_cmpfloat (seeds->diagonal[s * 2 + 1], ==, sweep->rows[1]->accuracy_diagonal);
      g_assert_cmpfloat (seeds->levelled[s * 2 + 1], ==, sweep->rows[1]->accuracy_levelled);
      g_assert_cmpfloat (seeds->gp[s * seeds->n_lines], ==,
                         sweep->groups[0].lines[0].solution->tests[0].accuracy);
      if (s == 0)
        g_assert_cmpfloat (ipl_seed_mean_get_spread (seeds, seeds->accuracy, 2, 1).sd, ==, 0);
    }
  for (guint i = 0; i < N_SEEDS; i++)
    {
      sum += values[i];
      for (guint k = 0; k < i; k++)
        pairs += (values[i] - values[k]) * (values[i] - values[k]);
    }
  spread = ipl_seed_mean_get_spread (seeds, seeds->accuracy, 2, 1);
  test_assert_close (spread.mean, sum / N_SEEDS, 1e-15);
  test_assert_close (spread.sd, sqrt (pairs / (N_SEEDS * (N_SEEDS - 1.0))), 1e-14);
}

/* The seed that is found is no further from the mean than any other. */
TEST (test_typical, "/seed-mean/typical")
{
  g_autoptr (IplSeedMean) seeds = ipl_seed_mean_new ();
  g_autoptr (IplSeedMean) copy = NULL;
  double found, least = INFINITY;
  guint typical;

  for (guint s = 0; s < N_SEEDS; s++)
    {
      g_autoptr (IplSweep) sweep = run (100 + s, 3, 0.1);

      g_assert_true (ipl_seed_mean_append (seeds, 100 + s, sweep, FALSE));
    }
  typical = ipl_seed_mean_find_typical (seeds, &found);
  for (guint s = 0; s < N_SEEDS; s++)
    {
      double squares = 0;
      guint n = 0;

      for (guint i = 0; i < 3 + seeds->n_lines; i++)
        {
          const double *values = i < 3 ? seeds->accuracy : seeds->gp;
          guint width = i < 3 ? 3 : seeds->n_lines, at = i < 3 ? i : i - 3;
          IplSeedSpread spread = ipl_seed_mean_get_spread (seeds, values, width, at);

          if (spread.sd > 0)
            {
              squares += pow ((values[s * width + at] - spread.mean) / spread.sd, 2);
              n++;
            }
        }
      least = MIN (least, sqrt (squares / n));
      if (s == typical)
        test_assert_close (sqrt (squares / n), found, 1e-13);
    }
  g_assert_cmpfloat (found, <=, least + 1e-13);
  copy = ipl_seed_mean_copy (seeds);
  g_assert_cmpuint (ipl_seed_mean_find_typical (copy, NULL), ==, typical);
}

static void
assert_copied (const double *to, const double *from, guint width)
{
  for (guint s = 0; s < 2; s++)
    g_assert_cmpmem (to + s * width, width * sizeof *to, from + (1 - s) * width,
                     width * sizeof *to);
}

/* Seeds of another mean come with all their numbers, and of fewer lines the first stay. */
TEST (test_accepted, "/seed-mean/taken")
{
  g_autoptr (IplSeedMean) seeds = ipl_seed_mean_new (), other = ipl_seed_mean_new ();
  g_autoptr (IplSeedMean) fewer = NULL;

  for (guint s = 0; s < 2; s++)
    {
      g_autoptr (IplSweep) sweep = run (100 + s, 2, 0.1);

      g_assert_true (ipl_seed_mean_append (seeds, 100 + s, sweep, FALSE));
    }
  g_assert_cmpuint (seeds->n_lines, ==, 2);
  for (guint s = 0; s < 2; s++)
    {
      g_assert_true (ipl_seed_mean_append_of (other, seeds, 1 - s));
      g_assert_cmpuint (other->seeds[s], ==, 101 - s);
    }
  g_assert_false (ipl_seed_mean_append_of (other, seeds, 2));
  assert_copied (other->accuracy, seeds->accuracy, 2);
  assert_copied (other->diagonal, seeds->diagonal, 2);
  assert_copied (other->levelled, seeds->levelled, 2);
  assert_copied (other->gp, seeds->gp, 2);
  fewer = ipl_seed_mean_with_lines (seeds, 1);
  g_assert_cmpuint (fewer->n_lines, ==, 1);
  for (guint s = 0; s < 2; s++)
    g_assert_cmpfloat (fewer->gp[s], ==, seeds->gp[2 * s]);
}

/* Other widths, and two temperatures that are not each width's best, do not go together. */
TEST (test_refused, "/seed-mean/refused")
{
  g_autoptr (IplSeedMean) seeds = ipl_seed_mean_new ();
  g_autoptr (IplSweep) two = run (1, 2, 0.1), three = run (2, 3, 0.1), mixed = run (3, 3, 0.7);

  g_assert_false (ipl_seed_mean_append (seeds, 3, mixed, FALSE));
  g_assert_true (ipl_seed_mean_append (seeds, 1, two, FALSE));
  g_assert_false (ipl_seed_mean_append (seeds, 2, three, FALSE));
  g_assert_cmpuint (seeds->n, ==, 1);
}
