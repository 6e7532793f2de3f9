/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/curvature.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/tiled-lapack.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

/* E''_ab = -tr(K^-1 S_a K^-1 S_b) + 2 (S_a alpha)^T K^-1 (S_b alpha) over pairs a, b of paths
 * (THEORY.md section 4 differentiated once more; K denotes K + T I, S_a the symmetrized C_pq).
 * Stored as a matrix over pairs if that is cheap, else applied through the P x P matrices.
 *
 * With factors, both terms are inner products of the N0 x N0 blocks of
 *   R = Xi^T K^-1 Xi = Z^T Z,  R_pq = Xi_p^T K^-1 Xi_q :
 * tr(K^-1 C_pq K^-1 C_rs) = <R_sp, R_rq>, so the whole Hessian costs about one gradient.
 *
 * With pairs, and I_kl the blocks of K^-1 between outputs, [r x r],
 *   X_(pq,kl) = C_pq I_kl,   T_ab = tr (K^-1 C_a K^-1 C_b) = <X_(pq,k'l), X_(st,l'k)^T>
 * for a = ((p,k), (q,k')) and b = ((s,l), (t,l')),
 *   E''_ab = -(T_ab + T_ab') / 2 + 2 (S_a alpha)^T K^-1 (S_b alpha),   b' = ((t,l'), (s,l)).
 * For a single output S_pq replaces C_pq, so that p <= q are sufficient. */

/* Number of strips of a symmetric product, and the smallest number of rows of a strip. */
#define STRIPS 6
#define STRIP_LEAST 16

static gsize
count_products (const IplKernel *kernel)
{
  return ipl_kernel_count_basis (kernel) * kernel->outputs * kernel->outputs;
}

/* The parts of a curvature of a kernel, and how many there are. */
static guint
list_parts (IplCurvature *self, const IplKernel *kernel, IplMemoryPart parts[6])
{
  double n = (double)kernel->n_pairs, P = (double)kernel->P, Pi = (double)kernel->Pi;
  double N0 = (double)kernel->N0, D = Pi * N0, r = (double)kernel->rows.count;
  double M = (double)count_products (kernel);
  gboolean pairs = !kernel->curvature_by_factors;

  if (!self->dense)
    {
      parts[0] = (IplMemoryPart){ &self->dK, P * P };
      parts[1] = (IplMemoryPart){ &self->KdK, P * P };
      parts[2] = (IplMemoryPart){ &self->d, P };
      return 3;
    }
  parts[0] = (IplMemoryPart){ &self->H, n * n };
  parts[1] = (IplMemoryPart){ &self->Y, pairs ? M * r * r : 0 };
  parts[2] = (IplMemoryPart){ &self->W, pairs ? M * r * r : Pi * Pi * N0 * N0 };
  parts[3] = (IplMemoryPart){ &self->Q, pairs ? M * M + 2 * n * P + r * M : 2 * Pi * Pi * Pi * Pi };
  parts[4] = (IplMemoryPart){ &self->u, 2 * n };
  parts[5] = (IplMemoryPart){ &self->Rt, D };
  return 6;
}

gboolean
ipl_curvature_would_be_dense (gsize Pi)
{
  return Pi * (Pi + 1) / 2 <= IPL_KERNEL_FEW_PAIRS;
}

IplCurvature *
ipl_curvature_new (IplEnergy *energy, gboolean dense, GError **error)
{
  g_autoptr (IplCurvature) self = g_new0 (IplCurvature, 1);
  IplMemoryPart parts[6];

  self->energy = energy;
  self->n = energy->kernel->n_pairs;
  self->dense = dense;
  self->space = ipl_memory_try_parts (parts, list_parts (self, energy->kernel, parts),
                                      "The curvature over pairs of paths", error);
  return self->space != NULL ? g_steal_pointer (&self) : NULL;
}

void
ipl_curvature_free (IplCurvature *self)
{
  if (self == NULL)
    return;
  g_free (self->space);
  g_free (self);
}

static void
transpose (gsize n, const double *from, double *to)
{
  const gsize block = 16;

  for (gsize i = 0; i < n; i += block)
    for (gsize j = 0; j < n; j += block)
      for (gsize a = i; a < MIN (i + block, n); a++)
        for (gsize b = j; b < MIN (j + block, n); b++)
          to[b * n + a] = from[a * n + b];
}

/* Index of C_pq among the products of two outputs. */
static inline gsize
basis_index (const IplKernel *kernel, gsize p, gsize q)
{
  gsize Pi = kernel->rows.Pi;

  return kernel->outputs == 1 ? ipl_pair_index (Pi, p, q) : p * Pi + q;
}

