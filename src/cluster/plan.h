/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/run-settings.h"

/* Slices of one plan. */
#define IPL_PLAN_MOST_SLICES 10000

/* What a row of a plan is. */
typedef enum
{
  IPL_PLAN_SETTINGS, /* a setting; of a plan with @best, a width with all its temperatures */
  IPL_PLAN_SEEDS,    /* a seed with all settings: the case's own first, then those of the mean */
  IPL_PLAN_CELLS,    /* a cell of a map */
  IPL_PLAN_PARTS,    /* a part of an experiment in time */
} IplPlanKind;

/* A list of rows that the tasks of a SLURM array share: slice i of n, from 1, has the rows i, i +
 * n, i + 2 n, ... of the list. */
typedef struct
{
  char *path;         /* absolute, of the folder */
  IplRunSettings run; /* what the rows are computed from */
  guint n_rows;
  guint n_slices;
  char *hash; /* SHA-256 of the settings, the contents of input files, and @n_slices */
} IplPlan;

/* What job.sh asks of SLURM. */
typedef struct
{
  guint cores;        /* of a task */
  const char *time;   /* limit of a task, as sbatch takes it */
  const char *memory; /* (nullable): of a task, as sbatch takes it */
  char **extra;       /* (nullable): further options of sbatch, %NULL-terminated */
} IplJobOptions;

IplPlan *ipl_plan_new (const char *path, IplRunSettings *run, guint n_slices, GError **error);
gboolean ipl_plan_save (const IplPlan *self, const IplJobOptions *job, GError **error);
IplPlan *ipl_plan_open (const char *path, GError **error);
IplPlan *ipl_plan_from_json (const char *path, const char *json, gsize length, GError **error);
char *ipl_plan_to_json (const IplPlan *self);
void ipl_plan_free (IplPlan *self);
IplPlanKind ipl_plan_get_kind (const IplPlan *self);
gboolean ipl_plan_check_inputs (const IplPlan *self, GError **error);
char *ipl_plan_slice_path (const IplPlan *self, guint slice);
char *ipl_plan_slice_mark (const IplPlan *self, guint slice);
char *ipl_plan_slice_settings (const IplPlan *self, guint slice);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPlan, ipl_plan_free)

/* job-script.c */
char *ipl_job_script_make (const IplPlan *plan, const IplJobOptions *job);
gboolean ipl_job_script_save (const IplPlan *plan, const char *text, GError **error);
