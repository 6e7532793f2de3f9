/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/kernel/kernel.h"

/* Columns of K computed at a time: enough for dgemm, few enough to skip the upper half. */
#define ROW_BLOCK 96
/* Rows of a matrix, or examples, from one look at the cancellable to the next. */
#define LOOK_ROWS 64

/* Rough rates that decide between the two forms; only their ratio matters. */
#define FLOPS_PER_SECOND 5e10
#define BYTES_PER_SECOND 1.5e10
/* Products of blocks with pairs are not as fast as large ones. */
#define PAIRS_FLOPS_PER_SECOND 2e10
#define PAIRS_MEMORY_LIMIT ((gsize)256 << 20)

/* Products with a lower triangle in place of a full matrix take this share. */
#define LOWER_SHARE (1.0 / 3)

gboolean ipl_kernel_form_pairs (IplKernel *self, GCancellable *cancellable, GError **error);

/* kernel-tests.c */
gboolean ipl_kernel_form_tests (IplKernel *self, GCancellable *cancellable, GError **error);
void ipl_kernel_free_tests (IplKernel *self);
