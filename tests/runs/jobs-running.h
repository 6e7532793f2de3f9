/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/job-private.h"

/* TRUE if a job is waiting or running. */
static inline gboolean
jobs_running (IplJobs *jobs)
{
  gboolean running;

  g_mutex_lock (&jobs->mutex);
  running = jobs->running != NULL || jobs->waiting != NULL;
  g_mutex_unlock (&jobs->mutex);
  return running;
}
