/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels over several outputs (THEORY.md section 18.2). Output k of an example and output l of
 * another meet in the block (k, l) of K, [r x r] over the r rows of an output,
 *   K_kl = sum_pq U_(p,k),(q,l) C_pq,   G_(p,k),(q,l) = <M_kl, C_pq>,
 * so that C, [r x r] for each of Pi^2 ordered pairs of paths, or the features of which it is made,
 * serve all outputs, and nothing has more rows than K itself. Blocks below the diagonal are
 * enough. */
#include "core/theory/kernel-private.h"

#include "core/base/memory.h"
#include "core/base/tiles.h"

#include <cblas.h>
#include <string.h>

/* Products of blocks with pairs are not as fast as large ones. */
#define PAIRS_FLOPS_PER_SECOND 2e10

static gsize
count_blocks (const IplKernel *self)
{
  return (gsize)self->outputs * (self->outputs + 1) / 2;
}

gboolean
ipl_kernel_outputs_pairs_are_cheaper (const IplKernel *self)
{
  double r = (double)self->rows.count, Pi = (double)self->rows.Pi, R = self->outputs;
  double P = (double)self->P, D = Pi * (double)self->rows.N0, blocks = (double)count_blocks (self);

  if (8 * Pi * Pi * r * r > (double)PAIRS_MEMORY_LIMIT)
    return FALSE;

  double pairs = 4 * blocks * Pi * Pi * r * r / PAIRS_FLOPS_PER_SECOND
                 + 2.0 / 3 * P * P * P / FLOPS_PER_SECOND;
  double factors
      = (2 * blocks * r * D * (r + Pi) + P * P * D * R * LOWER_SHARE + P * D * R * Pi * R)
        / FLOPS_PER_SECOND;

  return pairs < factors;
}

/* S: C_pq for all ordered pairs of paths. */
gboolean
ipl_kernel_outputs_form (IplKernel *self, GCancellable *cancellable, GError **error)
{
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0, D = Pi * N0;

  self->S = ipl_try_new (double, (double)(Pi * Pi) * (double)(r * r),
                         "Preparing the kernels of pairs of paths", error);
  if (self->S == NULL)
    return FALSE;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      if (ipl_tiles_multiply (TRUE, FALSE, r, r, N0, self->scale, self->Xi + q * N0, D,
                              self->Xi + p * N0, D, 0, self->S + (p * Pi + q) * r * r, r,
                              cancellable)
          != IPL_TILES_DONE)
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
  return TRUE;
}

/* Bytes of C_pq of all test sets; 0 where they are not held. */
double
ipl_kernel_outputs_tests_memory (const IplKernel *self)
{
  double pairs = (double)self->rows.Pi * (double)self->rows.Pi, bytes = 0;

  for (guint k = 0; k < self->the_case->n_tests; k++)
    bytes += 8 * pairs * (double)self->the_case->tests[k].count * ((double)self->rows.count + 1);
  return bytes <= (double)PAIRS_MEMORY_LIMIT ? bytes : 0;
}

static gboolean
form_test (const IplKernel *self, const IplExamples *test, IplTestPairs *pairs,
           GCancellable *cancellable, GError **error)
{
  static const char what[] = "The kernels of pairs of paths with the test set";
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0, all = self->the_case->N0;
  gsize count = test->count;
  g_autofree double *lowered = NULL;
  const double *Xi = test->xi;

  pairs->cross = ipl_try_new (double, (double)(Pi * Pi * count) * (double)r, what, error);
  if (pairs->cross != NULL)
    pairs->own = ipl_try_new (double, (double)(Pi * Pi * count), what, error);
  if (pairs->own != NULL && self->rows.basis != NULL)
    Xi = lowered = ipl_try_new (double, (double)(count * Pi) * (double)N0, what, error);
  if (pairs->own == NULL || Xi == NULL)
    return FALSE;
  for (gsize x = 0; x < count; x++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)all, self->scale,
                 test->xi + x * Pi * all, (int)all, test->xi + x * Pi * all, (int)all, 0,
                 pairs->own + x * Pi * Pi, (int)Pi);
  if (lowered != NULL)
    ipl_kernel_lower_tokens (self, count * Pi, test->xi, lowered, cancellable);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      if (ipl_tiles_multiply (TRUE, FALSE, r, count, N0, self->scale, self->Xi + p * N0, Pi * N0,
                              Xi + q * N0, Pi * N0, 0, pairs->cross + (p * Pi + q) * count * r, r,
                              cancellable)
          != IPL_TILES_DONE)
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
  return TRUE;
}

