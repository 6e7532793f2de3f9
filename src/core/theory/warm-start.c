/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/warm-start-private.h"

#include "core/base/memory.h"

#include <string.h>

/* Curvatures of more pairs than this are not handed to the next solve. */
#define KEPT_PAIRS_LIMIT 300

void
ipl_warm_start_free (IplWarmStart *self)
{
  if (self == NULL)
    return;
  g_free (self->space);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_free (self);
}

/* Whether a kernel's curvature is small enough to be handed to the next solve. */
static gboolean
keeps_curvature (const IplKernel *kernel)
{
  return kernel->n_pairs <= KEPT_PAIRS_LIMIT;
}

double
ipl_warm_start_memory (const IplWishartShape *shape, const IplKernel *kernel)
{
  double n2 = (double)shape->paths[0] * (double)shape->paths[0], pairs = (double)kernel->n_pairs;

  return sizeof (double)
         * ((double)shape->n + (keeps_curvature (kernel) ? 2 * n2 + pairs * pairs : 0));
}

IplWarmStart *
ipl_warm_start_new_at (const IplWishartShape *shape, GError **error)
{
  g_autoptr (IplWarmStart) self = g_new0 (IplWarmStart, 1);

  self->shape = *shape;
  self->space = ipl_try_parts ("The saddle point", error, { &self->theta, (double)shape->n });
  return self->space != NULL ? g_steal_pointer (&self) : NULL;
}

IplWarmStart *
ipl_warm_start_new (const IplWishartShape *shape, const double *theta, const IplEnergy *energy,
                    const IplCurvature *curvature, const double *U, const double *G, GError **error)
{
  g_autoptr (IplWarmStart) self = g_new0 (IplWarmStart, 1);
  IplKernel *kernel = energy->kernel;
  gboolean keep = ipl_curvature_is_dense (curvature) && keeps_curvature (kernel);
  gsize n2 = keep ? shape->paths[0] * shape->paths[0] : 0;
  gsize n_H = keep ? kernel->n_pairs * kernel->n_pairs : 0;

  self->shape = *shape;
  self->kernel = ipl_kernel_ref (kernel);
  self->space = ipl_try_parts ("The saddle point", error, { &self->theta, (double)shape->n },
                               { &self->U, (double)n2 }, { &self->G, (double)n2 },
                               { &self->curvature, (double)n_H });
  if (self->space == NULL)
    return NULL;
  memcpy (self->theta, theta, shape->n * sizeof (double));
  if (keep)
    {
      memcpy (self->curvature, ipl_curvature_get_matrix (curvature), n_H * sizeof (double));
      memcpy (self->U, U, n2 * sizeof (double));
      memcpy (self->G, G, n2 * sizeof (double));
      self->s0_squared = energy->s0_squared;
      self->temperature = energy->temperature;
    }
  else
    self->curvature = NULL;
  return g_steal_pointer (&self);
}
