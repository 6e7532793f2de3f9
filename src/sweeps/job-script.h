/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/sweep-folder.h"

/* How often a task goes back into the queue by itself: where its time is too short for a row, it
 * would never end. */
#define IPL_JOB_MOST_RESTARTS 10

/* SLURM's default MaxArraySize: the largest number of a task is one less. */
#define IPL_JOB_MAX_ARRAY 1001

/* The scheduler's request. */
typedef struct
{
  guint tasks;           /* how many tasks; 0: what @rows_per_task says */
  guint rows_per_task;   /* rows of a task; 0: as many as take some minutes */
  guint max_array;       /* the site's MaxArraySize */
  double seconds;        /* time limit of a task; 0: from the prediction */
  double megabytes;      /* memory of a task; 0: from the prediction */
  guint cores;           /* of a task */
  const char *partition; /* (nullable) */
  const char *account;   /* (nullable) */
  char **extra;          /* (nullable): further options of sbatch, %NULL-terminated */
  const char *program;   /* the program that runs a task */
} IplJobOptions;

guint ipl_job_tasks (const IplSweepPlan *plan, const IplJobOptions *options);
gboolean ipl_job_script_write (const IplSweepFolder *folder, const IplJobOptions *options,
                               GError **error);

gboolean ipl_job_parse_time (const char *text, double *seconds);
gboolean ipl_job_parse_memory (const char *text, double *megabytes);
gboolean ipl_job_is_line (const char *text);
char *ipl_job_describe (const IplSweepPlan *plan, const IplJobOptions *options);

gboolean ipl_task_find (const IplSweepPlan *plan, const char *given, guint *task, guint *n_tasks,
                        GError **error);
