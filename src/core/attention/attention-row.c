/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the parts of a scan. */
#include "core/attention/attention-scan-private.h"

#include <math.h>

/* The ends of a line, in units of its direction. */
#define LOW -0.25
#define HIGH 1.5

double
ipl_attention_scan_position (guint points, guint point)
{
  return LOW + (HIGH - LOW) * point / MAX (points - 1, 1);
}

const IplAttentionMinimum *
ipl_attention_row_lowest (const IplAttentionRow *row)
{
  const IplAttentionMinimum *up = row->minima[0], *down = row->minima[1];

  return down->free_energy < up->free_energy - IPL_ATTENTION_SAME ? down : up;
}

IplAttentionModel *
ipl_attention_scan_model (const IplAttentionScan *self, guint row, GError **error)
{
  const IplAttentionPlan *plan = self->plan;

  return ipl_attention_model_new (self->the_case, plan->P[row], &plan->setting, &plan->prior,
                                  error);
}

void
ipl_attention_scan_advance (IplAttentionScan *self, double work, const char *sentence)
{
  pthread_mutex_lock (&self->lock);
  self->work_done += work;
  self->watch->progress (MIN (self->work_done / self->work, 1), sentence, self->watch->data);
  pthread_mutex_unlock (&self->lock);
}

gboolean
ipl_attention_scan_is_stopped (const IplAttentionScan *self)
{
  return self->watch->stop != NULL && g_cancellable_is_cancelled (self->watch->stop);
}
