/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The no-U-turn sampler alone, on densities whose moments are known exactly. A transition from an
 * exact draw must end in an exact draw: the ends, and their coordinates, are independent, so that
 * the error of a mean is the density's own standard deviation over the square root of their number,
 * without autocorrelation, warm-up or an estimated error. Steps are long, where energies are far
 * from conserved and the weights of the points of a trajectory matter. */
#include "core/posterior/nuts.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_psi.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>
#include "support.h"

/* Standard errors; in the few dozen looks below one beyond it comes by chance with one seed in
 * 10^4. A sampler that is wrong by one part in a hundred lies tens of them away. */
#define Z_LIMIT 5.0
#define MAX_N 8
#define DRAWS 200000

/* A density over n coordinates that are alike, each known up to its fourth moment. */
typedef struct
{
  const char *name;
  guint n;
  double step;
  IplLogDensity density;
  void (*draw) (gsl_rng *rng, guint n, double *q);
  double moments[8]; /* E x, E x^2, .., E x^8 of a coordinate */
} Target;

static double
normal (const double *q, double *gradient, GCancellable *cancellable, gpointer data)
{
  const Target *target = data;
  double sum = 0;

  for (guint i = 0; i < target->n; i++)
    {
      gradient[i] = -q[i];
      sum -= q[i] * q[i] / 2;
    }
  return sum;
}

static void
draw_normal (gsl_rng *rng, guint n, double *q)
{
  for (guint i = 0; i < n; i++)
    q[i] = gsl_ran_gaussian (rng, 1);
}

/* The logarithm of a Gamma (3) variable: skewed, with a heavy and a light side. */
static double
log_gamma (const double *q, double *gradient, GCancellable *cancellable, gpointer data)
{
  const Target *target = data;
  double sum = 0;

  for (guint i = 0; i < target->n; i++)
    {
      gradient[i] = 3 - exp (q[i]);
      sum += 3 * q[i] - exp (q[i]);
    }
  return sum;
}

static void
draw_log_gamma (gsl_rng *rng, guint n, double *q)
{
  for (guint i = 0; i < n; i++)
    q[i] = log (gsl_ran_gamma (rng, 3, 1));
}

/* exp (-x^4): flat on top and steep at its sides, so that long steps miss by much. x = +-g^(1/4)
 * with g of Gamma (1/4); E x^2k = Gamma ((2 k + 1) / 4) / Gamma (1/4). */
static double
quartic (const double *q, double *gradient, GCancellable *cancellable, gpointer data)
{
  const Target *target = data;
  double sum = 0;

  for (guint i = 0; i < target->n; i++)
    {
      gradient[i] = -4 * q[i] * q[i] * q[i];
      sum -= q[i] * q[i] * q[i] * q[i];
    }
  return sum;
}

static void
draw_quartic (gsl_rng *rng, guint n, double *q)
{
  for (guint i = 0; i < n; i++)
    q[i] = (gsl_rng_uniform (rng) < 0.5 ? -1 : 1) * pow (gsl_ran_gamma (rng, 0.25, 1), 0.25);
}

/* Moments of log Gamma (3) from its cumulants, the polygamma functions at 3. */
static void
log_gamma_moments (double *moments)
{
  for (guint k = 1; k <= 8; k++)
    {
      double sum = 0, choose = 1; /* (k - 1 over j) */

      for (guint j = 0; j < k; j++)
        {
          sum += choose * gsl_sf_psi_n ((int)(k - 1 - j), 3) * (j > 0 ? moments[j - 1] : 1);
          choose = choose * (k - 1 - j) / (j + 1);
        }
      moments[k - 1] = sum;
    }
}

static void
quartic_moments (double *moments)
{
  for (guint k = 1; k <= 8; k++)
    moments[k - 1] = k % 2 == 1 ? 0 : tgamma ((k + 1) / 4.0) / tgamma (0.25);
}

/* Means of powers of all coordinates together, against what they are. */
typedef struct
{
  double power[4];
  double jump; /* of the squared way of a coordinate */
  double acceptance;
  gsize n;
} Sums;

static void
add_end (Sums *self, guint n, const double *from, const double *to)
{
  for (guint i = 0; i < n; i++)
    {
      double power = 1;

      for (guint k = 0; k < 4; k++)
        self->power[k] += power *= to[i];
      self->jump += (to[i] - from[i]) * (to[i] - from[i]);
    }
  self->n += n;
}