/* [basis x r x r] C_pq, or S_pq for a single output, unpacked to @space. */
static const double *
list_basis (const IplKernel *kernel, double *space)
{
  gsize r = kernel->rows.count;
  const double *packed = kernel->S;

  if (kernel->outputs > 1)
    return kernel->C;
  for (gsize a = 0; a < kernel->path_pairs; a++)
    for (gsize m = 0; m < r; m++)
      for (gsize n = 0; n <= m; n++)
        space[(a * r + m) * r + n] = space[(a * r + n) * r + m] = *packed++;
  return space;
}

/* Y: X_(pq,kl), r rows each: (k,l) slowest, then the pairs. */
static void
form_products (IplCurvature *self, const double *basis)
{
  const IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, P = kernel->P, R = kernel->outputs;
  gsize rows = ipl_kernel_count_basis (kernel) * r;

  for (gsize k = 0; k < R; k++)
    for (gsize l = 0; l < R; l++)
      /* Row-major C I_kl is column-major I_kl^T C^T. */
      ipl_tiles_multiply (FALSE, FALSE, r, rows, r, 1, energy->inverse + k * r * P + l * r, P,
                          basis, r, 0, self->Y + (k * R + l) * rows * r, r, energy->cancellable);
}

/* v: [n x P] S_a alpha of every pair; @parts: [R x basis x r] C_pq alpha_k */
static void
form_vectors (const IplCurvature *self, const double *basis, double *parts, double *v)
{
  const IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, P = kernel->P, R = kernel->outputs;
  gsize count = ipl_kernel_count_basis (kernel);

  for (gsize k = 0; k < R; k++)
    cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)(count * r), (int)r, 1, basis, (int)r,
                 energy->alpha + k * r, 1, 0, parts + k * count * r, 1);
  memset (v, 0, self->n * P * sizeof *v);
  for (gsize a = 0; a < kernel->Pi; a++)
    for (gsize b = a; b < kernel->Pi; b++)
      {
        double *at = v + ipl_pair_index (kernel->Pi, a, b) * P;
        gsize p = a / R, k = a % R, q = b / R, l = b % R;
        const double *one = parts + (l * count + basis_index (kernel, p, q)) * r;
        const double *other = parts + (k * count + basis_index (kernel, q, p)) * r;

        cblas_daxpy ((int)r, 0.5, one, 1, at + k * r, 1);
        cblas_daxpy ((int)r, 0.5, other, 1, at + l * r, 1);
      }
}

/* [M x M] inner products of X with transposes. They are symmetric: computes one half, in strips
 * of rows. */
static gboolean
form_inner_products (const IplCurvature *self, double *products)
{
  const IplKernel *kernel = self->energy->kernel;
  gsize size = kernel->rows.count * kernel->rows.count, M = count_products (kernel);
  gsize strip = MAX (M / STRIPS, STRIP_LEAST);

  for (gsize from = 0; from < M; from += strip)
    if (ipl_tiles_multiply (TRUE, FALSE, M - from, MIN (strip, M - from), size, 1,
                            self->W + from * size, size, self->Y + from * size, size, 0,
                            products + from * M + from, M, self->energy->cancellable)
        != IPL_TILES_DONE)
      return FALSE;
  return ipl_tiles_mirror (TRUE, M, products, self->energy->cancellable) == IPL_TILES_DONE;
}

/* Subtracts T from H for all pairs. @products: [M x M] inner products of X with transposes */
static void
subtract_traces (IplCurvature *self, double scale, const double *products)
{
  const IplKernel *kernel = self->energy->kernel;
  gsize n = kernel->Pi, R = kernel->outputs, B = ipl_kernel_count_basis (kernel), M = B * R * R;

  for (gsize i = 0; i < n; i++)
    for (gsize j = i; j < n; j++)
      {
        gsize k = i % R, l = j % R, pair = basis_index (kernel, i / R, j / R);
        double *row = self->H + ipl_pair_index (n, i, j) * self->n;

        for (gsize u = 0; u < n; u++)
          for (gsize v = u; v < n; v++)
            {
              gsize s = u / R, x = u % R, t = v / R, y = v % R;
              double one = products[((l * R + x) * B + pair) * M + (y * R + k) * B
                                    + basis_index (kernel, s, t)];
              double other = products[((l * R + y) * B + pair) * M + (x * R + k) * B
                                      + basis_index (kernel, t, s)];

              row[ipl_pair_index (n, u, v)] -= 0.5 * scale * (one + other);
            }
      }
}

