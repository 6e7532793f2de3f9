/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/kernel-picture.h"

#include "core/base/memory.h"
#include "core/base/references.h"
#include "core/theory/eigenpairs.h"
#include "core/theory/order-parameter.h"

#include <cblas.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WHAT "The pictures of the kernels"
/* An eigenvalue within so many roundings of 0 has no vector of its own: as in eigenpairs.c. */
#define ZERO_UNITS 100

/* Small, whatever the case is: what a user decides has been asked for by then. */
static double *
shared_new (gsize n)
{
  return g_atomic_rc_box_alloc0 (n * n * sizeof (double));
}

static int
compare_weights (gconstpointer a, gconstpointer b)
{
  const IplKernelTile *s = a, *t = b;

  if (s->weight != t->weight)
    return s->weight > t->weight ? -1 : 1;
  return s->p != t->p ? (s->p < t->p ? -1 : 1) : (s->q < t->q ? -1 : s->q > t->q);
}

static double
s0_squared (const IplKernelPicture *self)
{
  return self->solution->setting.variances[0];
}

/* TRUE if @before has kernels of the same case and variance s0^2. */
static gboolean
shares (const IplKernelPicture *self, const IplKernelPicture *before)
{
  return before != NULL && before->cells == self->cells && s0_squared (before) == s0_squared (self);
}

/* Mean and standard deviation of a kernel off its diagonal, which stands out, and of its finite
 * numbers; of one cell that. 0 where there are none. */
void
ipl_kernel_moments (gsize n, const double *K, double *mean, double *sd)
{
  double sum = 0, squares = 0, count = 0;

  for (gsize k = 0; k < n * n; k++)
    if ((n == 1 || k % (n + 1) != 0) && isfinite (K[k]))
      {
        sum += K[k];
        count++;
      }
  *mean = count > 0 ? sum / count : 0;
  for (gsize k = 0; k < n * n; k++)
    if ((n == 1 || k % (n + 1) != 0) && isfinite (K[k]))
      squares += (K[k] - *mean) * (K[k] - *mean);
  *sd = count > 0 ? sqrt (squares / count) : 0;
}

/* The pairs that weigh most, with their kernels. */
static gboolean
make_tiles (IplKernelPicture *self, const IplKernelPicture *before, GError **error)
{
  gsize Pi = self->cells->the_case->Pi, n_pairs = Pi * (Pi + 1) / 2, n = self->cells->n, at = 0;
  gsize held = MIN (n_pairs, IPL_KERNEL_MOST_TILES);
  g_autofree IplKernelTile *all = ipl_try_new0 (IplKernelTile, n_pairs, WHAT, error);

  if (all == NULL)
    return FALSE;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      {
        double weight = s0_squared (self) * fabs (ipl_kernel_picture_U (self, p, q))
                        * self->cells->norm[p * Pi + q];

        if (!(weight > 0))
          weight = 0;
        all[at] = (IplKernelTile){ .p = p, .q = q, .weight = p == q ? weight : 2 * weight };
        self->weight += all[at++].weight;
      }
  qsort (all, n_pairs, sizeof *all, compare_weights);
  self->tiles = g_memdup2 (all, held * sizeof *all);
  for (gsize i = 0; i < held; i++)
    {
      IplKernelTile *tile = &self->tiles[i];
      const IplKernelTile *known
          = shares (self, before) ? ipl_kernel_picture_find (before, tile->p, tile->q) : NULL;

      self->n_tiles++;
      if (known != NULL)
        {
          tile->C = g_atomic_rc_box_acquire (known->C);
          tile->mean = known->mean;
          tile->sd = known->sd;
          continue;
        }
      tile->C = shared_new (n);
      ipl_kernel_cells_pair (self->cells, s0_squared (self), tile->p, tile->q, tile->C);
      ipl_kernel_moments (n, tile->C, &tile->mean, &tile->sd);
    }
  return TRUE;
}

/* K at the solution's U beside its parts, without eigenvectors, or NULL with IPL_ERROR_MEMORY or
 * G_IO_ERROR_CANCELLED. */
