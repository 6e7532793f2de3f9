/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels that are shown, as long as somebody looks at them. */
#include "runs/solver-private.h"

#include "core/base/error.h"

#include <string.h>

/* What takes no longer than a frame is in the same answer as the solution. */
#define QUICK_FLOPS 1e8

/* Floating-point operations of what is not made yet. */
static double
count_flops (const IplSolver *self)
{
  const IplKernel *kernel = self->kernel;
  double P = (double)kernel->P, Pi = (double)kernel->Pi, N0 = (double)self->the_case->N0;
  double n = MIN ((double)self->the_case->train.count, IPL_KERNEL_MOST_CELLS);
  double K = n * Pi * Pi * N0 + n * n * Pi * N0;
  double tiles = MIN (Pi * (Pi + 1) / 2, IPL_KERNEL_MOST_TILES) * n * n * N0;
  double measures = Pi * P * (double)kernel->N0 * (double)kernel->N0 + P * Pi * N0;

  return 2 * K + (self->cells == NULL ? tiles + measures : 0)
         + (self->request->vectors > 0 ? 3 * P * P * P + 2 * ipl_kernel_flops (kernel) : 0);
}

/* Whether what there is shows the current solution already, whichever way that was come by. */
static gboolean
is_current (const IplSolver *self)
{
  const IplKernelPicture *picture = self->picture;
  gsize Pi = self->the_case->Pi, wanted = MIN (self->request->vectors, self->kernel->P);

  return picture != NULL && picture->n_vectors >= wanted && picture->gp == self->gp
         && ipl_setting_equal (&picture->solution->setting, &self->current->setting)
         && memcmp (picture->solution->U, self->current->U, Pi * Pi * sizeof (double)) == 0;
}

static IplKernelPicture *
make (IplSolver *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplKernelPicture) picture = NULL;

  if (self->cells == NULL)
    self->cells = ipl_kernel_cells_new (self->the_case, self->kernel, cancellable, error);
  if (self->cells == NULL)
    return NULL;
  picture = ipl_kernel_picture_new (self->cells, self->current, self->gp, self->picture,
                                    cancellable, error);
  if (picture == NULL || self->request->vectors == 0)
    return g_steal_pointer (&picture);
  return ipl_kernel_picture_with_vectors (picture, self->kernel, self->request->vectors,
                                          self->picture, cancellable, error);
}

/* All that belongs to the case. */
void
ipl_solver_forget_kernels (IplSolver *self)
{
  g_clear_pointer (&self->picture, ipl_kernel_picture_unref);
  g_clear_pointer (&self->cells, ipl_kernel_cells_unref);
  g_clear_pointer (&self->no_kernels, g_free);
}

/* The kernels of the current solution, where they are asked for. That there is no memory for them
 * is no error of the theory: the reason is kept in their place.
 * @self: the solver, with a current solution
 * @quick: whether only what takes no longer than a frame is to be made
 * @changed: (out): whether there is something new
 * Returns: FALSE with G_IO_ERROR_CANCELLED */
gboolean
ipl_solver_ensure_kernels (IplSolver *self, gboolean quick, gboolean *changed, GError **error)
{
  GCancellable *cancellable = quick ? ipl_job_get_cancellable (self->job)
                                    : ipl_job_get_background_cancellable (self->job);
  g_autoptr (GError) reason = NULL;
  IplKernelPicture *picture;

  if (changed != NULL)
    *changed = FALSE;
  if ((self->request->needs & IPL_NEEDS_KERNELS) == 0 || is_current (self)
      || (quick && count_flops (self) > QUICK_FLOPS))
    return TRUE;
  if (!quick)
    ipl_job_progress (self->job, -1.0, -1.0, "Making the pictures of the kernels");
  picture = make (self, cancellable, &reason);
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  g_clear_pointer (&self->picture, ipl_kernel_picture_unref);
  self->picture = picture;
  g_free (self->no_kernels);
  self->no_kernels = reason != NULL ? g_strdup (reason->message) : NULL;
  if (changed != NULL)
    *changed = TRUE;
  return TRUE;
}
