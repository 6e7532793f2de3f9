/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/results/results-merge.h"
#include "sweeps/sweep-folder.h"

char *ipl_row_settings (const IplSweepFolder *folder, guint row);
IplNpz *ipl_row_read (const IplSweepFolder *folder, guint row, GCancellable *cancellable,
                      GError **error);
IplNpz *ipl_pack_read (const IplSweepFolder *folder, guint shard, GCancellable *cancellable,
                       GError **error);
IplNpz *ipl_row_find (const IplSweepFolder *folder, guint row, IplResultsPart *part, gsize *index,
                      GCancellable *cancellable, GError **error);
gboolean ipl_pack_shard (const IplSweepFolder *folder, guint shard, GCancellable *cancellable,
                         GError **error);

/* Reads the files of rows one at a time. */
typedef struct
{
  const IplSweepFolder *folder; /* a sweep */
  guint8 *states; /* [n_rows] an #IplRowState or %IPL_ROW_RUNNING each; rows that cannot be read
                     become missing */
  guint lost;     /* how many did */
  char *damage;   /* (nullable): the sentence about the first file that cannot be read */
  GCancellable *cancellable; /* (nullable) */
  /* TRUE if a row is to be read. */
  gboolean (*wants) (guint row, gpointer data);
  /* Called for each of them, in the order of the plan. */
  gboolean (*take) (guint row, const IplResultsPart *part, gsize index, gpointer data, /* theirs */
                    GError **error);
  gpointer data;
  /*< private >*/
  IplNpz *pack; /* the one read last, where rows are looked for once more */
  guint pack_shard;
} IplRowWalk;

gboolean ipl_row_walk_shard (IplRowWalk *self, guint shard, GError **error);
gboolean ipl_row_walk_all (IplRowWalk *self, GError **error);
void ipl_row_walk_clear (IplRowWalk *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplRowWalk, ipl_row_walk_clear)
