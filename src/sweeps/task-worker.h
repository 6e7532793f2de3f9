/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/row-work.h"

/* The end of a task. */
typedef struct
{
  guint n;          /* rows of the task */
  guint found;      /* those that were there already */
  guint computed;   /* those that are there now */
  guint failed;     /* those that could not be computed or written */
  gboolean stopped; /* whether it was asked to stop before its end */
} IplTaskResult;

gboolean ipl_task_run (const IplSweepFolder *folder, guint task, guint n_tasks,
                       const IplRowTools *tools, IplTaskResult *result, GError **error);
