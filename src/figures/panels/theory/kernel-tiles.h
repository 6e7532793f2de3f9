/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel-picture.h"
#include "figures/plot/plot.h"

/* Functions shared by the panels of kernels. */

extern const IplCellItems ipl_cells_of_kernel; /* cell index, counted from the top row */

double ipl_kernel_limit (double limit, double sd);
double ipl_kernel_limit_finish (double limit);
const char *ipl_kernels_empty (const IplView *view, const char **more);
void ipl_kernels_add_notes (IplPlot *plot);
