/* SPDX-License-Identifier: GPL-3.0-or-later */
/* E'' over several outputs, where C_pq are held. With I_kl the blocks of K^-1, [r x r], and
 *   X_(pq,kl) = C_pq I_kl,   T_ab = tr (K^-1 C_a K^-1 C_b) = <X_(pq,k'l), X_(st,l'k)^T>
 * for a = ((p,k), (q,k')) and b = ((s,l), (t,l')),
 *   E''_ab = -(T_ab + T_ab') / 2 + 2 (S_a alpha)^T K^-1 (S_b alpha),   b' = ((t,l'), (s,l)):
 * Pi^2 R^2 products of r x r, and as many inner products as there are pairs of them. */
#include "core/theory/curvature.h"

#include "core/base/tiles.h"

#include <cblas.h>
#include <string.h>

/* Parts in which a symmetric product is made. */
#define STRIPS 6

static gsize
count_products (const IplKernel *kernel)
{
  return kernel->Pi * kernel->Pi;
}

/* X, its transposes, and the inner products with vectors of pairs. */
void
ipl_curvature_output_sizes (const IplKernel *kernel, double *Y, double *W, double *Q)
{
  double r = (double)kernel->rows.count, M = (double)count_products (kernel);

  *Y = *W = M * r * r;
  *Q = M * M + 2 * (double)kernel->n_pairs * (double)kernel->P + r * M;
}

/* Y: X_(pq,kl), r rows of each after those of the other: (k,l) slowest, then p, then q. */
static void
form_products (IplCurvature *self)
{
  const IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, P = kernel->P, R = kernel->outputs;
  gsize pairs = kernel->rows.Pi * kernel->rows.Pi;

  for (gsize k = 0; k < R; k++)
    for (gsize l = 0; l < R; l++)
      /* Row-major C I_kl is column-major I_kl^T C^T. */
      ipl_tiles_multiply (FALSE, FALSE, r, pairs * r, r, 1, energy->inverse + k * r * P + l * r, P,
                          kernel->C, r, 0, self->Y + (k * R + l) * pairs * r * r, r,
                          energy->cancellable);
  for (gsize i = 0; i < count_products (kernel); i++)
    ipl_curvature_transpose (r, self->Y + i * r * r, self->W + i * r * r);
}

/* v: [n x P] S_a alpha of every pair; @parts: [R x Pi^2 x r] C_pq alpha_k */
static void
form_vectors (const IplCurvature *self, double *parts, double *v)
{
  const IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, P = kernel->P, R = kernel->outputs, Pi = kernel->rows.Pi;

  for (gsize k = 0; k < R; k++)
    cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)(Pi * Pi * r), (int)r, 1, kernel->C, (int)r,
                 energy->alpha + k * r, 1, 0, parts + k * Pi * Pi * r, 1);
  memset (v, 0, self->n * P * sizeof *v);
  for (gsize a = 0; a < kernel->Pi; a++)
    for (gsize b = a; b < kernel->Pi; b++)
      {
        double *at = v + ipl_pair_index (kernel->Pi, a, b) * P;
        gsize p = a / R, k = a % R, q = b / R, l = b % R;

        cblas_daxpy ((int)r, 0.5, parts + ((l * Pi + p) * Pi + q) * r, 1, at + k * r, 1);
        cblas_daxpy ((int)r, 0.5, parts + ((k * Pi + q) * Pi + p) * r, 1, at + l * r, 1);
      }
}

/* H: less T of all pairs. @products: [M x M] inner products of X with transposes */
static void
subtract_traces (IplCurvature *self, double scale, const double *products)
{
  const IplKernel *kernel = self->energy->kernel;
  gsize n = kernel->Pi, R = kernel->outputs, Pi = kernel->rows.Pi, M = count_products (kernel);

  for (gsize i = 0; i < n; i++)
    for (gsize j = i; j < n; j++)
      {
        gsize p = i / R, k = i % R, q = j / R, l = j % R;
        double *row = self->H + ipl_pair_index (n, i, j) * self->n;

        for (gsize u = 0; u < n; u++)
          for (gsize v = u; v < n; v++)
            {
              gsize s = u / R, x = u % R, t = v / R, y = v % R;
              double one = products[(((l * R + x) * Pi + p) * Pi + q) * M
                                    + ((y * R + k) * Pi + s) * Pi + t];
              double other = products[(((l * R + y) * Pi + p) * Pi + q) * M
                                      + ((x * R + k) * Pi + t) * Pi + s];

              row[ipl_pair_index (n, u, v)] -= 0.5 * scale * (one + other);
            }
      }
}

/* [M x M] inner products of X with transposes, which are symmetric: one half, in strips of rows. */
static gboolean
form_inner_products (const IplCurvature *self, double *products)
{
  const IplKernel *kernel = self->energy->kernel;
  gsize size = kernel->rows.count * kernel->rows.count, M = count_products (kernel);
  gsize strip = MAX (M / STRIPS, 1);

  for (gsize from = 0; from < M; from += strip)
    if (ipl_tiles_multiply (TRUE, FALSE, M - from, MIN (strip, M - from), size, 1,
                            self->W + from * size, size, self->Y + from * size, size, 0,
                            products + from * M + from, M, self->energy->cancellable)
        != IPL_TILES_DONE)
      return FALSE;
  return ipl_tiles_mirror (TRUE, M, products, self->energy->cancellable) == IPL_TILES_DONE;
}

void
ipl_curvature_from_output_pairs (IplCurvature *self)
{
  IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, P = kernel->P, n = self->n, M = count_products (kernel);
  double s4 = energy->s0_squared * energy->s0_squared;
  double *products = self->Q, *v = products + M * M, *w = v + n * P, *parts = w + n * P;

  energy->flops
      += 2 * (double)(M * r * r) * ((double)r + (double)M / 2) + 2 * (double)(n * P) * (double)P;
  ipl_energy_invert (energy);
  form_products (self);
  form_vectors (self, parts, v);
  cblas_dsymm (CblasRowMajor, CblasRight, CblasLower, (int)n, (int)P, 1, energy->inverse, (int)P, v,
               (int)P, 0, w, (int)P);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)n, (int)P, 2 * s4, v, (int)P,
               w, (int)P, 0, self->H, (int)n);
  if (form_inner_products (self, products))
    subtract_traces (self, s4, products);
}
