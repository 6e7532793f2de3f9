/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dynamics/trajectory-support.h"

#include <math.h>

void
test_same_trajectory (const IplTrajectory *a, const IplTrajectory *b)
{
  g_assert_cmpuint (a->S, ==, b->S);
  g_assert_cmpmem (a->time, a->S * sizeof (double), b->time, b->S * sizeof (double));
  g_assert_cmpuint (a->arrays->len, ==, b->arrays->len);
  for (guint i = 0; i < a->arrays->len; i++)
    {
      const IplTrajectoryArray *x = a->arrays->pdata[i], *y = ipl_trajectory_find (b, x->name);

      g_assert_nonnull (y);
      g_assert_cmpuint (x->size, ==, y->size);
      for (gsize k = 0; k < x->size * (x->in_time ? a->S : 1); k++)
        g_assert_true (x->values[k] == y->values[k]
                       || (isnan (x->values[k]) && isnan (y->values[k])));
    }
}

double
test_at (const IplTrajectory *self, const char *name, guint moment, gsize k)
{
  return ipl_trajectory_get (self, name, moment)[k];
}
