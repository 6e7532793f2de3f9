/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chain of Wisharts in its coordinates, against the authors' action written out slowly. */
#include <math.h>
#include <string.h>

#include "core/theory/wishart-chain.h"
#include "support.h"

typedef struct
{
  guint L;
  guint H[3];
  double residual[3];
  guint outputs; /* 0 for 1 */
} Net;

/* Some have identity heads: one, in two layers, alone in its layer, nothing else; the last ones
 * several outputs. */
static const Net nets[] = {
  { 1, { 3 } },
  { 2, { 2, 3 } },
  { 3, { 2, 2, 2 } },
  { 1, { 3 }, { 0.7 } },
  { 2, { 2, 3 }, { 1.3, 0.6 } },
  { 3, { 2, 1, 3 }, { 0, 0.8, 1.5 } },
  { 3, { 2, 2, 2 }, { 1.1, 0, 0.4 } },
  { 2, { 1, 1 }, { 2, 0.5 } },
  { 1, { 3 }, { 0 }, 2 },
  { 2, { 2, 1 }, { 0 }, 3 },
  { 3, { 2, 1, 2 }, { 0 }, 2 },
  { 2, { 2, 2 }, { 1.3, 0.6 }, 2 },
};

typedef struct
{
  IplWishartShape shape;
  IplSetting setting;
  IplWishartChain *chain;
  double *theta;
} Fixture;

static void
fixture_init (Fixture *self, const Net *net, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  IplCase the_case = { .L = net->L };

  memset (self, 0, sizeof *self);
  memcpy (the_case.H, net->H, sizeof net->H);
  memcpy (the_case.residual, net->residual, sizeof net->residual);
  the_case.labels.outputs = MAX (net->outputs, 1);
  ipl_wishart_shape_init (&self->shape, &the_case, the_case.labels.outputs, NULL);
  self->setting.L = net->L;
  self->setting.temperature = 0.1;
  for (guint l = 0; l <= net->L; l++)
    self->setting.N[l] = l > 0 && net->residual[l - 1] > 0 ? self->setting.N[l - 1]
                                                           : (guint)g_rand_int_range (rand, 2, 40);
  for (guint l = 0; l < net->L + 2; l++)
    self->setting.variances[l] = g_rand_double_range (rand, 0.5, 2);
  self->chain = ipl_wishart_chain_new (&self->shape, &self->setting, NULL);
  self->theta = g_new0 (double, self->shape.n);
  for (guint l = 0; l <= net->L; l++)
    {
      gsize r = self->shape.rows[l];
      double *A = self->theta + self->shape.offset[l];

      gsize inner = l < net->L && net->residual[l] > 0 ? self->shape.rows[l + 1] : 0;

      for (gsize i = 0; i < r - inner; i++)
        for (gsize j = 0; j <= inner + i; j++)
          A[i * r + j] = j == inner + i ? g_rand_double_range (rand, 0.5, 1.5)
                                        : g_rand_double_range (rand, -0.5, 0.5);
      for (gsize i = 0; i < inner; i++)
        A[(r - inner + i) * r + i] = 1;
    }
  g_assert_true (ipl_wishart_chain_set_point (self->chain, self->theta));
}

static void
fixture_clear (Fixture *self)
{
  ipl_wishart_chain_free (self->chain);
  g_free (self->theta);
}

/* A linear stand-in for the energy, E = <T, U_1>, so that its gradient is known. */
static double *
target (gsize Pi)
{
  double *T = g_new (double, Pi * Pi);

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      T[p * Pi + q] = cos ((double)(p + q)) + (p == q);
  return T;
}

/* E + entropy as a function of theta, without derivatives. */
static double
slow_action (const Fixture *self, const double *theta, const double *T)
{
  g_autoptr (IplWishartChain) chain = ipl_wishart_chain_new (&self->shape, &self->setting, NULL);
  gsize Pi = self->shape.rows[0];
  g_autofree double *U = g_new (double, Pi * Pi);
  double E = 0;

  g_assert_true (ipl_wishart_chain_set_point (chain, theta));
  ipl_wishart_chain_U (chain, 0, U);
  for (gsize i = 0; i < Pi * Pi; i++)
    E += T[i] * U[i];
  return E + ipl_wishart_chain_entropy (chain);
}

