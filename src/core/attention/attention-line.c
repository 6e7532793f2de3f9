/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The free energy along a ray of attention weights, w = x direction (THEORY.md section 19.4). */
#include "core/attention/attention-scan-private.h"

#include <math.h>

#include "core/attention/free-energy.h"
#include "core/base/error.h"
#include "core/base/memory.h"

/* F at every point, each from the saddle point of the one before: up, and then down again, so that
 * of two minima in A the lower is found. NaN where F is not defined. */
static gboolean
walk (IplAttentionScan *self, IplAttentionModel *model, double *w, double *line, GError **error)
{
  guint n = self->plan->points;
  IplSaddle *saddle = NULL;
  gboolean ok = TRUE;

  for (guint k = 0; ok && k < 2 * n; k++)
    {
      guint i = k < n ? k : 2 * n - 1 - k;
      g_autoptr (GError) local = NULL;
      double value;

      for (gsize j = 0; j < self->n; j++)
        w[j] = ipl_attention_scan_position (self->plan, i) * self->direction[j];
      if (ipl_attention_free_energy (model, w, &saddle, &value, NULL, self->either, &local))
        line[i] = k < n ? value : fmin (value, line[i]);
      else if (g_error_matches (local, IPL_ERROR, IPL_ERROR_SINGULAR)
               || g_error_matches (local, IPL_ERROR, IPL_ERROR_VALUE))
        line[i] = k < n ? NAN : line[i];
      else
        {
          g_propagate_error (error, g_steal_pointer (&local));
          ok = FALSE;
        }
    }
  ipl_saddle_free (saddle);
  return ok;
}

/* From the higher of the two lowest minima within the line to the top between them; NaN where there
 * is one. */
static double
find_barrier (guint n, const double *line)
{
  guint first = n, second = n;
  double top = -INFINITY;

  for (guint i = 1; i + 1 < n; i++)
    if (line[i] < line[i - 1] && line[i] < line[i + 1])
      {
        if (first == n || line[i] < line[first])
          {
            second = first;
            first = i;
          }
        else if (second == n || line[i] < line[second])
          second = i;
      }
  if (second == n)
    return NAN;
  for (guint i = MIN (first, second); i <= MAX (first, second); i++)
    top = fmax (top, line[i]);
  return top - line[second];
}

gboolean
ipl_attention_scan_line (IplAttentionScan *self, guint index, GError **error)
{
  IplAttentionRow *row = &self->rows[index];
  guint n = self->plan->points;
  g_autoptr (IplAttentionModel) model = NULL;
  g_autofree double *w = NULL;
  IplSaddle *saddle = NULL;
  double zero;
  gboolean ok;

  if (n == 0)
    return TRUE;
  model = ipl_attention_scan_model (self, index, error);
  w = ipl_try_new0 (double, self->n, "The line through attention weights", error);
  row->line = ipl_try_new (double, n, "The line through attention weights", error);
  if (model == NULL || w == NULL || row->line == NULL)
    return FALSE;
  ok = ipl_attention_free_energy (model, w, &saddle, &zero, NULL, self->either, error);
  ipl_saddle_free (saddle);
  if (!ok || !walk (self, model, w, row->line, error))
    return FALSE;
  row->barrier = find_barrier (n, row->line);
  for (guint i = 0; i < n; i++)
    row->line[i] -= zero;
  return TRUE;
}
