/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* The value at x: [n] and its gradient: [n]; infinity if undefined. */
typedef double (*IplLbfgsFunc) (const double *x, double *gradient, gpointer data);

typedef struct
{
  double value;
  double gradient; /* its largest entry without its sign */
  guint iterations;
  guint evaluations;
  gboolean converged; /* TRUE if @gradient is at most the tolerance */
} IplLbfgsResult;

/* Minimizes from x: [n] by limited-memory BFGS with a line search to the weak Wolfe conditions;
 * coordinates should be of comparable scale. Stops early once @cancellable (nullable) is
 * cancelled. FALSE: IPL_ERROR_MEMORY, or IPL_ERROR_VALUE if it is not defined at x. */
gboolean ipl_lbfgs_minimize (gsize n, IplLbfgsFunc func, gpointer data, double *x, double tolerance,
                             guint most, GCancellable *cancellable, IplLbfgsResult *result,
                             GError **error);
