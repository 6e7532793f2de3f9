/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "posterior/network-weights.h"

#include <cblas.h>
#include "core/base/error.h"
#include "core/base/memory.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/posterior/posterior-private.h"
#include "core/base/random.h"

static const char what[] = "Drawing the weights of the network";

void
ipl_network_weights_free (IplNetworkWeights *self)
{
  g_free (self->V0);
  for (guint l = 0; l < self->L; l++)
    g_free (self->V[l]);
  g_free (self->a);
  g_free (self);
}

/* Rows of W_l: paths from that layer on, times outputs. */
static gsize
row_count (const IplNetworkWeights *self, guint from)
{
  gsize Pi = self->outputs;

  for (guint l = from; l < self->L; l++)
    Pi *= self->H[l];
  return Pi;
}

/* W_l from W_{l+1}: W_l[h, rest] = W_{l+1}[rest] V^{l,h} / sqrt(N_{l+1}) */
static double *
effective_below (const IplNetworkWeights *self, guint l, const double *above, GError **error)
{
  gsize Pi_above = row_count (self, l + 1), N = self->N[l], N_above = self->N[l + 1];
  double *W
      = ipl_memory_try_doubles ((double)self->H[l] * (double)Pi_above * (double)N, what, error);

  for (guint h = 0; W != NULL && h < self->H[l]; h++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi_above, (int)N, (int)N_above,
                 1 / sqrt ((double)N_above), above, (int)N_above, self->V[l] + h * N_above * N,
                 (int)N, 0, W + h * Pi_above * N, (int)N);
  return W;
}

/* [Pi K x N_1] effective weights W_1 of THEORY.md section 2; U = W_1 W_1^T / N_1; or NULL with
 * IPL_ERROR_MEMORY. */
double *
ipl_network_weights_effective (const IplNetworkWeights *self, GError **error)
{
  double *W = ipl_memory_try_copy (self->a, (double)self->outputs * self->N[self->L],
                                   sizeof (double), what, error);

  for (guint l = self->L; W != NULL && l-- > 0;)
    {
      double *below = effective_below (self, l, W, error);

      g_free (W);
      W = below;
    }
  return W;
}

/* FALSE with IPL_ERROR_MEMORY. @xi: [count x Pi x N0] path features; @f: [count x K] the network's
 * outputs, (N_1 N_0 Pi)^(-1/2) sum_p W_1[p, k] V^0 xi^p. */
gboolean
ipl_network_weights_predict (const IplNetworkWeights *self, gsize count, const double *xi,
                             double *f, GError **error)
{
  gsize K = self->outputs, Pi = row_count (self, 0) / K, N = self->N[0], N0 = self->N0;
  g_autofree double *W = ipl_network_weights_effective (self, error);
  g_autofree double *WV
      = W != NULL ? ipl_memory_try_doubles ((double)Pi * (double)N0, what, error) : NULL;

  if (WV == NULL)
    return FALSE;
  for (gsize k = 0; k < K; k++)
    {
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)N0, (int)N,
                   1 / sqrt ((double)N * (double)N0 * (double)Pi), W + k * N, (int)(K * N),
                   self->V0, (int)N0, 0, WV, (int)N0);
      cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)count, (int)(Pi * N0), 1, xi, (int)(Pi * N0),
                   WV, 1, 0, f + k, (int)K);
    }
  return TRUE;
}

static double *
gaussians (gsl_rng *rng, gsize n, double sd, GError **error)
{
  double *values = ipl_memory_try_doubles ((double)n, what, error);

  for (gsize i = 0; values != NULL && i < n; i++)
    values[i] = sd * ipl_random_gaussian (rng);
  return values;
}

/* LAPACKE's allocation failures (-1010, -1011) as an error; its other complaints are of
 * arguments, which are fine, and of ranks, which the chain makes full. */
static gboolean
lapack_has_memory (lapack_int info, double doubles, GError **error)
{
  if (info != LAPACK_WORK_MEMORY_ERROR && info != LAPACK_TRANSPOSE_MEMORY_ERROR)
    return TRUE;
  ipl_memory_set_error (error, sizeof (double) * doubles, what, NULL);
  return FALSE;
}

/* [rows x n] orthonormal rows, Haar distributed, rows <= n; where @given is not 0 the first so many
 * are those of @first: [given x n] and the others lie across them. */
