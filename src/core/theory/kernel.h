/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

G_BEGIN_DECLS

/**
 * IplKernel:
 *
 * The path-path kernels C_pq of a training set (THEORY.md section 3), ready to be contracted with
 * an order parameter U. Immutable, thread-safe, reference-counted. Kernels are held without the
 * factor s0^2, so one object serves every variance.
 */
typedef struct _IplKernel IplKernel;

IplKernel *ipl_kernel_new (const IplCase *the_case, GError **error);
IplKernel *ipl_kernel_ref (IplKernel *self);
void       ipl_kernel_unref (IplKernel *self);

gsize ipl_kernel_get_P (const IplKernel *self);
gsize ipl_kernel_get_Pi (const IplKernel *self);
const double *ipl_kernel_get_y (const IplKernel *self);
void  ipl_kernel_assemble (const IplKernel *self, double s0_squared, const double *U, double *K);
gsize ipl_kernel_memory (gsize P, gsize Pi, gsize N0);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplKernel, ipl_kernel_unref)

G_END_DECLS
