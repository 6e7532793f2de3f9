/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/base/trajectory.h"
#include "core/files/safetensors.h"
#include <gio/gio.h>

/* A network's weights at one time. */
typedef struct
{
  double step;      /* training steps up to the checkpoint */
  char *name;       /* its name */
  GPtrArray *files; /* (element-type utf8): its files, several if it is sharded */
} IplCheckpointFiles;

gboolean ipl_checkpoints_are_at (const char *path);
GPtrArray *ipl_checkpoints_find (const char *const *paths, GError **error);
int ipl_checkpoints_match (const char *pattern, const char *name);

/* The request to read, and its progress function. */
typedef struct
{
  GPtrArray *checkpoints; /* (element-type IplCheckpointFiles): from ipl_checkpoints_find() */
  /* names of lower MLP matrices, with “#” for the layer; empty for the built-in patterns */
  const char *pattern;
  guint threads;             /* number of threads */
  GCancellable *cancellable; /* (nullable): cancels, with an error */
  GCancellable *stop;        /* (nullable): stops, with a partial result */
  /* (nullable): results of the first checkpoints of the same list, which are reused */
  const IplTrajectory *before;
  /* (nullable): called after every matrix */
  void (*progress) (double fraction, const char *sentence, gpointer data);
  /* (nullable): called after every checkpoint */
  void (*show) (const IplTrajectory *so_far, gpointer data);
  gpointer data; /* given to both */
} IplCheckpointsWork;

extern const IplRecordedArray ipl_checkpoints_recorded[];
IplTrajectory *ipl_checkpoints_rank (const IplCheckpointsWork *work, GError **error);

gboolean ipl_stable_rank (float *W, gsize rows, gsize columns, guint threads,
                          GCancellable *cancellable, double *frobenius, double *spectral,
                          GError **error);