static guint
random_heads (const IplWishartShape *shape, guint l)
{
  return shape->H[l] - (shape->rho[l] > 0);
}

/* The authors' action (THEORY.md section 4) as a function of independent U_1 .. U_L, u_a. */
static double
paper_action (const IplWishartShape *shape, const IplSetting *setting, double *const *U, double E)
{
  double N = ipl_setting_largest_width (setting);
  guint L = shape->L;
  gsize K = shape->rows[L];
  double S = E - setting->N[L] * test_slow_log_det (K, U[L]);

  for (gsize k = 0; k < K; k++)
    S += setting->N[L] * U[L][k * K + k] / setting->variances[L + 1];

  for (guint l = 0; l < L; l++)
    {
      gsize r = shape->rows[l], inner = shape->rows[l + 1];
      g_autofree double *inverse = g_new (double, inner * inner);
      double trace = 0;

      test_slow_inverse (inner, U[l + 1], inverse);
      for (guint h = 0; h < random_heads (shape, l); h++)
        for (gsize i = 0; i < inner; i++)
          for (gsize j = 0; j < inner; j++)
            trace += inverse[i * inner + j] * U[l][(h * inner + j) * r + h * inner + i];
      S += setting->N[l]
           * (trace / setting->variances[l + 1] - test_slow_log_det (r, U[l])
              + shape->H[l] * test_slow_log_det (inner, U[l + 1])
              + (shape->rho[l] > 0 ? 2 * (double)inner * log (shape->rho[l]) : 0));
    }
  return S / N;
}

static void
all_U (const Fixture *self, double **U)
{
  for (guint l = 0; l <= self->shape.L; l++)
    {
      U[l] = g_new (double, self->shape.rows[l] * self->shape.rows[l]);
      ipl_wishart_chain_U (self->chain, l, U[l]);
    }
}

TEST (test_gradient_and_hessian, "/order/gradient-and-hessian")
{
  for (gsize k = 0; k < G_N_ELEMENTS (nets); k++)
    {
      Fixture f;
      const double h = 1e-5;

      fixture_init (&f, &nets[k], 7 + (guint32)k);

      gsize n = f.shape.n, Pi = f.shape.rows[0];
      g_autofree double *T = target (Pi);
      g_autofree double *space = g_new0 (double, 6 * n + 2 * Pi * Pi);
      double *gradient = space, *direction = space + n, *Hd = space + 2 * n;
      double *moved = space + 3 * n, *up = space + 4 * n, *down = space + 5 * n;
      double *dU = space + 6 * n, *dG = dU + Pi * Pi;
      g_autoptr (GRand) rand = g_rand_new_with_seed (2);

      ipl_wishart_chain_gradient (f.chain, T, gradient);
      for (gsize i = 0; i < n; i++)
        {
          double slope;

          if (f.theta[i] == 0 || f.theta[i] == 1)
            {
              /* Above the diagonal, or of an identity head: not a coordinate. */
              g_assert_cmpfloat (gradient[i], ==, 0);
              continue;
            }
          direction[i] = g_rand_double_range (rand, -1, 1);
          slope = TEST_SLOPE (f.theta[i], h, slow_action (&f, f.theta, T));
          test_assert_close (slope, gradient[i],
                             1e-6 * (1 + fabs (gradient[i]) + fabs (slow_action (&f, f.theta, T))));
        }

      /* The stand-in energy is linear in U: E'' = 0, all curvature is the chain's. */
      ipl_wishart_chain_tangent (f.chain, direction, dU);
      ipl_wishart_chain_hessian_apply (f.chain, direction, dG, Hd);
      for (int sign = -1; sign <= 1; sign += 2)
        {
          g_autoptr (IplWishartChain) chain = ipl_wishart_chain_new (&f.shape, &f.setting, NULL);

          for (gsize i = 0; i < n; i++)
            moved[i] = f.theta[i] + sign * h * direction[i];
          g_assert_true (ipl_wishart_chain_set_point (chain, moved));
          ipl_wishart_chain_gradient (chain, T, sign > 0 ? up : down);
        }
      for (gsize i = 0; i < n; i++)
        up[i] = (up[i] - down[i]) / (2 * h);
      test_assert_near (n, up, Hd, 1e-6 * test_largest (n, Hd));

      fixture_clear (&f);
    }
}

