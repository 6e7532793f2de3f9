/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Effective weights: those of real weights behind a draw have the draw's U as their products, and
 * the plane in which they are shown is the best there is. */
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/posterior/network-weights.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/weight-plane.h"
#include "support.h"

/* Eigenvalues by cyclic Jacobi rotations, largest first. */
static void
slow_eigenvalues (gsize n, const double *U, double *values)
{
  g_autofree double *A = g_memdup2 (U, n * n * sizeof *U);

  for (guint sweep = 0; sweep < 60; sweep++)
    for (gsize p = 0; p < n; p++)
      for (gsize q = p + 1; q < n; q++)
        {
          double theta = 0.5 * atan2 (2 * A[p * n + q], A[q * n + q] - A[p * n + p]);
          double c = cos (theta), s = sin (theta);

          for (gsize k = 0; k < n; k++)
            {
              double x = A[k * n + p], y = A[k * n + q];

              A[k * n + p] = c * x - s * y;
              A[k * n + q] = s * x + c * y;
            }
          for (gsize k = 0; k < n; k++)
            {
              double x = A[p * n + k], y = A[q * n + k];

              A[p * n + k] = c * x - s * y;
              A[q * n + k] = s * x + c * y;
            }
        }
  for (gsize p = 0; p < n; p++)
    values[p] = A[p * n + p];
  for (gsize p = 0; p < n; p++)
    for (gsize q = p + 1; q < n; q++)
      if (values[q] > values[p])
        {
          double least = values[p];

          values[p] = values[q];
          values[q] = least;
        }
}

/* W_1[p] / sqrt(N_1) = a V^L .. V^1 along the path, number by number. */
static void
slow_weights (const IplNetworkWeights *self, gsize path, double *w)
{
  gsize heads[IPL_MAX_LAYERS];
  g_autofree double *above = g_memdup2 (self->a, self->N[self->L] * sizeof (double));

  for (guint l = self->L; l-- > 0;)
    {
      heads[l] = path % self->H[l];
      path /= self->H[l];
    }
  for (guint l = self->L; l-- > 0;)
    {
      gsize N = self->N[l], N_above = self->N[l + 1];
      const double *V = self->V[l] + heads[l] * N_above * N;
      double *below = g_new0 (double, N);

      for (gsize j = 0; j < N; j++)
        for (gsize i = 0; i < N_above; i++)
          below[j] += above[i] * V[i * N + j] / sqrt ((double)N_above);
      g_free (above);
      above = below;
    }
  for (gsize j = 0; j < self->N[0]; j++)
    w[j] = above[j] / sqrt (self->N[0]);
}

/* The plane of @U is that of its two largest eigenvalues, and of the vectors @w, [Pi x N], where
 * there are some, their projection. */
static void
check_plane (gsize Pi, const double *U, gsize N, const double *w)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplWeightPlane) plane = ipl_weight_plane_new (Pi, U, &error);
  g_autofree double *values = g_new (double, Pi);
  double trace = 0, size = test_largest (Pi * Pi, U), bound = 1e-12 * (double)Pi * size;

  g_assert_no_error (error);
  slow_eigenvalues (Pi, U, values);
  for (gsize p = 0; p < Pi; p++)
    trace += U[p * Pi + p];
  g_assert_cmpfloat (fabs (plane->share - (values[0] + (Pi > 1 ? values[1] : 0)) / trace), <,
                     1e-12);
  /* U at = at diag(lambda): principal axes, whatever the turn within equal eigenvalues. */
  for (gsize k = 0; k < MIN (Pi, 2); k++)
    for (gsize p = 0; p < Pi; p++)
      {
        double sum = -values[k] * plane->at[2 * p + k];

        for (gsize q = 0; q < Pi; q++)
          sum += U[p * Pi + q] * plane->at[2 * q + k];
        g_assert_cmpfloat (fabs (sum), <, bound * sqrt (size));
      }
  for (gsize k = 0; k < MIN (Pi, 2) && w != NULL; k++)
    {
      g_autofree double *direction = g_new0 (double, N);
      double norm = 0;

      for (gsize j = 0; j < N; j++)
        {
          for (gsize p = 0; p < Pi; p++)
            direction[j] += plane->at[2 * p + k] * w[p * N + j];
          norm += direction[j] * direction[j];
        }
      /* Of a direction that has no length nothing is shown. */
      if (!(norm > 1e-16 * size * size * size))
        continue;
      for (gsize p = 0; p < Pi; p++)
        {
          double along = 0;

          for (gsize j = 0; j < N; j++)
            along += w[p * N + j] * direction[j] / sqrt (norm);
          g_assert_cmpfloat (fabs (along - plane->at[2 * p + k]), <, 1e-9 * sqrt (size));
        }
    }
}

