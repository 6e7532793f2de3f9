/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/estimate.h"

/* A run begins with other work than its steps: the rate is measured after the first of these times,
 * for as long as the second. */
#define SKIPPED_USEC (G_USEC_PER_SEC / 2)
#define MEASURED_USEC (2 * G_USEC_PER_SEC)

/* @fraction: share of the run that is done, negative where it is not known
 * Returns: TRUE when @seconds is known, and the run need not go on */
gboolean
ipl_estimate_add (IplEstimate *self, double fraction, gint64 now_usec)
{
  if (fraction < 0)
    return FALSE;
  if (self->first_usec == 0)
    self->first_usec = now_usec;
  if (self->from_usec == 0 && now_usec - self->first_usec >= SKIPPED_USEC)
    {
      self->from_usec = now_usec;
      self->from = fraction;
    }
  if (self->from_usec == 0 || now_usec - self->from_usec < MEASURED_USEC || fraction <= self->from)
    return FALSE;
  self->seconds = (double)(now_usec - self->first_usec) / G_USEC_PER_SEC
                  + (1 - fraction) / (fraction - self->from) * (double)(now_usec - self->from_usec)
                        / G_USEC_PER_SEC;
  return TRUE;
}

/* Returns: the work of a row of the theory up to a factor: factorizations and curvatures of the
 *   training examples in use */
double
ipl_estimate_work (const IplKernel *kernel)
{
  double P = (double)kernel->P;

  return P * P * P;
}

static int
compare_work (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *work = data;
  guint i = *(const guint *)a, k = *(const guint *)b;

  return work[i] != work[k] ? (work[i] > work[k] ? 1 : -1) : (int)i - (int)k;
}

/* Times the cheapest rows, until IPL_ESTIMATE_SECONDS are spent. The others take longer as they
 * have more work than the last of these.
 * @work: [@n] of each row, as ipl_estimate_work()
 * Returns: the mean seconds of a row; negative where one fails */
double
ipl_estimate_rows (guint n, const double *work, IplEstimateRow time_row, gpointer data)
{
  g_autofree guint *order = g_new (guint, n);
  double spent = 0, sum = 0, last = 0, last_work = 1;

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int)n, sizeof *order, compare_work, (gpointer)work);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0 && spent >= IPL_ESTIMATE_SECONDS)
        {
          sum += last * work[order[i]] / last_work;
          continue;
        }
      last = time_row (order[i], data);
      if (last < 0)
        return -1;
      last_work = work[order[i]];
      spent += last;
      sum += last;
    }
  return sum / MAX (n, 1);
}