TEST (test_authors_form, "/order/authors-action")
{
  for (gsize k = 0; k < G_N_ELEMENTS (nets); k++)
    {
      Fixture f;
      double *U[4] = { NULL };
      const double E = 3.25;

      fixture_init (&f, &nets[k], 17 + (guint32)k);
      all_U (&f, U);

      double slow = paper_action (&f.shape, &f.setting, U, E);

      test_assert_close (ipl_wishart_chain_paper_action (f.chain, E), slow,
                         1e-11 * (1 + fabs (slow)));
      for (guint l = 0; l < 4; l++)
        g_free (U[l]);
      fixture_clear (&f);
    }
}

/* U of paths through the identity of a layer follows from that of the layer above. */
static void
follow (const IplWishartShape *shape, double *const *U)
{
  for (guint l = shape->L; l-- > 0;)
    if (shape->rho[l] > 0)
      {
        gsize r = shape->rows[l], inner = shape->rows[l + 1], first = r - inner;

        for (gsize i = 0; i < inner; i++)
          for (gsize j = 0; j < inner; j++)
            U[l][(first + i) * r + first + j]
                = shape->rho[l] * shape->rho[l] * U[l + 1][i * inner + j];
      }
}

/* Largest |dS/dU_l|, layer by layer and entry by entry, by central differences. */
TEST (test_paper_gradient, "/order/authors-gradient")
{
  for (gsize k = 0; k < G_N_ELEMENTS (nets); k++)
    {
      Fixture f;
      double *U[4] = { NULL };
      double largest = 0;
      const double h = 1e-6;

      fixture_init (&f, &nets[k], 27 + (guint32)k);
      all_U (&f, U);

      gsize Pi = f.shape.rows[0];
      g_autofree double *T = target (Pi);
      double N = ipl_setting_largest_width (&f.setting);

      for (guint l = 0; l <= f.shape.L; l++)
        for (gsize i = 0; i < f.shape.rows[l]; i++)
          for (gsize j = 0; j <= i; j++)
            {
              gsize r = f.shape.rows[l];
              double S[2];

              if (l < f.shape.L && f.shape.rho[l] > 0 && j >= r - f.shape.rows[l + 1])
                continue;
              for (int side = 0; side < 2; side++)
                {
                  double step = side == 0 ? h : -h;
                  double E = 0;

                  U[l][i * r + j] += step;
                  if (i != j)
                    U[l][j * r + i] += step;
                  follow (&f.shape, U);
                  for (gsize x = 0; x < Pi * Pi; x++)
                    E += T[x] * U[0][x];
                  S[side] = paper_action (&f.shape, &f.setting, U, E);
                  U[l][i * r + j] -= step;
                  if (i != j)
                    U[l][j * r + i] -= step;
                  follow (&f.shape, U);
                }
              /* Both entries of the pair moved: each has half of it. */
              largest = MAX (largest, fabs (S[0] - S[1]) / (2 * h) / (i == j ? 1 : 2));
            }
      g_assert_cmpfloat (N, >, 0);
      test_assert_close (ipl_wishart_chain_paper_gradient (f.chain, T), largest, 1e-6 * largest);
      for (guint l = 0; l < 4; l++)
        g_free (U[l]);
      fixture_clear (&f);
    }
}

TEST (test_positive_diagonal, "/order/positive-diagonal")
{
  Fixture f;

  fixture_init (&f, &nets[0], 4);
  f.theta[0] = 0;
  g_assert_false (ipl_wishart_chain_set_point (f.chain, f.theta));
  f.theta[0] = -1;
  g_assert_false (ipl_wishart_chain_set_point (f.chain, f.theta));
  f.theta[0] = NAN;
  g_assert_false (ipl_wishart_chain_set_point (f.chain, f.theta));
  fixture_clear (&f);
}