static double *
orthonormal_rows (gsl_rng *rng, gsize rows, gsize n, gsize given, const double *first,
                  GError **error)
{
  double size = (double)rows * (double)n, *tau, *diagonal;
  g_autofree double *Q = gaussians (rng, rows * n, 1, error);
  g_autofree double *space
      = Q != NULL ? ipl_try_parts (what, error, { &tau, (double)rows }, { &diagonal, (double)rows })
                  : NULL;

  if (space == NULL)
    return NULL;
  if (given > 0)
    memcpy (Q, first, given * n * sizeof *Q);
  /* Row-major rows are column-major columns. */
  if (!lapack_has_memory (LAPACKE_dgeqrf (LAPACK_COL_MAJOR, (int)n, (int)rows, Q, (int)n, tau),
                          size, error))
    return NULL;
  for (gsize i = 0; i < rows; i++)
    diagonal[i] = Q[i * n + i];
  if (!lapack_has_memory (LAPACKE_dorgqr (LAPACK_COL_MAJOR, (int)n, (int)rows, (int)rows, Q, (int)n,
                                          tau),
                          size, error))
    return NULL;
  for (gsize i = 0; i < rows; i++)
    if (diagonal[i] < 0)
      cblas_dscal ((int)n, -1, Q + i * n, 1);
  return g_steal_pointer (&Q);
}

/* B^+ W for B: [rows x cols] of full column rank, W: [rows x n]; the result: [cols x n] */
static double *
pseudo_inverse_times (gsize rows, gsize cols, gsize n, const double *B, const double *W,
                      GError **error)
{
  double size = (double)rows * (double)cols;
  g_autofree double *factor = ipl_memory_try_copy (B, size, sizeof *B, what, error);
  g_autofree double *solution
      = factor != NULL ? ipl_memory_try_copy (W, (double)rows * (double)n, sizeof *W, what, error)
                       : NULL;

  if (solution == NULL
      || !lapack_has_memory (LAPACKE_dgels (LAPACK_ROW_MAJOR, 'N', (int)rows, (int)cols, (int)n,
                                            factor, (int)cols, solution, (int)n),
                             size + (double)rows * (double)n, error))
    return NULL;
  return g_steal_pointer (&solution);
}

/* V^{l,h} = sqrt(N_{l+1}) W_{l+1}^+ W_l[h] + (I - W_{l+1}^+ W_{l+1}) s_l G, with W = sqrt(N) B Q,
 * so that W^+ = Q^T B^+ / sqrt(N) and W^+ W = Q^T Q. */
static double *
draw_values (gsl_rng *rng, gsize Pi_above, gsize cols, gsize N_above, gsize N, double sd,
             const double *B, const double *Q, const double *W, GError **error)
{
  g_autofree double *V = gaussians (rng, N_above * N, sd, error);
  g_autofree double *inner
      = V != NULL ? pseudo_inverse_times (Pi_above, cols, N, B, W, error) : NULL;

  if (inner == NULL)
    return NULL;
  /* inner - Q G, then V = G + Q^T (inner - Q G) */
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)cols, (int)N, (int)N_above, -1, Q,
               (int)N_above, V, (int)N, 1, inner, (int)N);
  cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (int)N_above, (int)N, (int)cols, 1, Q,
               (int)N_above, inner, (int)N, 1, V, (int)N);
  return g_steal_pointer (&V);
}

/* rho sqrt(N) I: what the value weights of an identity head would be. */
static double *
identity_values (gsize N, double rho, GError **error)
{
  double *V = ipl_memory_try_doubles ((double)N * (double)N, what, error);

  if (V == NULL)
    return NULL;
  memset (V, 0, N * N * sizeof *V);
  for (gsize i = 0; i < N; i++)
    V[i * N + i] = rho * sqrt ((double)N);
  return V;
}

/* beta of section 6.8: the labels less a draw of the prior and of the noise, by (K + T)^-1. @Xi:
 * [rows x Pi x N0]; @f: [rows x K] scratch; @beta: [K x rows] */
