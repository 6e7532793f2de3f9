/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several minima: the lowest known ones are found, nearly always that of an exhaustive search, on
 * any number of threads the same, and wide networks cost what they did. */
#include "core/case/case-io.h"
#include "core/theory/saddle.h"
#include "core/theory/action-descent-private.h"
#include "core/theory/sweep.h"
#include "core/theory/saddle-starts-private.h"

#include <math.h>
#include <string.h>

#include "support.h"

typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSetting setting;
} Problem;

static void
problem_clear (Problem *self)
{
  ipl_kernel_unref (self->kernel);
  ipl_case_unref (self->the_case);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Problem, problem_clear)

/* Takes the case. */
static void
problem_init (Problem *self, IplCase *the_case, guint width)
{
  *self = (Problem){ the_case, ipl_kernel_prepare (the_case, NULL, NULL),
                     test_setting (the_case, width) };
}

/* From the GP limit. */
static IplSaddle *
solve (const Problem *self)
{
  return TEST_OK (
      ipl_saddle_find (self->the_case, self->kernel, &self->setting, NULL, 0, NULL, &error));
}

static IplSaddle *
search (const Problem *self, guint64 seed, guint threads)
{
  return TEST_OK (ipl_saddle_search (self->the_case, self->kernel, &self->setting, solve (self),
                                     seed, threads, NULL, &error));
}

static IplSaddle *
solve_from (const Problem *self, const IplSaddleStarts *starts, guint index)
{
  g_autoptr (IplWarmStart) point = ipl_warm_start_new_at (&starts->shape, NULL);
  IplSaddle start = { .warm_start = point };

  g_assert_true (ipl_saddle_starts_get (starts, index, point->theta, NULL));
  return ipl_saddle_find (self->the_case, self->kernel, &self->setting, &start, 0, NULL, NULL);
}

static gboolean
is_same (double a, double b)
{
  return fabs (a - b) <= 1e-7 * (1 + MIN (fabs (a), fabs (b)));
}

/* What a search says of its starts, counted start by start: how many agree, and that it went on
 * until the share of the basins not seen, w (w + 1) / (n (n - 1)) of w minima and n starts, is
 * below a fiftieth and three ended at the lowest. */
static void
check_counts (const Problem *self, guint64 seed, const IplSaddle *found)
{
  g_autoptr (IplSaddleStarts) starts
      = ipl_saddle_starts_new (self->kernel, &self->setting, seed, NULL);
  double minima[1 + IPL_SADDLE_MAX_STARTS], n = 0;
  guint w = 0, agreeing = 0;

  for (guint k = 0; k < found->starts; k++)
    {
      g_autoptr (IplSaddle) saddle = k > 0 ? solve_from (self, starts, k - 1) : solve (self);
      guint known = 0;

      n += saddle != NULL;
      if (saddle == NULL || !saddle->converged)
        continue;
      g_assert_true (saddle->action > found->action || is_same (saddle->action, found->action));
      agreeing += is_same (saddle->action, found->action);
      while (known < w && !is_same (minima[known], saddle->action))
        known++;
      if (known == w)
        minima[w++] = saddle->action;
    }
  g_assert_cmpuint (found->agreeing, ==, agreeing);
  if (found->starts <= IPL_SADDLE_MAX_STARTS)
    {
      g_assert_cmpfloat (w * (w + 1), <=, 0.02 * n * (n - 1));
      g_assert_cmpuint (agreeing, >=, 3);
    }
}

/* Which path stands out at first depends on the seed; of starts as large as the labels the mean of
 * log |K| / |y|^2 is 0, each with a standard deviation of 1. */
