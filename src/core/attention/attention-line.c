/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The free energy along the line w = x w_1 through attention weights, from the minimum of few
 * examples, near w = 0, to w_1, the lowest minimum at the most examples (THEORY.md section 19.4).
 */
#include "core/attention/attention-scan.h"

#include <math.h>

#include "core/attention/free-energy.h"
#include "core/base/error.h"
#include "core/base/memory.h"

/* The ends of the line. */
#define LOW -0.25
#define HIGH 1.5

static const char what[] = "The free energy through attention weights";

double
ipl_attention_line_position (guint point)
{
  return LOW + (HIGH - LOW) * point / (IPL_ATTENTION_LINE_POINTS - 1);
}

/* F at one point, from the saddle point of the one before; NaN where it is not defined. */
static gboolean
evaluate (IplAttentionModel *model, const double *w, IplSaddle **saddle, double *value,
          GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (ipl_attention_free_energy (model, w, saddle, value, NULL, cancellable, &local))
    return TRUE;
  *value = NAN;
  if (g_error_matches (local, IPL_ERROR, IPL_ERROR_SINGULAR)
      || g_error_matches (local, IPL_ERROR, IPL_ERROR_VALUE))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* There and back, so that of two minima in A the lower is found. */
gboolean
ipl_attention_line_fill (IplAttentionModel *model, const double *end, double *F,
                         GCancellable *cancellable, GError **error)
{
  const guint n = IPL_ATTENTION_LINE_POINTS;
  g_autofree double *w = ipl_try_new0 (double, model->n, what, error);
  IplSaddle *saddle = NULL;
  double zero, value;
  gboolean ok
      = w != NULL && ipl_attention_free_energy (model, w, &saddle, &zero, NULL, cancellable, error);

  g_clear_pointer (&saddle, ipl_saddle_free);
  for (guint k = 0; ok && k < 2 * n; k++)
    {
      guint point = k < n ? k : 2 * n - 1 - k;
      double x = ipl_attention_line_position (point);

      for (gsize i = 0; i < model->n; i++)
        w[i] = x * end[i];
      ok = evaluate (model, w, &saddle, &value, cancellable, error);
      F[point] = k < n ? value - zero : fmin (value - zero, F[point]);
    }
  ipl_saddle_free (saddle);
  return ok;
}

/* The ends of the line are no minima. */
static gboolean
is_minimum (guint n, const double *F, guint i)
{
  return i > 0 && i + 1 < n && isfinite (F[i]) && !(F[i - 1] <= F[i]) && !(F[i + 1] <= F[i]);
}

double
ipl_attention_line_barrier (guint n, const double *F)
{
  guint deepest = n, second = n;
  double top = -INFINITY;

  for (guint i = 0; i < n; i++)
    if (is_minimum (n, F, i) && (deepest == n || F[i] < F[deepest]))
      {
        second = deepest;
        deepest = i;
      }
    else if (is_minimum (n, F, i) && (second == n || F[i] < F[second]))
      second = i;
  if (second == n)
    return NAN;
  for (guint i = MIN (deepest, second); i <= MAX (deepest, second); i++)
    top = isfinite (F[i]) ? MAX (top, F[i]) : INFINITY;
  return isfinite (top) ? top - F[second] : NAN;
}