static void
check_draws (guint L, const guint *H, const guint *N)
{
  g_autoptr (IplCase) the_case = test_random_case (8, 5, L, H, 3, 17);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplPosterior) run = NULL;
  g_autoptr (IplPosteriorSummary) summary = NULL;
  g_autoptr (GError) error = NULL;
  gsize Pi = the_case->Pi, n_pairs = Pi * (Pi + 1) / 2;
  g_autofree double *w = g_new (double, Pi * N[0]);
  IplPosteriorOptions options;
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, 1);
  memcpy (setting.N, N, (L + 1) * sizeof *N);
  setting.temperature = 0.2;
  ipl_posterior_options_init (&options);
  options.chains = 2;
  options.warmup = 100;
  run = ipl_posterior_new (the_case, kernel, &setting, &options, &error);
  g_assert_no_error (error);
  ipl_posterior_run (run, 10, 2, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  summary = ipl_posterior_summarize (run, 2, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (IplNetworkWeights) weights
          = ipl_posterior_draw_weights (run, i / 10, i % 10, 5, &error);
      g_autofree double *U = g_new (double, Pi * Pi);

      g_assert_no_error (error);
      for (gsize p = 0; p < Pi; p++)
        for (gsize q = 0; q < Pi; q++)
          U[p * Pi + q]
              = summary->U_draws[i * n_pairs + ipl_pair_index (Pi, MIN (p, q), MAX (p, q))];
      for (gsize p = 0; p < Pi; p++)
        slow_weights (weights, p, w + p * N[0]);
      for (gsize p = 0; p < Pi; p++)
        for (gsize q = 0; q < Pi; q++)
          {
            double product = 0;

            for (gsize j = 0; j < N[0]; j++)
              product += w[p * N[0] + j] * w[q * N[0] + j];
            g_assert_cmpfloat (fabs (product - U[p * Pi + q]), <,
                               1e-12 * test_largest (Pi * Pi, U));
          }
      check_plane (Pi, U, N[0], w);
    }
}

static void
test_draws (void)
{
  check_draws (2, (const guint[]){ 2, 2 }, (const guint[]){ 7, 6, 5 });
  check_draws (2, (const guint[]){ 2, 3 }, (const guint[]){ 9, 1, 4 });
  check_draws (2, (const guint[]){ 2, 2 }, (const guint[]){ 1, 1, 1 });
  check_draws (1, (const guint[]){ 1 }, (const guint[]){ 3, 2 });
  check_draws (1, (const guint[]){ 1 }, (const guint[]){ 1, 1 });
}

/* Any sum of outer products, of any size; rank 1 and 0 too. */
static void
test_any (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (gsize Pi = 1; Pi <= 12; Pi++)
    for (gsize rank = 1; rank <= 3; rank++)
      for (int power = -12; power <= 12; power += 6)
        {
          g_autofree double *w = g_new (double, Pi * rank);
          g_autofree double *U = g_new0 (double, Pi * Pi);

          for (gsize i = 0; i < Pi * rank; i++)
            w[i] = pow (10, power) * g_rand_double_range (rand, -1, 1);
          for (gsize p = 0; p < Pi; p++)
            for (gsize q = 0; q < Pi; q++)
              for (gsize j = 0; j < rank; j++)
                U[p * Pi + q] += w[p * rank + j] * w[q * rank + j];
          check_plane (Pi, U, rank, NULL);
        }
}

