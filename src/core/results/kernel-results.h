/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/solution.h"

gboolean ipl_kernel_results_save (const IplSolution *solution, const IplSolution *gp,
                                  const char *path, GCancellable *cancellable, GError **error);
double ipl_kernel_results_size (const IplCase *the_case);
