/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components of tokens in use, to and from all of them (THEORY.md section 9). */
#include "core/theory/kernel-private.h"

#include "core/base/tiles.h"

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