TEST (test_starts, "/saddle-search/starts")
{
  const guint H[] = { 3, 2 }, n = 400;
  g_auto (Problem) problem = { NULL };
  gboolean stands_out[6] = { FALSE };
  double sum = 0, U[36];
  guint paths = 0;

  problem_init (&problem, test_random_case (15, 1, 2, H, 4, 3), 2);
  for (guint seed = 0; seed < n; seed++)
    {
      g_autoptr (IplSaddleStarts) starts
          = ipl_saddle_starts_new (problem.kernel, &problem.setting, seed, NULL);
      g_autoptr (IplWishartChain) chain
          = ipl_wishart_chain_new (&starts->shape, &problem.setting, NULL);
      g_autofree double *theta = g_new (double, starts->shape.n);
      double size = 0, squares = 0;
      guint largest = 0;

      ipl_saddle_starts_get (starts, 0, theta, NULL);
      g_assert_true (ipl_wishart_chain_set_point (chain, theta));
      ipl_wishart_chain_U (chain, 0, U);
      for (guint p = 1; p < 6; p++)
        largest = U[p * 7] > U[largest * 7] ? p : largest;
      stands_out[largest] = TRUE;
      ipl_saddle_starts_get (starts, 4, theta, NULL);
      g_assert_true (ipl_wishart_chain_set_point (chain, theta));
      ipl_wishart_chain_U (chain, 0, U);
      for (gsize m = 0; m < 15; m++)
        {
          for (guint p = 0; p < 36; p++)
            for (gsize i = 0; i < 4; i++)
              size += U[p] * problem.the_case->train.xi[(m * 6 + p / 6) * 4 + i]
                      * problem.the_case->train.xi[(m * 6 + p % 6) * 4 + i] / (4 * 6);
          squares += problem.the_case->train.y[m] * problem.the_case->train.y[m];
        }
      sum += log (size / squares);
    }
  for (guint p = 0; p < 6; p++)
    paths += stands_out[p];
  g_assert_cmpuint (paths, ==, 6);
  g_assert_cmpfloat (fabs (sum), <, 5 * sqrt (n));
}

/* A case whose lowest action is known, from the GP limit and from further starts of many seeds. */
static void
check_reference (const char *name, const char *widths, double from_gp, double lowest)
{
  g_autofree char *path = test_reference_path (name);
  g_auto (Problem) problem = { NULL };
  g_autoptr (IplSaddle) first = NULL;

  problem_init (&problem, TEST_OK (ipl_case_load (path, FALSE, 1, NULL, &error)), 10);
  g_assert_true (ipl_setting_parse_widths (&problem.setting, widths, NULL));
  first = solve (&problem);
  g_assert_cmpfloat (fabs (first->action - from_gp), <, 1e-3);
  g_assert_cmpuint (first->starts, ==, 1);
  for (guint64 seed = 0; seed < 8; seed++)
    {
      g_autoptr (IplSaddle) saddle = search (&problem, seed, 2);

      g_assert_cmpfloat (fabs (saddle->action - lowest), <, 1e-3);
      g_assert_true (saddle->converged);
      g_assert_cmpuint (saddle->agreeing, >=, 2);
      g_assert_cmpuint (saddle->agreeing, <, saddle->starts);
      if (seed == 0)
        check_counts (&problem, seed, saddle);
    }
}

TEST (test_published, "/saddle-search/known")
{
  check_reference ("minimum_6126.npz", "1:1", 26.329, 20.930);
  check_reference ("minimum_6376.npz", "1:1:4", -0.0467, -0.590);
}

/* A few heads, widths and examples, at temperatures and variances of many sizes. */
static void
random_problem (Problem *self, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint L = (guint)g_rand_int_range (rand, 1, 3), H[2];
  gsize P = (gsize)g_rand_int_range (rand, 8, 21), N0 = (gsize)g_rand_int_range (rand, 3, 8);

  H[0] = (guint)g_rand_int_range (rand, 3, L == 1 ? 8 : 4);
  H[1] = (guint)g_rand_int_range (rand, 1, 3);
  problem_init (self, test_random_case (P, 1, L, H, N0, seed), 1);
  for (guint l = 0; l <= L; l++)
    self->setting.N[l] = (guint)g_rand_int_range (rand, 1, 4);
  self->setting.N[0] = 1;
  for (guint l = 0; l < L + 2; l++)
    self->setting.variances[l] = exp (g_rand_double_range (rand, -1.5, 1.5));
  self->setting.temperature = exp (g_rand_double_range (rand, log (1e-3), log (0.03)));
}

