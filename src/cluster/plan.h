/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/work.h"
#include "core/experiments/experiment.h"
#include "core/maps/map.h"
#include "core/parameters/run-settings.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"
#include "runs/job.h"

/* Largest number of slices of a plan. */
#define IPL_PLAN_MOST_SLICES 10000

/* Kind of the rows of a plan. */
typedef enum
{
  IPL_PLAN_SETTINGS, /* a setting; with @best, a width with all its temperatures */
  IPL_PLAN_SEEDS,    /* a seed with all settings: the case's own first, then those of the mean */
  IPL_PLAN_CELLS,    /* a cell of a map */
  IPL_PLAN_PARTS,    /* a part of an experiment in time */
} IplPlanKind;

/* A list of rows, divided among the tasks of a SLURM array: slice i of n, from 1, has the rows
 * i, i + n, i + 2 n, ... of the list. */
typedef struct
{
  char *path;         /* absolute, of the folder */
  IplRunSettings run; /* the inputs of all rows */
  guint n_rows;
  guint n_slices;
  char *hash; /* SHA-256 of the settings, the contents of input files, and @n_slices */
} IplPlan;

/* Resources requested by job.sh. */
typedef struct
{
  guint cores;        /* of a task */
  const char *time;   /* limit of a task, in the syntax of sbatch */
  const char *memory; /* (nullable): of a task, in the syntax of sbatch */
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

/* The slices of a plan by their state. */
typedef struct
{
  guint n_complete;
  GArray *missing; /* of guint */
  GArray *foreign; /* of guint: slices whose paths have a file of another plan */
} IplPlanStatus;

void ipl_plan_get_status (const IplPlan *plan, IplPlanStatus *status);
void ipl_plan_status_clear (IplPlanStatus *self);
char *ipl_plan_status_describe (const IplPlanStatus *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplPlanStatus, ipl_plan_status_clear)

gboolean ipl_plan_merge (const IplPlan *plan, const char *path, guint *doubtful,
                         GCancellable *cancellable, GError **error);

typedef enum
{
  IPL_SLICE_MISSING,  /* no file, or one that cannot be read */
  IPL_SLICE_COMPLETE, /* its file exists */
  IPL_SLICE_FOREIGN,  /* a file of another plan or slice has its path */
} IplSliceState;

/* The results of a slice; a plan has a single kind of them. */
typedef struct
{
  IplSweep *sweep;       /* of settings; for seeds, the sweep of the first */
  GPtrArray *posteriors; /* (nullable): IplPosteriorSummary of each row of @sweep */
  IplSeedMean *seeds;    /* (nullable): seeds of the mean */
  IplMap *map;
  IplExperimentResult *dynamics; /* of an experiment in time */
} IplSliceResult;

void ipl_slice_result_clear (IplSliceResult *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSliceResult, ipl_slice_result_clear)
gboolean ipl_slice_result_save (const IplSliceResult *self, const char *settings, const char *path,
                                GError **error);

IplSliceState ipl_slice_get_state (const IplPlan *plan, guint slice);
char *ipl_slice_get_settings (const IplPlan *plan, guint slice);
gboolean ipl_slice_solve (const IplPlan *plan, guint slice, const IplWork *work, GError **error);