static void
check_moments (const Target *target, const Sums *sums)
{
  const double *m = target->moments;
  double variance = m[1] - m[0] * m[0];

  for (guint k = 0; k < 4; k++)
    {
      double mean = sums->power[k] / (double)sums->n;
      double spread = sqrt ((m[2 * k + 1] - m[k] * m[k]) / (double)sums->n);

      g_test_message ("%s: E x^%u = %.5f, exactly %.5f, %.1f errors away", target->name, k + 1,
                      mean, m[k], (mean - m[k]) / spread);
      test_assert_close (mean, m[k], Z_LIMIT * spread);
    }
  /* Of two independent points it is two variances; of a sampler that stays where it is nothing. */
  g_test_message ("%s: mean square of the way %.2f variances, acceptance %.2f", target->name,
                  sums->jump / (double)sums->n / variance, sums->acceptance / DRAWS);
  g_assert_cmpfloat (sums->jump / (double)sums->n, >, variance / 2);
}

static void
check_target (const Target *target)
{
  g_autoptr (gsl_rng) rng = gsl_rng_alloc (gsl_rng_mt19937);
  double q[MAX_N] = { 0 }, variances[MAX_N], gradient[MAX_N];
  Sums sums = { 0 };

  gsl_rng_set (rng, 20);
  for (guint i = 0; i < target->n; i++)
    variances[i] = 1;

  g_autoptr (IplNuts) nuts = ipl_nuts_new (target->n, target->density, NULL, NULL, (gpointer)target,
                                           q, variances, NULL, 0, rng, NULL);

  nuts->step_size = target->step;
  for (guint i = 0; i < DRAWS; i++)
    {
      IplTransition transition;

      target->draw (rng, target->n, q);
      ipl_nuts_set_point (nuts, q, target->density (q, gradient, NULL, (gpointer)target), gradient);
      g_assert_true (ipl_nuts_step (nuts, NULL, &transition));
      sums.acceptance += transition.acceptance;
      add_end (&sums, target->n, q, nuts->sample.q);
    }
  g_assert_cmpfloat (nuts->step_size, ==, target->step);
  check_moments (target, &sums);
}

TEST (test_invariant, "/nuts/invariant")
{
  static const double of_normal[8] = { 0, 1, 0, 3, 0, 15, 0, 105 };
  Target targets[] = {
    { "normal, 1", 1, 1.5, normal, draw_normal },
    { "normal, 1, short steps", 1, 0.3, normal, draw_normal },
    { "normal, 5", 5, 1.2, normal, draw_normal },
    { "log Gamma, 1", 1, 0.9, log_gamma, draw_log_gamma },
    { "log Gamma, 3", 3, 0.7, log_gamma, draw_log_gamma },
    { "exp -x^4, 1", 1, 0.7, quartic, draw_quartic },
    { "exp -x^4, 4", 4, 0.5, quartic, draw_quartic },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      if (targets[i].density == log_gamma)
        log_gamma_moments (targets[i].moments);
      else if (targets[i].density == quartic)
        quartic_moments (targets[i].moments);
      else
        memcpy (targets[i].moments, of_normal, sizeof of_normal);
      check_target (&targets[i]);
    }
}

/* Two coordinates of different scales that depend on each other: a ~ N (0, 4), b = a + N (0, 1/4).
 */
static double
slanted (const double *q, double *gradient, GCancellable *cancellable, gpointer data)
{
  double a = q[0], b = q[1] - q[0];

  gradient[0] = -a / 4 + 4 * b;
  gradient[1] = -4 * b;
  return -a * a / 8 - 2 * b * b;
}

/* With a metric that is neither the identity nor the covariance, momenta must come from it. */
TEST (test_metric, "/nuts/metric")
{
  static const double metrics[][4] = { { 4, 4, 4, 4.25 }, { 3, -1, -1, 0.7 }, { 0.5, 0, 0, 6 } };
  static const double steps[] = { 1.2, 0.4, 0.5 }, exact[3] = { 4, 4, 4.25 };

  for (gsize k = 0; k < G_N_ELEMENTS (metrics); k++)
    {
      g_autoptr (gsl_rng) rng = gsl_rng_alloc (gsl_rng_mt19937);
      double q[2] = { 0 }, gradient[2], sum[3] = { 0 };
      const double *metric = metrics[k];

      gsl_rng_set (rng, 7 + k);

      g_autoptr (IplNuts) nuts
          = ipl_nuts_new (2, slanted, NULL, NULL, NULL, q, (const double[]){ metric[0], metric[3] },
                          metric, 0, rng, NULL);

      nuts->step_size = steps[k];
      for (guint i = 0; i < DRAWS; i++)
        {
          IplTransition transition;
          const double *end = nuts->sample.q;

          q[0] = gsl_ran_gaussian (rng, 2);
          q[1] = q[0] + gsl_ran_gaussian (rng, 0.5);
          ipl_nuts_set_point (nuts, q, slanted (q, gradient, NULL, NULL), gradient);
          ipl_nuts_step (nuts, NULL, &transition);
          sum[0] += end[0] * end[0] / DRAWS;
          sum[1] += end[0] * end[1] / DRAWS;
          sum[2] += end[1] * end[1] / DRAWS;
        }
      for (guint j = 0; j < 3; j++)
        {
          /* Isserlis: Var (a b) = E a^2 E b^2 + (E a b)^2 */
          double variance = j == 1 ? 4 * 4.25 + 16 : 2 * exact[j] * exact[j];

          g_test_message ("metric %zu: %.4f, exactly %.4f, %.1f errors away", k, sum[j], exact[j],
                          (sum[j] - exact[j]) / sqrt (variance / DRAWS));
          test_assert_close (sum[j], exact[j], Z_LIMIT * sqrt (variance / DRAWS));
        }
    }
}

