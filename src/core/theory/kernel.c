/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/kernel.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/references.h"
#include "core/base/tiles.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

/* Rough rates that decide between the two forms; only their ratio matters. */
#define FLOPS_PER_SECOND 5e10
#define BYTES_PER_SECOND 1.5e10
#define PAIRS_MEMORY_LIMIT ((gsize)256 << 20)

/* Columns of K computed at a time: enough for dgemm, few enough to skip the upper half. */
#define ROW_BLOCK 96
/* Rows of a matrix, or examples, from one look at the cancellable to the next. */
#define LOOK_ROWS 64
/* Pivots of the Gram matrix within so many times the bound on its roundings are looked into. */
#define DEPENDENT_ROUNDINGS 100

/* Products with a lower triangle in place of a full matrix take this share. */
#define LOWER_SHARE (1.0 / 3)

/* Seconds of a gradient of the energy, without the factorization of K, that both forms need. */
static gboolean
pairs_are_cheaper (const IplKernel *self)
{
  double P = (double)self->P, Pi = (double)self->Pi, D = Pi * (double)self->N0;
  double n = (double)self->n_pairs;

  if (4 * n * P * (P + 1) > (double)PAIRS_MEMORY_LIMIT)
    return FALSE;

  double pairs = 8 * n * P * P / BYTES_PER_SECOND + 2.0 / 3 * P * P * P / FLOPS_PER_SECOND;
  double factors
      = ((self->lower ? LOWER_SHARE : 1) * 2 * P * P * D + 3 * P * D * Pi) / FLOPS_PER_SECOND;

  return pairs < factors;
}

/* Floating-point operations of E'' as a matrix. */
static gboolean
curvature_by_factors_is_cheaper (const IplKernel *self)
{
  double P = (double)self->P, Pi = (double)self->Pi, N0 = (double)self->N0, D = Pi * N0;
  double n = (double)self->n_pairs;
  double pairs = 2 * n * P * P * P + 2 * n * n * P * P;
  double factors
      = (self->lower ? LOWER_SHARE : 1) * (P * P * D + P * D * D) + Pi * Pi * Pi * Pi * N0 * N0;

  return factors < pairs;
}

/* How K and E'' are formed, where it is known whether pairs are held. */
static void
choose_products (IplKernel *self)
{
  self->blocks = self->S == NULL && !self->lower && self->n_pairs > IPL_KERNEL_FEW_PAIRS;
  self->curvature_by_factors = self->S == NULL || curvature_by_factors_is_cheaper (self);
}

