/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/row-work.h"

G_BEGIN_DECLS

/**
 * IplTaskResult:
 * @n: rows of the task
 * @found: those that were there already
 * @computed: those that are there now
 * @failed: those that could not be computed or written
 * @stopped: whether it was told to stop before its end
 *
 * What became of a task.
 */
typedef struct
{
  guint n;
  guint found;
  guint computed;
  guint failed;
  gboolean stopped;
} IplTaskResult;

gboolean ipl_task_run (const IplSweepFolder *folder, guint task, guint n_tasks,
                       const IplRowTools *tools, IplTaskResult *result, GError **error);

G_END_DECLS
