/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of U, [Pi K x Pi K] with the output fastest (THEORY.md sections 5 and 18.4). */
#pragma once

#include <glib.h>

void ipl_order_trace_outputs (gsize Pi, gsize K, const double *U, double *of_paths);
void ipl_order_sum_outputs (gsize Pi, gsize K, const double *U, double *of_paths);
void ipl_order_trace_paths (gsize Pi, gsize K, const double *U, double *of_outputs);
double ipl_order_off_diagonal_share (gsize n, const double *U);
