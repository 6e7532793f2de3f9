/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/observables.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

/* Head score of THEORY.md section 5: sum of |U_pq| over the ordered pairs where p or q passes
 * through the head, over the largest such sum. @H: [L] heads per layer; @U: [Pi x Pi] order
 * parameter; @scores: [sum H] scores in [0, 1], layer 1 first. */
void
ipl_observables_head_scores (guint L, const guint *H, const double *U, double *scores)
{
  gsize Pi = 1, stride;
  guint first = 0;
  double largest = 0;

  for (guint l = 0; l < L; l++)
    Pi *= H[l];
  stride = Pi;
  for (guint l = 0; l < L; l++)
    {
      stride /= H[l];
      memset (scores + first, 0, H[l] * sizeof *scores);
      for (gsize p = 0; p < Pi; p++)
        for (gsize q = 0; q < Pi; q++)
          {
            gsize h = p / stride % H[l], k = q / stride % H[l];
            double u = fabs (U[p * Pi + q]);

            scores[first + h] += u;
            if (k != h)
              scores[first + k] += u;
          }
      for (guint h = 0; h < H[l]; h++)
        largest = MAX (largest, scores[first + h]);
      first += H[l];
    }
  for (guint h = 0; h < first; h++)
    scores[h] = largest > 0 ? scores[h] / largest : 0;
}