/* Coordinate i has a standard deviation of 2^(i - 2). */
static double
scaled (const double *q, double *gradient, GCancellable *cancellable, gpointer data)
{
  const Target *target = data;
  double sum = 0;

  for (guint i = 0; i < target->n; i++)
    {
      double precision = exp2 (4 - 2.0 * i);

      gradient[i] = -precision * q[i];
      sum -= precision * q[i] * q[i] / 2;
    }
  return sum;
}

/* A warm-up learns the covariance and a step that is accepted as often as was asked for. */
TEST (test_warm_up, "/nuts/warm-up")
{
  static const double wanted[] = { 0.65, 0.8, 0.9 };
  const Target target = { "scaled", MAX_N, 0, scaled, NULL };
  const guint warm_up = 2000, n = 4000;

  for (gsize k = 0; k < G_N_ELEMENTS (wanted); k++)
    {
      g_autoptr (gsl_rng) rng = gsl_rng_alloc (gsl_rng_mt19937);
      double q[MAX_N] = { 1 }, variances[MAX_N], v[MAX_N], acceptance = 0;
      IplTransition transition;

      for (guint i = 0; i < MAX_N; i++)
        variances[i] = 1;

      g_autoptr (IplNuts) nuts = ipl_nuts_new (MAX_N, scaled, NULL, NULL, (gpointer)&target, q,
                                               variances, NULL, warm_up, rng, NULL);

      nuts->target_acceptance = wanted[k];
      for (guint i = 0; i < warm_up; i++)
        {
          g_assert_true (ipl_nuts_in_warmup (nuts));
          ipl_nuts_step (nuts, NULL, &transition);
        }
      g_assert_false (ipl_nuts_in_warmup (nuts));
      for (guint i = 0; i < n; i++)
        {
          ipl_nuts_step (nuts, NULL, &transition);
          acceptance += transition.acceptance / n;
        }
      g_test_message ("asked for %.2f, accepts %.3f", wanted[k], acceptance);
      /* Dual averaging holds the mean over steps that vary. Acceptance falls off ever faster with
       * the step, so that at their mean it is higher: in Stan, too, by up to half of what is left
       * to 1. */
      g_assert_cmpfloat (acceptance, >, wanted[k] - 0.02);
      g_assert_cmpfloat (acceptance, <, wanted[k] + 0.6 * (1 - wanted[k]));
      for (guint i = 0; i < MAX_N; i++)
        {
          double unit[MAX_N] = { 0 };

          unit[i] = 1;
          ipl_nuts_metric_velocity (nuts->metric, unit, v);
          /* Of a thousand draws and more in the last window: 5 % or less. */
          test_assert_close (v[i] * exp2 (4 - 2.0 * i), 1, 5 * 0.05);
        }
    }
}

/* A window of 25 draws is averaged with the first covariance, which weighs as two draws a
 * dimension, or as five of a thousandth of the variances. */
TEST (test_window, "/nuts/window")
{
  const double first[] = { 3, -1, -1, 0.7 }, variances[] = { 2, 5 };
  const guint n = 25;

  for (guint known = 0; known < 2; known++)
    {
      IplNutsMetric *metric = ipl_nuts_metric_new (2, NULL, NULL);
      double draws[2][25], weight = known ? 4 : 5;

      ipl_nuts_metric_restart (metric, variances, known ? first : NULL, 100);
      for (guint i = 0; i < n; i++)
        {
          draws[0][i] = sin (i);
          draws[1][i] = 3 * cos (i * i) + draws[0][i];
          g_assert_true (
              ipl_nuts_metric_learn (metric, 30 + i, (double[]){ draws[0][i], draws[1][i] })
              == (i == n - 1));
        }
      for (guint i = 0; i < 2; i++)
        {
          double column[2];

          ipl_nuts_metric_velocity (metric, (const double[]){ i == 0, i == 1 }, column);
          for (guint j = 0; j < 2; j++)
            {
              double prior = known ? first[2 * i + j] : i == j ? 1e-3 * variances[i] : 0;
              double learned = gsl_stats_covariance (draws[i], 1, draws[j], 1, n);

              test_assert_close (column[j], (n * learned + weight * prior) / (n + weight), 1e-12);
            }
        }
      ipl_nuts_metric_free (metric);
    }
}