/* Where all of them fit. */
gboolean
ipl_kernel_outputs_form_tests (IplKernel *self, GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = self->the_case;

  if (self->S == NULL || ipl_kernel_outputs_tests_memory (self) == 0)
    return TRUE;
  self->tests = g_new0 (IplTestPairs, the_case->n_tests);
  for (guint k = 0; k < the_case->n_tests; k++)
    if (!form_test (self, &the_case->tests[k], &self->tests[k], cancellable, error))
      return FALSE;
  return TRUE;
}

void
ipl_kernel_outputs_free_tests (IplKernel *self)
{
  for (guint k = 0; self->tests != NULL && k < self->the_case->n_tests; k++)
    {
      g_free (self->tests[k].cross);
      g_free (self->tests[k].own);
    }
  g_clear_pointer (&self->tests, g_free);
}

/* Doubles: coefficients and blocks with pairs, else the features of a block mixed, and a block. */
double
ipl_kernel_outputs_scratch (const IplKernel *self)
{
  double r = (double)self->rows.count, Pi = (double)self->rows.Pi;

  return self->S != NULL ? (double)count_blocks (self) * (Pi * Pi + r * r)
                         : r * Pi * (double)self->N0 + r * r;
}

double
ipl_kernel_outputs_flops (const IplKernel *self)
{
  double r = (double)self->rows.count, Pi = (double)self->rows.Pi, D = Pi * (double)self->N0;
  double blocks = (double)count_blocks (self);

  return self->S != NULL ? 2 * blocks * Pi * Pi * r * r : 2 * blocks * r * D * (r + Pi);
}

/* The numbers of U, or of G, for the outputs (k, l): [Pi x Pi] */
static void
take_block (const IplKernel *self, const double *U, guint k, guint l, double scale, double *block)
{
  gsize Pi = self->rows.Pi, R = self->outputs;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      block[p * Pi + q] = scale * U[(p * R + k) * Pi * R + q * R + l];
}

static void
put_block (const IplKernel *self, const double *block, guint k, guint l, double *G)
{
  gsize Pi = self->rows.Pi, R = self->outputs;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        double g = k == l ? 0.5 * (block[p * Pi + q] + block[q * Pi + p]) : block[p * Pi + q];

        G[(p * R + k) * Pi * R + q * R + l] = G[(q * R + l) * Pi * R + p * R + k] = g;
      }
}

static void
assemble_pairs (const IplKernel *self, double s0_squared, const double *U, double *K,
                double *scratch, GCancellable *cancellable)
{
  gsize r = self->rows.count, pairs = self->rows.Pi * self->rows.Pi, n = count_blocks (self);
  gsize P = self->P;
  double *u = scratch, *blocks = u + n * pairs, *at = blocks, *coefficients = u;

  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l <= k; l++, coefficients += pairs)
      take_block (self, U, k, l, s0_squared, coefficients);
  /* Row-major u S is column-major S u. */
  ipl_tiles_multiply (FALSE, FALSE, r * r, n, pairs, 1, self->S, r * r, u, pairs, 0, blocks, r * r,
                      cancellable);
  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l <= k; l++, at += r * r)
      for (gsize m = 0; m < r; m++)
        memcpy (K + (k * r + m) * P + l * r, at + m * r, r * sizeof *K);
}

/* K_kl = scale Xi V^T, V = (U_kl (x) 1) Xi */
static void
assemble_factors (const IplKernel *self, double s0_squared, const double *U, double *K,
                  double *scratch, GCancellable *cancellable)
{
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0, D = Pi * N0, P = self->P;
  g_autofree double *block = g_new (double, Pi * Pi);
  double *V = scratch;

  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l <= k; l++)
      {
        take_block (self, U, k, l, s0_squared * self->scale, block);
        ipl_kernel_mix (r, Pi, N0, block, self->Xi, V, cancellable);
        if (ipl_tiles_multiply (TRUE, FALSE, r, r, D, 1, V, D, self->Xi, D, 0,
                                K + k * r * P + l * r, P, cancellable)
            != IPL_TILES_DONE)
          return;
      }
}

/* As ipl_kernel_assemble(). */
void
ipl_kernel_outputs_assemble (const IplKernel *self, double s0_squared, const double *U, double *K,
                             double *scratch, GCancellable *cancellable)
{
  if (self->S != NULL)
    assemble_pairs (self, s0_squared, U, K, scratch, cancellable);
  else
    assemble_factors (self, s0_squared, U, K, scratch, cancellable);
  ipl_tiles_mirror (FALSE, self->P, K, cancellable);
}

