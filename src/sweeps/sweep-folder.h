/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sweeps/sweep-plan.h"

typedef enum
{
  IPL_ROW_MISSING, /* there is nothing of it */
  IPL_ROW_FAILED,  /* there is the sentence why it failed; the next run tries again */
  IPL_ROW_DONE,    /* its file is there */
} IplRowState;

/* Ends the sentence of a row that failed for the machine's sake, not for its setting. */
#define IPL_ROW_OF_MACHINE "Another try may succeed.\n"

/* A folder that a sweep is computed in, by any number of programs on any number of machines at
 * once. No lock is ever held in it: every file takes its place whole, by renaming, and whoever
 * computes a row that is there already has only lost time.
 *
 * plan.json, job.sh, case/ (what the case is made from), rows/, running/ (who is at work),
 * checkpoints/, logs/. A row is first rows/GGG/SSSSS/IIII.npz, results of one row as every results
 * file; when all rows of a shard are there they are packed into rows/GGG/SSSSS.npz. No folder has
 * more than some thousand entries. */
typedef struct
{
  char *path;         /* the folder */
  IplSweepPlan *plan; /* what it is to hold */
} IplSweepFolder;

IplSweepFolder *ipl_sweep_folder_create (const char *path, IplSweepPlan *plan,
                                         GCancellable *cancellable, GError **error);
void ipl_sweep_folder_undo (const IplSweepFolder *self);
IplSweepFolder *ipl_sweep_folder_open (const char *path, GError **error);
void ipl_sweep_folder_free (IplSweepFolder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSweepFolder, ipl_sweep_folder_free)

gboolean ipl_sweep_folder_check_files (const IplSweepFolder *self, GCancellable *cancellable,
                                       GError **error);
gboolean ipl_sweep_folder_get_parameters (const IplSweepFolder *self, guint seed,
                                          IplParameters *parameters, GError **error);
char *ipl_sweep_folder_settings (const IplSweepFolder *self, const IplRunSettings *run);

guint ipl_sweep_folder_n_shards (const IplSweepFolder *self);
void ipl_sweep_folder_shard (const IplSweepFolder *self, guint shard, guint *first, guint *end);
char *ipl_sweep_folder_pack_path (const IplSweepFolder *self, guint shard);
char *ipl_sweep_folder_shard_path (const IplSweepFolder *self, guint shard);
char *ipl_sweep_folder_row_path (const IplSweepFolder *self, guint row);
char *ipl_sweep_folder_failed_path (const IplSweepFolder *self, guint row);
gboolean ipl_sweep_folder_clear_place (const char *path);
gboolean ipl_sweep_folder_make_parent (const char *path, GError **error);

guint8 *ipl_sweep_folder_scan (const IplSweepFolder *self, guint first, guint end,
                               GCancellable *cancellable, GError **error);
char *ipl_sweep_folder_read_failure (const IplSweepFolder *self, guint row, gboolean *of_machine);