static void
dense_from_pairs (IplCurvature *self)
{
  IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, P = kernel->P, n = self->n, M = count_products (kernel);
  double s4 = energy->s0_squared * energy->s0_squared;
  double *products = self->Q, *v = products + M * M, *w = v + n * P, *parts = w + n * P;
  const double *basis = list_basis (kernel, self->W);

  energy->flops
      += 2 * (double)(M * r * r) * ((double)r + (double)M / 2) + 2 * (double)(n * P) * (double)P;
  ipl_energy_invert (energy);
  form_products (self, basis);
  form_vectors (self, basis, parts, v);
  for (gsize i = 0; i < M && !g_cancellable_is_cancelled (energy->cancellable); i++)
    transpose (r, self->Y + i * r * r, self->W + i * r * r);
  cblas_dsymm (CblasRowMajor, CblasRight, CblasLower, (int)n, (int)P, 1, energy->inverse, (int)P, v,
               (int)P, 0, w, (int)P);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)n, (int)P, 2 * s4, v, (int)P,
               w, (int)P, 0, self->H, (int)n);
  if (form_inner_products (self, products))
    subtract_traces (self, s4, products);
}

/* Shared by the threads of form_blocks(). */
typedef struct
{
  IplCurvature *curvature;
  GCancellable *cancellable;
} Forming;

/* The blocks of path @p of an output with the paths up to @p. */
static void
form_blocks_of_path (gsize p, gpointer data)
{
  const Forming *work = data;
  const IplCurvature *self = work->curvature;
  const IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize Pi = kernel->Pi, N0 = kernel->N0, D = Pi * N0;

  for (gsize q = 0; q <= p; q++)
    {
      /* the first row with anything of both paths */
      gsize from = MAX (ipl_kernel_first_row (kernel, p), ipl_kernel_first_row (kernel, q));
      const double *Z = energy->Z + from * D;
      double *R = self->W + (p * Pi + q) * N0 * N0;

      if (ipl_tiles_multiply (FALSE, TRUE, N0, N0, kernel->P - from,
                              kernel->scale * energy->s0_squared, Z + q * N0, D, Z + p * N0, D, 0.0,
                              R, N0, work->cancellable)
          != IPL_TILES_DONE)
        return;
      if (q < p)
        transpose (N0, R, self->W + (q * Pi + p) * N0 * N0);
    }
}

/* The blocks of R = scale s0^2 Xi^T K^-1 Xi as [Pi^2][N0 x N0]; FALSE when cancelled. */
static gboolean
form_blocks (IplCurvature *self, GCancellable *cancellable)
{
  const IplKernel *kernel = self->energy->kernel;
  double D = (double)kernel->Pi * (double)kernel->N0;
  Forming work = { self, cancellable };

  if (!ipl_energy_whiten (self->energy))
    return FALSE;
  ipl_parallel_for_inner (kernel->Pi, (double)kernel->P * D * D / 2, form_blocks_of_path, &work,
                          cancellable);
  return !g_cancellable_is_cancelled (cancellable);
}

/* H and G from inner products: @gram: <R_a, R_b>, @cross: [(p, r)][q, s] c t_q^T R_pr t_s; each
 * with the outputs slowest */
static void
fill_from_blocks (IplCurvature *self, const double *gram, const double *cross, double *G)
{
  const IplKernel *kernel = self->energy->kernel;
  gsize Pi = kernel->Pi, N0 = kernel->N0, n2 = Pi * Pi;
  double scale = kernel->scale * self->energy->s0_squared;
  const double *t = self->energy->t;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      {
        gsize i = ipl_kernel_from_output (kernel, p), j = ipl_kernel_from_output (kernel, q);
        double *row = self->H + ipl_pair_index (Pi, i, j) * self->n;
        double g = -scale * cblas_ddot ((int)N0, t + p * N0, 1, t + q * N0, 1);

        for (gsize r = 0; r < Pi; r++)
          for (gsize s = r; s < Pi; s++)
            {
              double trace
                  = gram[(s * Pi + p) * n2 + r * Pi + q] + gram[(s * Pi + q) * n2 + r * Pi + p];
              double data
                  = cross[(p * Pi + r) * n2 + q * Pi + s] + cross[(q * Pi + r) * n2 + p * Pi + s]
                    + cross[(p * Pi + s) * n2 + q * Pi + r] + cross[(q * Pi + s) * n2 + p * Pi + r];

              row[ipl_pair_index (Pi, ipl_kernel_from_output (kernel, r),
                                  ipl_kernel_from_output (kernel, s))]
                  = 0.5 * (data - trace);
            }
        for (gsize d = 0; d < N0; d++)
          g += self->W[(p * Pi + q) * N0 * N0 + d * N0 + d];
        G[i * Pi + j] = G[j * Pi + i] = g;
      }
}

