/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chain's prior over several outputs, against U of networks whose weights are drawn (THEORY.md
 * section 18.1). */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "core/theory/wishart-chain.h"
#include "support.h"

#define DRAWS 20000
#define ROWS 12 /* of U at the most */

typedef struct
{
  guint L, H[2], K;
  guint N[3]; /* N_1 .. N_L, N_a */
} Net;

/* Widths above the rows, below them, and a readout narrower than there are outputs. */
static const Net nets[] = {
  { 1, { 2 }, 2, { 9, 7 } },
  { 1, { 2 }, 3, { 4, 2 } },
  { 2, { 2, 2 }, 2, { 5, 6, 3 } },
  { 2, { 1, 2 }, 3, { 3, 2, 1 } },
};

static double
gaussian (gsl_rng *rng)
{
  return gsl_ran_gaussian_ziggurat (rng, 1);
}

/* Bartlett's decomposition of the Wisharts in the chain's coordinates. */
static void
draw_chain (const IplWishartShape *shape, const IplSetting *setting, gsl_rng *rng, double *theta)
{
  memset (theta, 0, shape->n * sizeof *theta);
  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->rows[l]; i++)
      for (gsize j = 0; j < MIN (i + 1, shape->cols[l]); j++)
        theta[shape->offset[l] + i * shape->cols[l] + j]
            = (i == j ? sqrt (gsl_ran_chisq (rng, (double)setting->N[l] - (double)i))
                      : gaussian (rng))
              / sqrt ((double)setting->N[l]);
}

/* U = W_1 W_1^T / N_1 with W_{L+1} = A_a, W_l[h, rest] = W_{l+1}[rest] V^{l,h} / sqrt(N_{l+1}). */
static void
draw_weights (const Net *net, const IplSetting *setting, gsl_rng *rng, double *U)
{
  gsize rows = net->K, width = net->N[net->L];
  double W[ROWS * 16], next[ROWS * 16];

  for (gsize i = 0; i < rows * width; i++)
    W[i] = sqrt (setting->variances[net->L + 1]) * gaussian (rng);
  for (guint l = net->L; l-- > 0;)
    {
      gsize below = net->N[l];

      for (guint h = 0; h < net->H[l]; h++)
        {
          double V[16 * 16];

          for (gsize i = 0; i < width * below; i++)
            V[i] = sqrt (setting->variances[l + 1]) * gaussian (rng);
          for (gsize i = 0; i < rows; i++)
            for (gsize j = 0; j < below; j++)
              {
                double sum = 0;

                for (gsize k = 0; k < width; k++)
                  sum += W[i * width + k] * V[k * below + j];
                next[(h * rows + i) * below + j] = sum / sqrt ((double)width);
              }
        }
      rows *= net->H[l];
      width = below;
      memcpy (W, next, rows * width * sizeof *W);
    }
  for (gsize i = 0; i < rows; i++)
    for (gsize j = 0; j < rows; j++)
      {
        U[i * rows + j] = 0;
        for (gsize k = 0; k < width; k++)
          U[i * rows + j] += W[i * width + k] * W[j * width + k] / (double)width;
      }
}

/* Sums of a moment and of its square. */
typedef struct
{
  double sum, square;
} Moment;

static void
add (Moment *self, double value)
{
  self->sum += value;
  self->square += value * value;
}

static void
assert_equal (const Moment *a, const Moment *b)
{
  double n = DRAWS, mean_a = a->sum / n, mean_b = b->sum / n;
  double error = (a->square / n - mean_a * mean_a + b->square / n - mean_b * mean_b) / n;

  g_assert_cmpfloat (fabs (mean_a - mean_b), <, 5 * sqrt (error) + 1e-12);
}

/* U and products of two entries that stand in one row, in one block of outputs, in one diagonal. */
static void
add_moments (Moment *moments, gsize n, const double *U)
{
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      {
        add (&moments[i * n + j], U[i * n + j]);
        add (&moments[n * n + i * n + j], U[i * n + j] * U[i * n + j]);
        add (&moments[2 * n * n + i * n + j], U[i * n + i] * U[j * n + j]);
        add (&moments[3 * n * n + i * n + j], U[i * n] * U[j * n]);
      }
}

static void
test_moments (void)
{
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);

  gsl_rng_set (rng, 5);
  for (guint k = 0; k < G_N_ELEMENTS (nets); k++)
    {
      const Net *net = &nets[k];
      IplCase the_case = { .L = net->L };
      IplSetting setting = { .L = net->L };
      IplWishartShape shape;

      memcpy (the_case.H, net->H, sizeof net->H);
      memcpy (setting.N, net->N, sizeof net->N);
      for (guint l = 0; l < net->L + 2; l++)
        setting.variances[l] = 0.7 + 0.2 * l;
      ipl_wishart_shape_init_outputs (&shape, &the_case, net->K, setting.N);

      g_autoptr (IplWishartChain) chain = ipl_wishart_chain_new (&shape, &setting, NULL);
      gsize n = shape.paths[0];
      g_autofree double *theta = g_new (double, shape.n), *U = g_new (double, n *n);
      g_autofree Moment *a = g_new0 (Moment, 4 * n * n), *b = g_new0 (Moment, 4 * n * n);

      g_assert_cmpuint (n, <=, ROWS);
      for (guint i = 0; i < DRAWS; i++)
        {
          draw_chain (&shape, &setting, rng, theta);
          g_assert_true (ipl_wishart_chain_set_point (chain, theta));
          ipl_wishart_chain_U (chain, 0, U);
          add_moments (a, n, U);
          draw_weights (net, &setting, rng, U);
          add_moments (b, n, U);
        }
      for (gsize i = 0; i < 4 * n * n; i++)
        assert_equal (&a[i], &b[i]);
    }
  gsl_rng_free (rng);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/output-prior/moments", test_moments);
  return g_test_run ();
}
