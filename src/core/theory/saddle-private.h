/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/descent-private.h"
#include "core/theory/saddle.h"

/* One way to solve over the outputs of a kernel. */
typedef IplSaddle *(*IplSaddleFunc) (const IplCase *the_case, IplKernel *kernel,
                                     const IplSetting *setting, const IplSaddle *start,
                                     guint threads, GCancellable *cancellable, GError **error);

IplSaddle *ipl_saddle_solve_outputs (IplSaddleFunc solve, const IplCase *the_case,
                                     IplKernel *kernel, const IplSetting *setting,
                                     const IplSaddle *start, guint threads,
                                     GCancellable *cancellable, GError **error);