IplKernelPicture *
ipl_kernel_picture_new (IplKernelCells *cells, IplSolution *solution, IplSolution *gp,
                        const IplKernelPicture *before, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplKernelPicture) self = g_new0 (IplKernelPicture, 1);
  gsize n = cells->n, Pi = cells->the_case->Pi, K = cells->the_case->labels.outputs;

  g_atomic_ref_count_init (&self->ref_count);
  self->cells = ipl_kernel_cells_ref (cells);
  self->solution = ipl_solution_ref (solution);
  self->gp = ipl_solution_ref (gp);
  self->U = shared_new (Pi);
  self->U_gp = shared_new (Pi);
  ipl_order_trace_outputs (Pi, K, solution->U, self->U);
  ipl_order_trace_outputs (Pi, K, gp->U, self->U_gp);
  self->mean_diagonal = ipl_kernel_cells_mean_diagonal (cells, s0_squared (self), self->U);
  self->mean_diagonal_gp
      = ipl_kernel_cells_mean_diagonal (cells, gp->setting.variances[0], self->U_gp);
  self->K = shared_new (n);
  if (!make_tiles (self, before, error)
      || !ipl_kernel_cells_sum (cells, s0_squared (self), self->U, self->K, cancellable, error))
    return NULL;
  if (shares (self, before) && before->gp == gp)
    self->K_gp = g_atomic_rc_box_acquire (before->K_gp);
  else
    {
      self->K_gp = shared_new (n);
      if (!ipl_kernel_cells_sum (cells, gp->setting.variances[0], self->U_gp, self->K_gp,
                                 cancellable, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/* Means over cells of the eigenvectors of K = c Xi (U (x) I) Xi^T, from those of the rows in use:
 * v = c Xi (U (x) I) Xi_rows^T v_rows / lambda. */
static gboolean
make_vectors (const IplKernelPicture *self, const IplKernel *kernel, const IplSolution *solution,
              guint wanted, double *vectors, GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = self->cells->the_case;
  gsize P = kernel->P, Pi = kernel->Pi, D = Pi * kernel->N0, all = Pi * the_case->N0;
  gsize n = self->cells->n, count = ipl_eigenpairs_are_few (P, wanted) ? wanted : P;
  double s0 = solution->setting.variances[0], *K, *t, *w, *lifted;
  g_autofree double *scratch = ipl_try_new (double, ipl_kernel_scratch (kernel), WHAT, error);
  g_autofree gpointer space = scratch != NULL
                                  ? ipl_try_parts (WHAT, error, { &t, (double)D },
                                                   { &w, (double)D }, { &lifted, (double)all })
                                  : NULL;
  g_autoptr (IplEigenpairs) pairs = NULL;

  if (space == NULL || (K = ipl_try_new (double, (double)P *(double)P, WHAT, error)) == NULL)
    return FALSE;
  ipl_kernel_assemble (kernel, s0, solution->U, K, scratch, cancellable);
  pairs = ipl_eigenpairs_new (P, K, count, cancellable, error);
  if (pairs == NULL)
    return FALSE;
  for (guint k = 0; k < wanted; k++)
    {
      const double *v = pairs->vectors + k * P;
      double value = pairs->values[k];
      double sign = cblas_ddot ((int)P, v, 1, ipl_kernel_get_y (kernel), 1) < 0 ? -1 : 1;

      if (!(value > ZERO_UNITS * (double)the_case->train.count * DBL_EPSILON * pairs->values[0]))
        {
          for (gsize c = 0; c < n; c++)
            vectors[k * n + c] = NAN;
          continue;
        }
      cblas_dgemv (CblasRowMajor, CblasTrans, (int)P, (int)D, 1, kernel->Xi, (int)D, v, 1, 0.0, t,
                   1);
      ipl_kernel_mix (1, Pi, kernel->N0, solution->U, t, w, NULL);
      if (kernel->rows.basis != NULL)
        ipl_kernel_lift_tokens (kernel, Pi, w, lifted);
      cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)n, (int)all,
                   sign * ipl_kernel_cells_scale (self->cells, s0) / value, self->cells->Xi,
                   (int)all, kernel->rows.basis != NULL ? lifted : w, 1, 0.0, vectors + k * n, 1);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* Its own references to all that @self has. */
static IplKernelPicture *
copy (const IplKernelPicture *self)
{
  IplKernelPicture *new = g_memdup2 (self, sizeof *self);

  g_atomic_ref_count_init (&new->ref_count);
  ipl_kernel_cells_ref (new->cells);
  ipl_solution_ref (new->solution);
  ipl_solution_ref (new->gp);
  new->tiles = g_memdup2 (self->tiles, self->n_tiles * sizeof *self->tiles);
  for (gsize i = 0; i < new->n_tiles; i++)
    g_atomic_rc_box_acquire (new->tiles[i].C);
  g_atomic_rc_box_acquire (new->U);
  g_atomic_rc_box_acquire (new->U_gp);
  g_atomic_rc_box_acquire (new->K);
  g_atomic_rc_box_acquire (new->K_gp);
  new->n_vectors = 0;
  new->vectors = new->vectors_gp = NULL;
  return new;
}

/* The same picture with the eigenvectors of the largest eigenvalues, or NULL with the errors of
 * ipl_eigenpairs_new(). */
IplKernelPicture *
ipl_kernel_picture_with_vectors (const IplKernelPicture *self, IplKernel *kernel, guint wanted,
                                 const IplKernelPicture *before, GCancellable *cancellable,
                                 GError **error)
{
  g_autoptr (IplKernelPicture) new = copy (self);
  gsize n = self->cells->n;
  double size;

  wanted = (guint)MIN (wanted, kernel->P);
  size = (double)wanted * (double)n;
  new->vectors = ipl_try_new (double, size, WHAT, error);
  if (new->vectors != NULL)
    new->vectors_gp = ipl_try_new (double, size, WHAT, error);
  if (new->vectors_gp == NULL
      || !make_vectors (new, kernel, new->solution, wanted, new->vectors, cancellable, error))
    return NULL;
  if (before != NULL && before->gp == new->gp && before->cells == new->cells
      && before->n_vectors == wanted)
    memcpy (new->vectors_gp, before->vectors_gp, wanted * n * sizeof (double));
  else if (!make_vectors (new, kernel, new->gp, wanted, new->vectors_gp, cancellable, error))
    return NULL;
  new->n_vectors = wanted;
  return g_steal_pointer (&new);
}

static void
kernel_picture_clear (IplKernelPicture *self)
{
  for (gsize i = 0; i < self->n_tiles; i++)
    g_atomic_rc_box_release (self->tiles[i].C);
  g_clear_pointer (&self->U, g_atomic_rc_box_release);
  g_clear_pointer (&self->U_gp, g_atomic_rc_box_release);
  g_clear_pointer (&self->K, g_atomic_rc_box_release);
  g_clear_pointer (&self->K_gp, g_atomic_rc_box_release);
  ipl_solution_unref (self->solution);
  ipl_solution_unref (self->gp);
  ipl_kernel_cells_unref (self->cells);
  g_free (self->tiles);
  g_free (self->vectors);
  g_free (self->vectors_gp);
}

IPL_DEFINE_REFERENCES (IplKernelPicture, ipl_kernel_picture, kernel_picture_clear)

double
ipl_kernel_picture_U (const IplKernelPicture *self, gsize p, gsize q)
{
  return self->U[p * self->cells->the_case->Pi + q];
}

/* The tile of the pair, in whichever order; NULL where it is not held. */
const IplKernelTile *
ipl_kernel_picture_find (const IplKernelPicture *self, gsize p, gsize q)
{
  for (gsize i = 0; i < self->n_tiles; i++)
    if (self->tiles[i].p == MIN (p, q) && self->tiles[i].q == MAX (p, q))
      return &self->tiles[i];
  return NULL;
}
