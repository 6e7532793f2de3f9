/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/kernel-picture.h"

#include "core/base/memory.h"
#include "core/base/ref-count.h"
#include "core/theory/order-parameter.h"

#include <math.h>
#include <stdlib.h>

#define WHAT "The pictures of the kernels"

/* Small for any case, so its allocation is not checked. */
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

/* Mean and standard deviation of the finite off-diagonal entries of a kernel, as the diagonal is
 * larger; of the only cell for n = 1. 0 if there are none. */
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
      const IplKernelTile *former
          = shares (self, before) ? ipl_kernel_picture_find (before, tile->p, tile->q) : NULL;

      self->n_tiles++;
      if (former != NULL)
        {
          tile->C = g_atomic_rc_box_acquire (former->C);
          tile->mean = former->mean;
          tile->sd = former->sd;
          continue;
        }
      tile->C = shared_new (n);
      ipl_kernel_cells_pair (self->cells, s0_squared (self), tile->p, tile->q, tile->C);
      ipl_kernel_moments (n, tile->C, &tile->mean, &tile->sd);
    }
  return TRUE;
}

/* K at the solution's U and its parts, or NULL with IPL_ERROR_MEMORY or G_IO_ERROR_CANCELLED. */
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
}

IPL_DEFINE_REFERENCES (IplKernelPicture, ipl_kernel_picture, kernel_picture_clear)

double
ipl_kernel_picture_U (const IplKernelPicture *self, gsize p, gsize q)
{
  return self->U[p * self->cells->the_case->Pi + q];
}

/* The tile of the pair, in either order; NULL if it is not in memory. */
const IplKernelTile *
ipl_kernel_picture_find (const IplKernelPicture *self, gsize p, gsize q)
{
  for (gsize i = 0; i < self->n_tiles; i++)
    if (self->tiles[i].p == MIN (p, q) && self->tiles[i].q == MAX (p, q))
      return &self->tiles[i];
  return NULL;
}
