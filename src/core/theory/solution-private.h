/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/solution.h"

/* Everything that is read off a saddle point; takes the saddle, also where it fails. */
IplSolution *ipl_solution_from_saddle (IplCase *the_case, IplKernel *kernel,
                                       const IplSetting *setting, IplSaddle *saddle,
                                       GCancellable *cancellable, GError **error);
gboolean ipl_solution_read (IplSolution *self, IplKernel *kernel, gboolean variants,
                            GCancellable *cancellable, GError **error);