static gboolean
dense_from_factors (IplCurvature *self, double *G, GCancellable *cancellable)
{
  IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize P = kernel->P, Pi = kernel->Pi, N0 = kernel->N0, D = Pi * N0, n2 = Pi * Pi;
  double scale = kernel->scale * energy->s0_squared;

  energy->flops
      += (kernel->lower || kernel->outputs > 1 ? 1.0 / 3 : 1) * (double)P * (double)(D * D)
         + (double)(n2 * n2) * (double)(N0 * N0);
  if (!form_blocks (self, cancellable))
    return FALSE;

  double *gram = self->Q;            /* <R_a, R_b> */
  double *cross = self->Q + n2 * n2; /* [(p, r)][q, s] scale t_q^T R_pr t_s */

  if (ipl_tiles_gram (n2, N0 * N0, self->W, gram, cancellable) != IPL_TILES_DONE)
    return FALSE;

  const double *t = energy->t; /* t_p = Xi_p^T alpha */
  double *Rt = self->Rt;

  for (gsize a = 0; a < n2; a++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)N0, (int)Pi, (int)N0, 1.0,
                   self->W + a * N0 * N0, (int)N0, t, (int)N0, 0.0, Rt, (int)Pi);
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)Pi, (int)N0, scale, t,
                   (int)N0, Rt, (int)Pi, 0.0, cross + a * n2, (int)Pi);
    }

  fill_from_blocks (self, gram, cross, G);
  return TRUE;
}

gboolean
ipl_curvature_prepare (IplCurvature *self, double *G, GCancellable *cancellable)
{
  if (self->dense && self->energy->kernel->curvature_by_factors)
    return dense_from_factors (self, G, cancellable);

  ipl_energy_gradient (self->energy, G);
  if (self->dense)
    dense_from_pairs (self);
  else
    ipl_energy_invert (self->energy);

  return !g_cancellable_is_cancelled (cancellable);
}

static void
apply_through_kernel (IplCurvature *self, const double *dU, double *dG)
{
  IplEnergy *energy = self->energy;
  gsize P = energy->kernel->P, Pi = energy->kernel->Pi;
  double *dK = self->dK, *KdK = self->KdK, *d = self->d;

  energy->flops += 3 * ipl_kernel_flops (energy->kernel) + 4 * (double)(P * P) * (double)P;
  energy->whitened = FALSE; /* the scratch is overwritten */
  ipl_kernel_assemble (energy->kernel, energy->s0_squared, dU, dK, energy->scratch,
                       energy->cancellable);
  ipl_tiles_multiply (FALSE, FALSE, P, P, P, 1.0, dK, P, energy->inverse, P, 0.0, KdK, P,
                      energy->cancellable);
  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)P, (int)P, 1.0, KdK, (int)P, energy->alpha, 1, 0.0,
               d, 1);
  /* dM = -K^-1 dK K^-1 + d alpha^T + alpha d^T,  d = K^-1 dK alpha */
  ipl_tiles_multiply (FALSE, FALSE, P, P, P, -1.0, energy->inverse, P, KdK, P, 0.0, dK, P,
                      energy->cancellable);
  cblas_dger (CblasRowMajor, (int)P, (int)P, 1.0, d, 1, energy->alpha, 1, dK, (int)P);
  cblas_dger (CblasRowMajor, (int)P, (int)P, 1.0, energy->alpha, 1, d, 1, dK, (int)P);
  ipl_kernel_contract (energy->kernel, dK, dG, energy->scratch, energy->cancellable);
  for (gsize i = 0; i < Pi * Pi; i++)
    dG[i] *= energy->s0_squared;
}

void
ipl_curvature_apply (IplCurvature *self, const double *dU, double *dG)
{
  gsize Pi = self->energy->kernel->Pi, n = self->n;

  if (!self->dense)
    {
      apply_through_kernel (self, dU, dG);
      return;
    }

  double *u = self->u, *g = u + n;

  ipl_pairs_of_matrix (Pi, dU, u);
  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)n, (int)n, 1.0, self->H, (int)n, u, 1, 0.0, g, 1);
  ipl_pairs_to_matrix (Pi, g, dG);
}

void
ipl_curvature_correct (IplCurvature *self, const double *dU, const double *dG)
{
  gsize Pi = self->energy->kernel->Pi, n = self->n;
  double *u = self->u, *miss = u + n; /* dG - E''[dU] */

  ipl_pairs_of_matrix (Pi, dU, u);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      miss[ipl_pair_index (Pi, p, q)] = dG[p * Pi + q];
  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)n, (int)n, -1.0, self->H, (int)n, u, 1, 1.0, miss,
               1);

  double along = cblas_ddot ((int)n, miss, 1, u, 1);

  /* Safeguard of the secant method: no correction along a direction with almost no information. */
  if (fabs (along) > 1e-8 * cblas_dnrm2 ((int)n, miss, 1) * cblas_dnrm2 ((int)n, u, 1))
    cblas_dger (CblasRowMajor, (int)n, (int)n, 1 / along, miss, 1, miss, 1, self->H, (int)n);
}
