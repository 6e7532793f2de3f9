/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loss of an example and its gradient in the outputs (THEORY.md section 18.8), in precision
 * REAL. No include guard: included by trained-gradient-private.h, with REAL and BODY(name) defined.
 */

#include "core/network/trained-loss.h"

#include <math.h>

/* The loss of an example, and the gradient of @weight times it in its outputs f. A class is coded
 * as e_c - 1/K. */
static double
BODY (find_loss) (IplTrainedLoss loss, gsize K, const REAL *f, const REAL *y, REAL weight, REAL *g)
{
  double sum = 0, top = f[0], total = 0;

  if (loss == IPL_TRAINED_SQUARED_ERROR)
    {
      for (gsize k = 0; k < K; k++)
        {
          double miss = (double)f[k] - (double)y[k];

          g[k] = 2 * weight * (f[k] - y[k]);
          sum += miss * miss;
        }
      return sum;
    }
  for (gsize k = 1; k < K; k++)
    top = MAX (top, (double)f[k]);
  for (gsize k = 0; k < K; k++)
    total += exp ((double)f[k] - top);
  for (gsize k = 0; k < K; k++)
    {
      double share = (double)y[k] + 1 / (double)K, above = (double)f[k] - top;

      g[k] = (REAL)((double)weight * (exp (above) / total - share));
      sum -= share * above;
    }
  return sum + log (total);
}
