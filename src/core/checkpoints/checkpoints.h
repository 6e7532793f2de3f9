/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"
#include "core/files/safetensors-index.h"
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * IplCheckpointFiles:
 * @step: steps of training after which it was kept
 * @name: what it is called
 * @files: (element-type utf8): its files, several where it is in shards
 *
 * A network's weights at one time.
 */
typedef struct
{
  double step;
  char *name;
  GPtrArray *files;
} IplCheckpointFiles;

gboolean ipl_checkpoints_are_at (const char *path);
GPtrArray *ipl_checkpoints_find (const char *const *paths, GError **error);
int ipl_checkpoints_match (const char *pattern, const char *name);

/**
 * IplCheckpointsWork:
 * @checkpoints: (element-type IplCheckpointFiles): from ipl_checkpoints_find()
 * @pattern: names of lower MLP matrices, with “#” for the layer; empty for those that are known
 * @threads: how many
 * @cancellable: (nullable): gives up
 * @stop: (nullable): stops with what there is
 * @before: (nullable): the first checkpoints of the same list, which are not read again
 * @progress: (nullable): told after every matrix how much is done
 * @show: (nullable): told after every checkpoint
 * @data: given to both
 *
 * What is to be read, and who is told meanwhile.
 */
typedef struct
{
  GPtrArray *checkpoints;
  const char *pattern;
  guint threads;
  GCancellable *cancellable;
  GCancellable *stop;
  const IplTrajectory *before;
  void (*progress) (double fraction, const char *sentence, gpointer data);
  void (*show) (const IplTrajectory *so_far, gpointer data);
  gpointer data;
} IplCheckpointsWork;

IplTrajectory *ipl_checkpoints_rank (const IplCheckpointsWork *work, GError **error);

G_END_DECLS