static gboolean
form_pairs (IplKernel *self, GCancellable *cancellable, GError **error)
{
  static const char what[] = "Preparing the kernels of pairs of paths";
  gsize P = self->P, Pi = self->Pi, N0 = self->N0;
  g_autofree double *C = ipl_try_new (double, (double)P *(double)P, what, error);

  if (C != NULL)
    self->S = ipl_try_new (double, (double)self->n_pairs *(double)self->packed, what, error);
  if (self->S == NULL)
    return FALSE;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      {
        double *S = self->S + ipl_pair_index (Pi, p, q) * self->packed;

        ipl_tiles_multiply (TRUE, FALSE, P, P, N0, self->scale, self->Xi + q * N0, Pi * N0,
                            self->Xi + p * N0, Pi * N0, 0.0, C, P, cancellable);
        for (gsize m = 0; m < P; m++)
          {
            if (m % LOOK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
              return FALSE;
            for (gsize n = 0; n <= m; n++)
              *S++ = 0.5 * (C[m * P + n] + C[n * P + m]);
          }
      }
  return TRUE;
}

void
ipl_pairs_of_matrix (gsize Pi, const double *M, double *pairs)
{
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      pairs[ipl_pair_index (Pi, p, q)] = p == q ? M[p * Pi + p] : M[p * Pi + q] + M[q * Pi + p];
}

void
ipl_pairs_to_matrix (gsize Pi, const double *pairs, double *M)
{
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      M[p * Pi + q] = M[q * Pi + p] = pairs[ipl_pair_index (Pi, p, q)];
}

/* As ipl_kernel_prepare(), not to be cancelled. */
IplKernel *
ipl_kernel_new (const IplCase *the_case, GError **error)
{
  return ipl_kernel_prepare (the_case, NULL, error);
}

/* Quantities that follow from the rows in use. */
static void
adopt_rows (IplKernel *self)
{
  self->P = self->rows.count;
  self->N0 = self->rows.N0;
  self->Xi = self->rows.Xi != NULL ? self->rows.Xi : self->the_case->train.xi;
  self->lower = self->rows.lower;
  self->packed = self->P * (self->P + 1) / 2;
}

static gboolean
form_kernels (IplKernel *self, GCancellable *cancellable, GError **error)
{
  adopt_rows (self);
  g_clear_pointer (&self->S, g_free);
  if (pairs_are_cheaper (self) && !form_pairs (self, cancellable, error))
    return FALSE;
  choose_products (self);
  return TRUE;
}

/* TRUE if the rows may be dependent: the Gram matrix sum_p C_pp, factorized as the energy does. */
static gboolean
may_be_dependent (const IplKernel *self, gboolean *may_be, GCancellable *cancellable,
                  GError **error)
{
  gsize P = self->P, D = self->Pi * self->N0;
  double largest = 0, smallest = INFINITY;
  g_autofree double *K
      = ipl_try_new (double, (double)P *(double)P, "The Gram matrix of the path features", error);

  if (K == NULL)
    return FALSE;
  for (gsize n = 0; n < P; n += ROW_BLOCK)
    ipl_tiles_multiply (TRUE, FALSE, P - n, MIN (ROW_BLOCK, P - n), D, 1, self->Xi + n * D, D,
                        self->Xi + n * D, D, 0, K + n * P + n, P, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  for (gsize m = 0; m < P; m++)
    largest = MAX (largest, K[m * P + m]);

  IplTilesResult result = ipl_tiles_cholesky (P, K, P, cancellable);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  for (gsize m = 0; m < P; m++)
    smallest = MIN (smallest, K[m * P + m] * K[m * P + m]);
  *may_be = result != IPL_TILES_DONE
            || !(smallest > DEPENDENT_ROUNDINGS * (double)P * DBL_EPSILON * largest);
  return TRUE;
}

/* The fewest rows that are worth the training examples, and the fewest components of a token. */
static gboolean
find_rows (IplKernel *self, GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = self->the_case;
  IplFeatureRows *rows = &self->rows;
  gboolean dependent;

  adopt_rows (self);
  if ((rows->count > rows->Pi * rows->N0 || !pairs_are_cheaper (self))
      && !ipl_feature_rows_reduce_tokens (rows, the_case, cancellable, error))
    return FALSE;
  if (rows->count > rows->Pi * rows->N0)
    return ipl_feature_rows_rotate (rows, the_case, cancellable, error)
           && form_kernels (self, cancellable, error);
  if (!form_kernels (self, cancellable, error)
      || !may_be_dependent (self, &dependent, cancellable, error))
    return FALSE;
  if (!dependent)
    return TRUE;

  gsize before = rows->count;

  return ipl_feature_rows_cut (rows, the_case, cancellable, error)
         && (rows->count == before || form_kernels (self, cancellable, error));
}

static IplKernel *
kernel_new (const IplCase *the_case)
{
  IplKernel *self = g_new0 (IplKernel, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_ref ((IplCase *)the_case);
  self->Pi = the_case->Pi;
  self->n_pairs = self->Pi * (self->Pi + 1) / 2;
  self->scale = 1.0 / ((double)the_case->N0 * (double)self->Pi);
  ipl_feature_rows_init (&self->rows, the_case);
  self->spaces = ipl_spaces_new ();
  return self;
}

/* Prepares the path-path kernels C_pq[m,n] = s0^2 xi^p(x_m) . xi^q(x_n) / (N0 Pi) of the training
 * set (THEORY.md section 3), or of fewer rows that are worth the same (section 9). */
IplKernel *
ipl_kernel_prepare (const IplCase *the_case, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL, NULL);

  g_autoptr (IplKernel) self = kernel_new (the_case);

  return find_rows (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/* As ipl_kernel_prepare(), on the training examples as they are: what tests and benchmarks hold the
 * other against. */
IplKernel *
ipl_kernel_prepare_plain (const IplCase *the_case, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplKernel) self = kernel_new (the_case);

  return form_kernels (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/* The kernel as it will be, without numbers in it: what tells costs can be asked about it, and
 * nothing else. */
IplKernel *
ipl_kernel_of_shape (const IplCase *the_case)
{
  IplKernel *self = kernel_new (the_case);
  gsize D = self->Pi * self->rows.N0;

  if (self->rows.count > D)
    {
      self->rows.count = D - the_case->dependent;
      self->rows.lower = the_case->dependent == 0;
    }
  adopt_rows (self);
  if (pairs_are_cheaper (self))
    self->S = g_new0 (double, 1);
  choose_products (self);
  return self;
}

/* The bytes that it takes beside the case. */
double
ipl_kernel_memory (const IplKernel *self)
{
  gboolean own = self->rows.lower || self->P < self->the_case->train.count;
  double rows = own ? (double)self->P * (double)(self->Pi * self->N0) : 0;

  return 8 * (rows + (self->S != NULL ? (double)self->n_pairs * (double)self->packed : 0));
}

static void
kernel_clear (IplKernel *self)
{
  ipl_case_unref (self->the_case);
  ipl_feature_rows_clear (&self->rows);
  ipl_spaces_free (self->spaces);
  g_free (self->S);
}

IPL_DEFINE_REFERENCES (IplKernel, ipl_kernel, kernel_clear)

/* [P] labels of the rows in use. */
const double *
ipl_kernel_get_y (const IplKernel *self)
{
  return self->rows.y != NULL ? self->rows.y : self->the_case->train.y;
}

/* The contribution of examples that are not among the rows in use to the energy at every U: log T
 * for each, and their |y|^2 / T; infinity at T = 0 where there are any. */
double
ipl_kernel_get_constant (const IplKernel *self, double temperature)
{
  if (self->rows.rest == 0)
    return 0;
  if (!(temperature > 0))
    return INFINITY;
  return (double)self->rows.rest * log (temperature) + self->rows.rest_square / temperature;
}

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

void
ipl_kernel_mix (gsize count, gsize Pi, gsize N0, const double *U, const double *Xi, double *out,
                GCancellable *cancellable)
{
  gsize D = Pi * N0;

  for (gsize m = 0; m < count; m++)
    {
      if (m % LOOK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)N0, (int)Pi, 1.0, U,
                   (int)Pi, Xi + m * D, (int)N0, 0.0, out + m * D, (int)N0);
    }
}

/* Doubles of scratch that ipl_kernel_assemble() and ipl_kernel_contract() need. */
double
ipl_kernel_scratch (const IplKernel *self)
{
  if (self->S != NULL)
    return (double)self->n_pairs + (double)self->packed;
  if (self->blocks)
    return ipl_path_products_scratch (self->P, self->Pi, self->N0);
  return (double)self->P * (double)self->Pi * (double)self->N0;
}

static void
assemble_pairs (const IplKernel *self, double s0_squared, const double *U, double *K,
                double *scratch, GCancellable *cancellable)
{
  gsize P = self->P;
  double *u = scratch, *packed = scratch + self->n_pairs;

  ipl_pairs_of_matrix (self->Pi, U, u);
  for (gsize k = 0; k < self->n_pairs; k++)
    u[k] *= s0_squared;
  cblas_dgemv (CblasRowMajor, CblasTrans, (int)self->n_pairs, (int)self->packed, 1.0, self->S,
               (int)self->packed, u, 1, 0.0, packed, 1);
  for (gsize m = 0; m < P; packed += ++m)
    memcpy (K + m * P, packed, (m + 1) * sizeof (double));
  ipl_tiles_mirror (FALSE, P, K, cancellable);
}

void
ipl_kernel_path_products (const IplKernel *self, double s0_squared, IplPathProducts *products)
{
  *products = (IplPathProducts){ self->P, self->Pi, self->N0, self->Xi, s0_squared * self->scale };
}

/* K from factors, ROW_BLOCK rows at a time. */
typedef struct
{
  const IplKernel *kernel;
  double scale;
  const double *U;
  double *K, *V;
  GCancellable *cancellable;
} Assembling;

static void
mix_block (gsize index, gpointer data)
{
  const Assembling *work = data;
  const IplKernel *self = work->kernel;
  gsize n = index * ROW_BLOCK, D = self->Pi * self->N0;

  ipl_kernel_mix (MIN (ROW_BLOCK, self->P - n), self->Pi, self->N0, work->U, self->Xi + n * D,
                  work->V + n * D, work->cancellable);
}

static void
assemble_block (gsize index, gpointer data)
{
  const Assembling *work = data;
  const IplKernel *self = work->kernel;
  gsize P = self->P, D = self->Pi * self->N0, n = index * ROW_BLOCK, rows = MIN (ROW_BLOCK, P - n);
  gsize columns = self->lower ? n + rows : D; /* of Xi, that are not 0 in these rows */

  ipl_tiles_multiply (TRUE, FALSE, rows, P - n, columns, work->scale, self->Xi + n * D, D,
                      work->V + n * D, D, 0.0, work->K + n * P + n, P, work->cancellable);
}

static void
assemble_factors (const IplKernel *self, double s0_squared, const double *U, double *K, double *V,
                  GCancellable *cancellable)
{
  Assembling work = { self, s0_squared * self->scale, U, K, V, cancellable };
  gsize blocks = (self->P + ROW_BLOCK - 1) / ROW_BLOCK;
  double products = (double)self->P * (double)self->Pi * (double)self->N0;

  ipl_parallel_for_inner (blocks, products * (double)self->Pi, mix_block, &work, cancellable);
  ipl_parallel_for_inner (blocks, products * (double)self->P / 2, assemble_block, &work,
                          cancellable);
  ipl_tiles_mirror (FALSE, self->P, K, cancellable);
}

/* K = sum_pq U_pq C_pq (THEORY.md section 3), without the temperature. @U: [Pi x Pi] row-major,
 * symmetric; @K: [P x P] row-major, symmetric; @scratch: [ipl_kernel_scratch()]. */
void
ipl_kernel_assemble (const IplKernel *self, double s0_squared, const double *U, double *K,
                     double *scratch, GCancellable *cancellable)
{
  IplPathProducts products;

  if (self->S != NULL)
    assemble_pairs (self, s0_squared, U, K, scratch, cancellable);
  else if (self->blocks)
    {
      ipl_kernel_path_products (self, s0_squared, &products);
      ipl_path_products_kernel (&products, U, K, scratch, cancellable);
      ipl_tiles_mirror (TRUE, self->P, K, cancellable);
    }
  else
    assemble_factors (self, s0_squared, U, K, scratch, cancellable);
}

void
ipl_kernel_contract (const IplKernel *self, const double *M, double *G, double *scratch,
                     GCancellable *cancellable)
{
  gsize P = self->P, Pi = self->Pi, N0 = self->N0, D = Pi * N0;

  if (self->S != NULL)
    {
      double *g = scratch, *packed = g + self->n_pairs, *at = packed;

      for (gsize m = 0; m < P; m++)
        {
          for (gsize n = 0; n < m; n++)
            *at++ = 2 * M[m * P + n];
          *at++ = M[m * P + m];
        }
      cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)self->n_pairs, (int)self->packed, 1.0, self->S,
                   (int)self->packed, packed, 1, 0.0, g, 1);
      ipl_pairs_to_matrix (Pi, g, G);
      return;
    }

  if (self->blocks)
    {
      IplPathProducts products;

      ipl_kernel_path_products (self, 1, &products);
      ipl_path_products_contract (&products, M, G, scratch, cancellable);
      return;
    }

  double *Y = scratch;

  /* Row-major M Xi is column-major Xi M, and M's lower half its upper one. */
  ipl_tiles_symmetric (P, M, D, self->scale, self->Xi, D, Y, D, cancellable);
  memset (G, 0, Pi * Pi * sizeof *G);
  for (gsize m = 0; m < P && !g_cancellable_is_cancelled (cancellable); m++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)N0, 1.0,
                 self->Xi + m * D, (int)N0, Y + m * D, (int)N0, 1.0, G, (int)Pi);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < p; q++)
      G[p * Pi + q] = G[q * Pi + p] = 0.5 * (G[p * Pi + q] + G[q * Pi + p]);
}

double
ipl_kernel_flops (const IplKernel *self)
{
  double P = (double)self->P, D = (double)(self->Pi * self->N0);

  if (self->S != NULL)
    return (double)self->n_pairs * P * (P + 1);
  return (self->lower ? LOWER_SHARE : 1) * P * P * D
         + (self->blocks ? 1 : 2) * P * D * (double)self->Pi;
}