/* The block (k, l) of a symmetric M of which only the lower half is there. */
static void
copy_block (const IplKernel *self, const double *M, guint k, guint l, double *block)
{
  gsize r = self->rows.count, P = self->P;

  for (gsize m = 0; m < r; m++)
    {
      const double *row = M + (k * r + m) * P + l * r;
      gsize there = k == l ? m + 1 : r;

      memcpy (block + m * r, row, there * sizeof *block);
      for (gsize n = there; n < r; n++)
        block[m * r + n] = M[(k * r + n) * P + l * r + m];
    }
}

/* As ipl_kernel_contract(). */
void
ipl_kernel_outputs_contract (const IplKernel *self, const double *M, double *G, double *scratch,
                             GCancellable *cancellable)
{
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0, D = Pi * N0;
  gsize n = count_blocks (self), pairs = Pi * Pi;
  double *g = scratch, *blocks = scratch + (self->S != NULL ? n * pairs : r * D), *at = blocks;
  g_autofree double *block = g_new (double, pairs);

  if (self->S != NULL)
    {
      for (guint k = 0; k < self->outputs; k++)
        for (guint l = 0; l <= k; l++, at += r * r)
          copy_block (self, M, k, l, at);
      ipl_tiles_multiply (TRUE, FALSE, pairs, n, r * r, 1, self->S, r * r, blocks, r * r, 0, g,
                          pairs, cancellable);
      for (guint k = 0; k < self->outputs; k++)
        for (guint l = 0; l <= k; l++, g += pairs)
          put_block (self, g, k, l, G);
      return;
    }
  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l <= k; l++)
      {
        double *Y = scratch;

        /* Row-major M_kl Xi is column-major Xi M_kl^T. */
        copy_block (self, M, k, l, blocks);
        if (ipl_tiles_multiply (FALSE, FALSE, D, r, r, self->scale, self->Xi, D, blocks, r, 0, Y, D,
                                cancellable)
            != IPL_TILES_DONE)
          return;
        memset (block, 0, pairs * sizeof *block);
        for (gsize m = 0; m < r; m++)
          cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)N0, 1,
                       self->Xi + m * D, (int)N0, Y + m * D, (int)N0, 1, block, (int)Pi);
        put_block (self, block, k, l, G);
      }
}

void
ipl_kernel_spread (const IplKernel *self, double *Xi)
{
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0, R = self->outputs;

  memset (Xi, 0, self->P * self->Pi * N0 * sizeof *Xi);
  for (guint k = 0; k < R; k++)
    for (gsize m = 0; m < r; m++)
      for (gsize p = 0; p < Pi; p++)
        memcpy (Xi + ((k * r + m) * Pi * R + p * R + k) * N0, self->Xi + (m * Pi + p) * N0,
                N0 * sizeof *Xi);
}

gsize
ipl_kernel_first_row (const IplKernel *self, gsize path)
{
  return path % self->outputs * self->rows.count
         + (self->lower ? path / self->outputs * self->N0 : 0);
}

void
ipl_kernel_weigh (const IplKernel *self, const double *alpha, double *t)
{
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0, R = self->outputs;

  memset (t, 0, self->Pi * N0 * sizeof *t);
  for (guint k = 0; k < R; k++)
    for (gsize p = 0; p < Pi; p++)
      cblas_dgemv (CblasRowMajor, CblasTrans, (int)r, (int)N0, 1, self->Xi + p * N0, (int)(Pi * N0),
                   alpha + k * r, 1, 0, t + (p * R + k) * N0, 1);
}

/* Components of tokens in use, to and from all of them (THEORY.md section 9). */

/* The products of path features of other examples with those of the training set. @full:
 * [@count x the case's N0] vectors over the components of a token; @used: [@count x N0] the same
 * over those in use. */
void
ipl_kernel_lower_tokens (const IplKernel *self, gsize count, const double *full, double *used,
                         GCancellable *cancellable)
{
  gsize all = self->the_case->N0;

  ipl_tiles_multiply (FALSE, FALSE, self->N0, count, all, 1, self->rows.basis, self->N0, full, all,
                      0, used, self->N0, cancellable);
}

/* The inverse of ipl_kernel_lower_tokens() on what the training set has. @used: [@count x N0]
 * vectors over the components in use; @full: [@count x the case's N0] the same over all. */
void
ipl_kernel_lift_tokens (const IplKernel *self, gsize count, const double *used, double *full)
{
  gsize all = self->the_case->N0;

  ipl_tiles_multiply (TRUE, FALSE, all, count, self->N0, 1, self->rows.basis, self->N0, used,
                      self->N0, 0, full, all, NULL);
}