/* In the GP limit all are equally long in the plane, which shows 2 of Pi of them. */
static void
test_equal (void)
{
  for (gsize Pi = 2; Pi <= 9; Pi++)
    {
      g_autofree double *U = g_new0 (double, Pi * Pi);
      g_autoptr (IplWeightPlane) plane = NULL;

      for (gsize p = 0; p < Pi; p++)
        U[p * Pi + p] = 3;
      check_plane (Pi, U, 0, NULL);
      plane = ipl_weight_plane_new (Pi, U, NULL);
      for (gsize p = 0; p < Pi; p++)
        g_assert_cmpfloat (
            fabs (hypot (plane->at[2 * p], plane->at[2 * p + 1]) - sqrt (3 * 2 / (double)Pi)), <,
            1e-14);
    }
}

static double
distance (const IplWeightPlane *a, const IplWeightPlane *b, double angle, double sign)
{
  double sum = 0, c = cos (angle), s = sin (angle);

  for (gsize p = 0; p < a->Pi; p++)
    {
      double x = a->at[2 * p], y = sign * a->at[2 * p + 1];

      sum += pow (c * x - s * y - b->at[2 * p], 2) + pow (s * x + c * y - b->at[2 * p + 1], 2);
    }
  return sum;
}

/* No other turn brings the arrows nearer, and none changes what they tell. */
static void
test_turn (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);

  for (guint i = 0; i < 40; i++)
    {
      double at[3][10];
      IplWeightPlane a = { 5, at[0], 1 }, before = { 5, at[1], 1 }, other = { 5, at[2], 1 };
      double nearest;

      for (guint k = 0; k < 10; k++)
        {
          at[0][k] = at[1][k] = g_rand_double_range (rand, -1, 1);
          at[2][k] = g_rand_double_range (rand, -1, 1);
        }
      ipl_weight_plane_turn_to (&a, &other);
      nearest = distance (&a, &other, 0, 1);
      for (guint k = 0; k < 2 * 720; k++)
        g_assert_cmpfloat (distance (&before, &other, (k / 2) * G_PI / 360, k % 2 == 0 ? 1 : -1),
                           >=, nearest - 1e-13);
      for (guint p = 0; p < 5; p++)
        for (guint q = 0; q < 5; q++)
          g_assert_cmpfloat (fabs (at[0][2 * p] * at[0][2 * q] + at[0][2 * p + 1] * at[0][2 * q + 1]
                                   - at[1][2 * p] * at[1][2 * q]
                                   - at[1][2 * p + 1] * at[1][2 * q + 1]),
                             <, 1e-14);
    }
}

static void
test_refused (void)
{
  gsize Pi = IPL_WEIGHT_PLANE_MOST_PATHS + 1;
  g_autofree double *U = g_new0 (double, Pi * Pi);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplWeightPlane) none = NULL;

  g_assert_null (ipl_weight_plane_new (Pi, U, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_SHAPE);
  /* Weights without any length lie in every plane. */
  none = ipl_weight_plane_new (3, U, NULL);
  g_assert_cmpfloat (none->share, ==, 1);
  g_assert_cmpfloat (test_largest (6, none->at), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/weight-plane/draws", test_draws);
  g_test_add_func ("/weight-plane/any", test_any);
  g_test_add_func ("/weight-plane/equal", test_equal);
  g_test_add_func ("/weight-plane/turn", test_turn);
  g_test_add_func ("/weight-plane/refused", test_refused);
  return g_test_run ();
}