/* Starts of a kind that the program does not use: A of any scale, with any of its rows small. */
static double
exhaustive (const Problem *self, guint n, double *highest, GRand *rand)
{
  double lowest = INFINITY;
  IplWishartShape shape;

  ipl_wishart_shape_init (&shape, self->the_case, self->the_case->labels.outputs, NULL);
  for (guint k = 0; k < n; k++)
    {
      g_autoptr (IplWarmStart) point = ipl_warm_start_new_at (&shape, NULL);
      g_autoptr (IplSaddle) saddle = NULL;
      IplSaddle start = { .warm_start = point };

      ipl_wishart_shape_set_gp (&shape, point->theta);
      for (guint l = 0; l <= shape.L; l++)
        {
          double size = exp (g_rand_double_range (rand, -1, 1));

          for (gsize i = 0; i < shape.rows[l]; i++)
            {
              double row = g_rand_boolean (rand) ? size : 0.1 * size;

              for (gsize j = 0; j <= i; j++)
                point->theta[shape.offset[l] + i * shape.rows[l] + j]
                    = i == j ? row * g_rand_double_range (rand, 0.1, 2)
                             : row * g_rand_double_range (rand, -2, 2);
            }
        }
      saddle
          = ipl_saddle_find (self->the_case, self->kernel, &self->setting, &start, 0, NULL, NULL);
      if (saddle == NULL || !saddle->converged)
        continue;
      lowest = MIN (lowest, saddle->action);
      *highest = MAX (*highest, saddle->action);
    }
  return lowest;
}

static void
check_random (guint n_cases, guint n_starts, guint least_several, guint most_missed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  guint several = 0, gp_wrong = 0, missed = 0;

  for (guint32 seed = 0; seed < n_cases; seed++)
    {
      g_auto (Problem) problem = { NULL };
      g_autoptr (IplSaddle) first = NULL, found = NULL;
      double lowest, highest = -INFINITY, tolerance;

      random_problem (&problem, seed);
      first = solve (&problem);
      found = search (&problem, IPL_SADDLE_SEED, 1);
      lowest = exhaustive (&problem, n_starts, &highest, rand);
      tolerance = 1e-6 * (1 + fabs (lowest));
      g_assert_cmpfloat (found->action, <=, first->action + tolerance);
      g_assert_cmpuint (found->starts, >=, 11);
      several += highest > lowest + tolerance;
      gp_wrong += first->action > lowest + tolerance;
      missed += found->action > lowest + tolerance;
      if (found->action > lowest + tolerance)
        g_test_message ("seed %u: %.9g of %u starts, %u agree, where %.9g is lower", seed,
                        found->action, found->starts, found->agreeing, lowest);
    }
  g_test_message ("%u cases, %u with several minima, %u where the GP limit leads to a higher one, "
                  "%u where the search does",
                  n_cases, several, gp_wrong, missed);
  g_assert_cmpuint (several, >=, least_several);
  g_assert_cmpuint (gp_wrong, >, missed);
  g_assert_cmpuint (missed, <=, most_missed);
}

TEST (test_random, "/saddle-search/random")
{
  check_random (60, 30, 3, 1);
}

SLOW_TEST (test_random_long, "/saddle-search/random-long")
{
  check_random (600, 200, 30, 3);
}

static void
assert_same (const IplSaddle *a, const IplSaddle *b)
{
  g_assert_cmpmem (a->U, a->Pi * a->Pi * sizeof (double), b->U, b->Pi * b->Pi * sizeof (double));
  g_assert_cmpfloat (a->action, ==, b->action);
  g_assert_cmpuint (a->starts, ==, b->starts);
  g_assert_cmpuint (a->agreeing, ==, b->agreeing);
  g_assert_cmpuint (a->evaluations, ==, b->evaluations);
}

/* Bit for bit the same on any number of threads, alone and in a sweep of one continuation or two.
 */
TEST (test_threads, "/saddle-search/threads")
{
  g_auto (Problem) problem = { NULL };
  IplSetting settings[6];

  random_problem (&problem, 5);
  for (guint threads = 2; threads <= 5; threads += 3)
    {
      g_autoptr (IplSaddle) one = search (&problem, 7, 1);
      g_autoptr (IplSaddle) other = search (&problem, 7, threads);

      assert_same (one, other);
    }
  for (guint i = 0; i < 6; i++)
    {
      settings[i] = problem.setting;
      for (guint l = 0; l <= problem.setting.L; l++)
        settings[i].N[l] = 1 + i % 3;
      settings[i].temperature *= i < 3 ? 1 : 3;
    }
  for (guint n = 3; n <= 6; n += 3)
    {
      g_autoptr (IplSweep) one
          = ipl_sweep_run (problem.kernel, n, settings, NULL, NULL, NULL, NULL);
      g_autoptr (IplSweep) other = ipl_sweep_run (problem.kernel, n, settings, NULL, NULL,
                                                  &(IplWork){ .threads = 3 }, NULL);

      for (guint i = 0; i < n; i++)
        {
          assert_same (one->rows[i]->saddle, other->rows[i]->saddle);
          g_assert_cmpuint (one->rows[i]->starts, >, 1);
          g_assert_cmpuint (one->rows[i]->starts, ==, one->rows[i]->saddle->starts);
        }
    }
}

