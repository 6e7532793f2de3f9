/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map-plan.h"

/* Version of the folder's layout and of the numbers in it: a folder of another one is refused. */
#define IPL_SWEEP_FORMAT 1
/* The version of plans with several sets of variances. */
#define IPL_SWEEP_FORMAT_VARIANCES 2
/* The version of plans of maps. */
#define IPL_SWEEP_FORMAT_MAP 3
/* The version of plans of the parts of an experiment in time. */
#define IPL_SWEEP_FORMAT_PARTS 4

/* Rows of one plan. */
#define IPL_SWEEP_MAX_ROWS 10000000

/* A file that the case is made from. */
typedef struct
{
  char *from;   /* where it was when the sweep was planned */
  char *name;   /* its copy, relative to the folder */
  char *sha256; /* of its bytes */
} IplSweepFile;

/* A sweep, or a map: then a seed is a case of it, row r is that of the cell
 * ipl_map_plan_row_cell() of it, and nothing continues from another row; or the parts of an
 * experiment in time: then row r is part r + 1. Of a sweep, row ((s * sets
 * + v) * temperatures + t) * widths + w is that of the s-th seed, the v-th set of variances, the
 * t-th temperature and the w-th width, from 0: the order of ipl_run_settings_list(), seed after
 * seed. Immutable when it has been made. */
typedef struct
{
  IplRunSettings run; /* what every row is computed from: the axes of widths and temperatures, the
                         parameters, the sampler; @run.command says what a row is */
  guint n_seeds;      /* number of @seeds; 1 for a case that has none */
  guint64 *seeds; /* [@n_seeds] seeds of the case: its own first, then those of the mean that are
                     not its own */
  guint layers;   /* layers of the case */
  guint continuation; /* rows that continue from each other, from the widest down */
  guint n_rows;       /* @n_seeds x sets of variances x @run.temperatures.n x @run.widths.n */
  guint n_tasks;      /* tasks it is planned for */
  guint shard;        /* rows that are packed into one file */
  /* [ipl_sweep_plan_n_kinds()] how long a row of each width is expected to take on @cores; of a
   * map, of each value of the axis that matters most; of parts, of each */
  double *seconds;
  double
      seed_seconds; /* how long a task is expected to take for the case and the kernels of a seed */
  double bytes;     /* memory that the largest is expected to take, everything included */
  guint cores;      /* that a task has */
  guint n_files;    /* number of @files */
  IplSweepFile *files; /* [@n_files] what the case is made from */
  char *hash;          /* of all that the numbers depend on */
  /*< private >*/
  guint *order; /* [n_widths] in which those of one seed and temperature are computed */
  guint n_finite;
} IplSweepPlan;

/* A row in the order of work. */
typedef struct
{
  guint row;          /* which row */
  guint seed;         /* index of its seed */
  guint prior;        /* index of its temperature and set of variances, temperatures fastest */
  guint width;        /* index of its width */
  gboolean continues; /* whether it continues from the place before */
} IplSweepPlace;

IplSweepPlan *ipl_sweep_plan_new (const IplRunSettings *run, const IplCase *the_case,
                                  GError **error);
void ipl_sweep_plan_free (IplSweepPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSweepPlan, ipl_sweep_plan_free)

gboolean ipl_sweep_plan_computes (const IplSweepPlan *self, const char *command);
gboolean ipl_sweep_plan_is_map (const IplSweepPlan *self);
gboolean ipl_sweep_plan_has_parts (const IplSweepPlan *self);
guint ipl_sweep_plan_n_kinds (const IplSweepPlan *self);
void ipl_sweep_plan_kind_cells (const IplSweepPlan *self, guint kind, guint *first, guint *last);
double ipl_sweep_plan_row_seconds (const IplSweepPlan *self, guint row);
guint ipl_sweep_plan_group_rows (const IplSweepPlan *self);
double ipl_sweep_plan_axes_rows (const IplSweepPlan *self);
IplParameters ipl_sweep_plan_parameters (const IplSweepPlan *self, guint seed);
gboolean ipl_sweep_plan_stacks (const IplSweepPlan *self);
guint ipl_sweep_plan_seed_rows (const IplSweepPlan *self);
guint ipl_sweep_plan_find_seed (const IplSweepPlan *self, guint64 seed);
gboolean ipl_sweep_plan_has_one_prior (const IplSweepPlan *self);
guint ipl_sweep_plan_row_seed (const IplSweepPlan *self, guint row);
gboolean ipl_sweep_plan_list_seeds (IplSweepPlan *self);
void ipl_sweep_plan_seal (IplSweepPlan *self);
IplSweepPlace ipl_sweep_plan_place (const IplSweepPlan *self, guint position);
void ipl_sweep_plan_task (const IplSweepPlan *self, guint task, guint n_tasks, guint *first,
                          guint *end);
IplSetting ipl_sweep_plan_setting (const IplSweepPlan *self, guint row);
char *ipl_sweep_plan_row_name (const IplSweepPlan *self, guint row);
char *ipl_sweep_plan_row_hash (const IplSweepPlan *self, guint row);
double ipl_sweep_plan_task_seconds (const IplSweepPlan *self, guint n_tasks);
double ipl_sweep_plan_seconds (const IplSweepPlan *self);

char *ipl_sweep_plan_to_json (const IplSweepPlan *self);
IplSweepPlan *ipl_sweep_plan_from_json (const char *json, gsize length, const char *shown,
                                        GError **error);
