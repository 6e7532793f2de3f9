/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/action-descent-private.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

double
ipl_newton_length (gsize n, const double *D, const double *step)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += D[i] * step[i] * step[i];
  return sqrt (sum);
}

/* The t >= 0 at which |step + t p|_D = radius. */
static double
to_boundary (double step_step, double step_p, double p_p, double radius)
{
  double gap = radius * radius - step_step;

  if (gap <= 0)
    return 0;
  return gap / (step_p + sqrt (step_p * step_p + p_p * gap));
}

double
ipl_newton_step (gsize n, const double *gradient, const double *D, double radius, double tolerance,
                 guint max_iterations, IplHessianFunc apply, gpointer data, double *step,
                 gboolean *on_boundary, double *scratch)
{
  double *r = scratch, *z = scratch + n, *p = scratch + 2 * n, *Hp = scratch + 3 * n;
  double rz = 0, decrease = 0;
  double step_step = 0, step_p = 0, p_p;

  memset (step, 0, n * sizeof *step);
  *on_boundary = FALSE;
  for (gsize i = 0; i < n; i++)
    {
      r[i] = gradient[i];
      z[i] = r[i] / D[i];
      p[i] = -z[i];
      rz += r[i] * z[i];
    }
  p_p = rz;

  double stop = tolerance * tolerance * rz;

  for (guint k = 0; k < max_iterations && rz > stop && rz > 0; k++)
    {
      apply (p, Hp, data);

      double pHp = cblas_ddot ((int)n, p, 1, Hp, 1);
      double t = pHp > 0 ? rz / pHp : INFINITY;
      double next = step_step + 2 * t * step_p + t * t * p_p;

      if (!(pHp > 0) || !(next < radius * radius))
        {
          t = to_boundary (step_step, step_p, p_p, radius);
          *on_boundary = TRUE;
        }
      cblas_daxpy ((int)n, t, p, 1, step, 1);
      decrease += t * rz - 0.5 * t * t * pHp;
      if (*on_boundary)
        break;

      double rz_next = 0;

      for (gsize i = 0; i < n; i++)
        {
          r[i] += t * Hp[i];
          z[i] = r[i] / D[i];
          rz_next += r[i] * z[i];
        }

      double beta = rz_next / rz;

      step_step = next;
      step_p = beta * (step_p + t * p_p);
      p_p = rz_next + beta * beta * p_p;
      for (gsize i = 0; i < n; i++)
        p[i] = beta * p[i] - z[i];
      rz = rz_next;
    }
  return decrease;
}
