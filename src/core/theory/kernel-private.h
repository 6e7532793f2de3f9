/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"

/* Columns of K computed at a time: enough for dgemm, few enough to skip the upper half. */
#define ROW_BLOCK 96
/* Rows of a matrix, or examples, from one look at the cancellable to the next. */
#define LOOK_ROWS 64

/* Rough rates that decide between the two forms; only their ratio matters. */
#define FLOPS_PER_SECOND 5e10
#define BYTES_PER_SECOND 1.5e10
#define PAIRS_MEMORY_LIMIT ((gsize)256 << 20)

/* Products with a lower triangle in place of a full matrix take this share. */
#define LOWER_SHARE (1.0 / 3)

/* kernel-outputs.c: what kernel.c does, over several outputs. */
gboolean ipl_kernel_outputs_form_tests (IplKernel *self, GCancellable *cancellable, GError **error);
void ipl_kernel_outputs_free_tests (IplKernel *self);
double ipl_kernel_outputs_tests_memory (const IplKernel *self);
gboolean ipl_kernel_outputs_form (IplKernel *self, GCancellable *cancellable, GError **error);
gboolean ipl_kernel_outputs_pairs_are_cheaper (const IplKernel *self);
double ipl_kernel_outputs_scratch (const IplKernel *self);
void ipl_kernel_outputs_assemble (const IplKernel *self, double s0_squared, const double *U,
                                  double *K, double *scratch, GCancellable *cancellable);
void ipl_kernel_outputs_contract (const IplKernel *self, const double *M, double *G,
                                  double *scratch, GCancellable *cancellable);
double ipl_kernel_outputs_flops (const IplKernel *self);