static gboolean
find_beta (const IplPosterior *posterior, gsl_rng *rng, const double *U,
           const IplNetworkWeights *weights, const double *Xi, double *f, double *beta,
           GError **error)
{
  const IplKernel *kernel = posterior->kernel;
  double temperature = posterior->setting.temperature, E;
  gsize P = kernel->P, rows = kernel->rows.count, K = weights->outputs;
  g_autoptr (IplEnergy) energy = ipl_energy_new (posterior->kernel, posterior->setting.variances[0],
                                                 temperature, FALSE, error);

  if (energy == NULL)
    return FALSE;
  if (!ipl_energy_evaluate (energy, U, &E))
    return ipl_fail (error, IPL_ERROR_SINGULAR,
                     "The kernel of this draw is singular at temperature %g.", temperature);
  if (!ipl_network_weights_predict (weights, rows, Xi, f, error))
    return FALSE;
  for (gsize i = 0; i < P; i++)
    beta[i] = ipl_kernel_get_y (kernel)[i] - f[i % rows * K + i / rows]
              - sqrt (temperature) * ipl_random_gaussian (rng);
  LAPACKE_dpotrs_work (LAPACK_COL_MAJOR, 'L', (int)P, 1, energy->factor, (int)P, beta, (int)P);
  return TRUE;
}

/* The embedding is a Gaussian linear regression: a draw of the prior corrected by what it misses of
 * the labels, V0 + s0^2 (N_1 N_0 Pi)^(-1/2) sum_mk beta_mk sum_p W_1[p, k]^T xi^p(m)^T; of examples
 * that are turned among each other, labels and noise alike, it knows no difference. */
static gboolean
draw_embedding (const IplPosterior *posterior, gsl_rng *rng, const double *U,
                IplNetworkWeights *weights, GError **error)
{
  const IplCase *the_case = posterior->the_case;
  const IplSetting *setting = &posterior->setting;
  const IplKernel *kernel = posterior->kernel;
  gsize rows = kernel->rows.count, K = weights->outputs, Pi = the_case->Pi, N0 = the_case->N0;
  gsize N = setting->N[0];
  double variance = setting->variances[0];

  weights->V0 = gaussians (rng, N * N0, sqrt (variance), error);
  if (weights->V0 == NULL)
    return FALSE;
  if (posterior->options.prior_only)
    return TRUE;

  double *beta, *f, *t, *lifted;
  g_autofree double *space = ipl_try_parts (
      what, error, { &beta, (double)kernel->P }, { &f, (double)kernel->P },
      { &t, (double)Pi * (double)N0 },
      { &lifted, kernel->rows.basis != NULL ? (double)rows * (double)Pi * (double)N0 : 0 });
  const double *Xi = kernel->Xi; /* of the rows in use, over all components of a token */
  g_autofree double *W = NULL;

  if (space == NULL)
    return FALSE;
  if (kernel->rows.basis != NULL)
    {
      ipl_kernel_lift_tokens (kernel, rows * Pi, kernel->Xi, lifted);
      Xi = lifted;
    }
  if (find_beta (posterior, rng, U, weights, Xi, f, beta, error))
    W = ipl_network_weights_effective (weights, error);
  if (W == NULL)
    return FALSE;
  for (gsize k = 0; k < K; k++)
    {
      cblas_dgemv (CblasRowMajor, CblasTrans, (int)rows, (int)(Pi * N0), 1, Xi, (int)(Pi * N0),
                   beta + k * rows, 1, 0, t, 1);
      cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (int)N, (int)N0, (int)Pi,
                   variance / sqrt ((double)N * (double)N0 * (double)Pi), W + k * N, (int)(K * N),
                   t, (int)N0, 1, weights->V0, (int)N0);
    }
  return TRUE;
}

/* a = sqrt(N_a) B_{L+1} Q. @Q: (out) (transfer full): [cols x N_a] */
static gboolean
draw_readout (const IplPosteriorTarget *target, gsl_rng *rng, IplNetworkWeights *weights,
              double **Q, GError **error)
{
  const IplWishartShape *shape = &target->shape;
  const double *B = target->chain->B + shape->offset_B[shape->L];
  gsize K = shape->paths[shape->L], cols = shape->cols[shape->L], N = weights->N[shape->L];

  *Q = orthonormal_rows (rng, cols, N, 0, NULL, error);
  weights->a = *Q != NULL ? ipl_memory_try_doubles ((double)K * (double)N, what, error) : NULL;
  if (weights->a == NULL)
    return FALSE;
  for (gsize k = 0; k < K; k++)
    for (gsize i = 0; i < N; i++)
      {
        weights->a[k * N + i] = 0;
        for (gsize c = 0; c < cols; c++)
          weights->a[k * N + i] += sqrt ((double)N) * B[k * cols + c] * (*Q)[c * N + i];
      }
  return TRUE;
}