/* The four paths of the paper's chain have 4 and 2 rows: searched up to a width of 8, and as before
 * from there. */
TEST (test_wide, "/saddle-search/wide")
{
  g_autoptr (IplNpz) answers = NULL;
  g_auto (Problem) problem = { NULL };

  test_load_reference ("hmc", &problem.the_case, &answers);
  problem.kernel = ipl_kernel_prepare (problem.the_case, NULL, NULL);
  for (guint N = 1; N <= 30; N++)
    {
      ipl_setting_init_for_case (&problem.setting, problem.the_case, N);
      g_assert_true (ipl_saddle_search_is_wanted (problem.the_case, &problem.setting) == (N <= 8));
      if (N < 9 || N > 11)
        continue;

      g_autoptr (IplSaddle) one = solve (&problem);
      g_autoptr (IplSaddle) found = ipl_saddle_find (problem.the_case, problem.kernel,
                                                     &problem.setting, NULL, 2, NULL, NULL);

      assert_same (one, found);
      g_assert_cmpuint (found->starts, ==, 1);
    }
  /* Any layer that is narrow, the readout's too. */
  ipl_setting_init_for_case (&problem.setting, problem.the_case, 100);
  problem.setting.N[1] = 4;
  g_assert_true (ipl_saddle_search_is_wanted (problem.the_case, &problem.setting));

  /* A gradient of 200 x 200 x 1e6 operations: not searched. */
  gsize count = problem.the_case->train.count, N0 = problem.the_case->N0;

  problem.the_case->train.count = 200;
  problem.the_case->N0 = 1000000 / problem.the_case->Pi;
  g_assert_false (ipl_saddle_search_is_wanted (problem.the_case, &problem.setting));
  problem.the_case->train.count = count;
  problem.the_case->N0 = N0;
  problem.setting.N[1] = 5;
  g_assert_false (ipl_saddle_search_is_wanted (problem.the_case, &problem.setting));
  problem.setting.N[2] = 2;
  g_assert_true (ipl_saddle_search_is_wanted (problem.the_case, &problem.setting));
  problem.setting.gp = TRUE;
  g_assert_false (ipl_saddle_search_is_wanted (problem.the_case, &problem.setting));
}

/* Labels far larger than the prior expects: K must grow before a network fits them. */
TEST (test_tiny_variances, "/saddle-search/tiny-variances")
{
  g_autoptr (IplNpz) answers = NULL;
  g_auto (Problem) problem = { NULL };
  g_autoptr (IplSaddle) first = NULL, found = NULL;

  test_load_reference ("hmc", &problem.the_case, &answers);
  problem_init (&problem, problem.the_case, 1);
  for (guint l = 0; l < 4; l++)
    problem.setting.variances[l] = 0.01;
  first = solve (&problem);
  found = search (&problem, IPL_SADDLE_SEED, 2);
  g_assert_true (found->converged);
  g_assert_cmpfloat (found->action, <, 0.3 * first->action);
}

/* Much work leaves room for few further starts. */
TEST (test_budget, "/saddle-search/budget")
{
  g_auto (Problem) problem = { NULL };
  g_autoptr (IplSaddle) found = NULL;

  problem_init (&problem, test_random_case (250, 1, HEADS (2, 2), 250, 3), 2);
  problem.setting.temperature = 0.3;
  found = search (&problem, IPL_SADDLE_SEED, 2);
  g_assert_cmpuint (found->starts, >=, 3);
  g_assert_cmpuint (found->starts, <, 11);
}

/* Within a fraction of what the search takes, and leaving nothing behind. */
TEST (test_cancelled, "/saddle-search/cancelled")
{
  g_auto (Problem) problem = { NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GThread) thread = NULL;
  IplSaddle *first;

  problem_init (&problem, test_random_case (60, 1, HEADS (8), 6, 3), 1);
  first = solve (&problem);
  thread = test_cancel_later (cancellable, 3000);
  TEST_CANCELLED (ipl_saddle_search (problem.the_case, problem.kernel, &problem.setting, first, 0,
                                     2, cancellable, &error));
  g_thread_join (g_steal_pointer (&thread));
}
