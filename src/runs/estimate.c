/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/estimate.h"

/* The first steps of a run include its preparation: the rate is measured after the first of these
 * times, over the second. */
#define SKIPPED_USEC (G_USEC_PER_SEC / 2)
#define MEASURED_USEC (2 * G_USEC_PER_SEC)

/* @fraction: share of the run that is done; negative if unknown
 * Returns: TRUE if @seconds is known and the run can be stopped */
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

/* Returns: relative work of a row of the theory: P³, the cost of a factorization for P training
 *   examples */
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

/* Times rows in order of increasing work until IPL_ESTIMATE_SECONDS are spent. Scales the time of
 * the last one to the other rows by their work.
 * @work: [@n] work of each row, from ipl_estimate_work()
 * Returns: mean seconds of a row; negative if a row fails */
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