/* The readout; then downwards, each layer consistent with the one above. */
static gboolean
draw_layers (const IplPosteriorTarget *target, gsl_rng *rng, IplNetworkWeights *weights,
             GError **error)
{
  const IplWishartShape *shape = &target->shape;
  const IplSetting *setting = &target->setting;
  guint L = shape->L;
  g_autofree double *Q = NULL;

  if (!draw_readout (target, rng, weights, &Q, error))
    return FALSE;
  for (guint l = L; l-- > 0;)
    {
      gsize N = setting->N[l], N_above = setting->N[l + 1];
      gsize Pi = shape->paths[l], Pi_above = shape->paths[l + 1];
      const double *B = target->chain->B + shape->offset_B[l];
      const double *B_above = target->chain->B + shape->offset_B[l + 1];
      g_autofree double *Q_l = orthonormal_rows (rng, shape->cols[l], N, shape->fixed[l], Q, error);
      g_autofree double *W
          = Q_l != NULL ? ipl_memory_try_doubles ((double)Pi * (double)N, what, error) : NULL;

      if (W != NULL)
        weights->V[l] = ipl_memory_try_doubles ((double)shape->H[l] * (double)N_above * (double)N,
                                                what, error);
      if (weights->V[l] == NULL)
        return FALSE;
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)N, (int)shape->cols[l],
                   sqrt ((double)N), B, (int)shape->cols[l], Q_l, (int)N, 0, W, (int)N);
      for (guint h = 0; h < shape->H[l]; h++)
        {
          g_autofree double *V = shape->fixed[l] > 0 && h == shape->H[l] - 1
                                     ? identity_values (N, shape->rho[l], error)
                                     : draw_values (rng, Pi_above, shape->cols[l + 1], N_above, N,
                                                    sqrt (setting->variances[l + 1]), B_above, Q,
                                                    W + h * Pi_above * N, error);

          if (V == NULL)
            return FALSE;
          memcpy (weights->V[l] + h * N_above * N, V, N_above * N * sizeof *V);
        }
      g_free (Q);
      Q = g_steal_pointer (&Q_l);
    }
  return TRUE;
}

/* A draw of all weights of the network from their posterior given the collapsed draw's (s, A_l), as
 * in the end of THEORY.md section 6. Memory and time grow with the widths' products. */
IplNetworkWeights *
ipl_posterior_draw_weights (const IplPosterior *self, guint chain, guint draw, guint64 seed,
                            GError **error)
{
  g_return_val_if_fail (chain < self->n_chains && draw < self->chains[chain].n_draws, NULL);

  const IplPosteriorChain *source = &self->chains[chain];
  const IplSetting *setting = &self->setting;
  const IplWishartShape *shape = &source->target->shape;
  guint L = shape->L;
  double n2 = (double)shape->paths[0] * (double)shape->paths[0];
  double total = (double)setting->N[0] * (double)self->the_case->N0, u_a;

  for (guint l = 0; l < L; l++)
    total += (double)shape->H[l] * setting->N[l] * (double)setting->N[l + 1];
  if (total > 5e8)
    return ipl_fail_null (
        error, IPL_ERROR_MEMORY,
        "The network has %.3g weights, which is more than fits in memory comfortably "
        "(at most 5e8): draw the weights of a narrower one.",
        total);

  g_autofree double *U = ipl_memory_try_doubles (n2, what, error);
  g_autoptr (IplPosteriorTarget) target
      = U != NULL ? ipl_posterior_target_new (self->the_case, self->kernel, setting, TRUE, error)
                  : NULL;

  if (target == NULL)
    return NULL;

  g_autoptr (IplNetworkWeights) weights = g_new0 (IplNetworkWeights, 1);
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
  gboolean done;

  gsl_rng_set (rng, (unsigned long)(seed * 2654435761u + chain * 40503u + draw) & 0xffffffffu);
  ipl_posterior_target_order (target, source->q + (gsize)draw * source->target->n, U, &u_a);
  weights->L = L;
  memcpy (weights->H, shape->H, sizeof weights->H);
  memcpy (weights->N, setting->N, sizeof weights->N);
  weights->N0 = self->the_case->N0;
  weights->outputs = self->the_case->labels.outputs;
  done = draw_layers (target, rng, weights, error) && draw_embedding (self, rng, U, weights, error);
  gsl_rng_free (rng);
  return done ? g_steal_pointer (&weights) : NULL;
}
