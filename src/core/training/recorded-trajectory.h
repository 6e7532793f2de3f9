/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trajectory of a training run, in the file of its trainer. */
#pragma once

#include "core/base/trajectory.h"
#include "core/files/safetensors.h"

/* The state of a run in addition to its trainer's. */
typedef struct
{
  IplTrajectory *trajectory; /* recorded so far; without moments before reading */
  double *since;             /* (nullable): [n_since] sums since the last moment */
  gsize n_since;
} IplRecorded;

void ipl_recorded_write (const IplTrajectory *self, const char *prefix, GString *names,
                         IplSafetensorsWriter *writer);
gboolean ipl_recorded_read (IplTrajectory *self, const char *prefix, gboolean flat,
                            const IplSafetensors *file, double last, GError **error);

void ipl_recorded_save (const IplRecorded *self, IplSafetensorsWriter *writer);
gboolean ipl_recorded_load (const IplRecorded *self, const IplSafetensors *file, const char *shown,
                            double last, GError **error);
gboolean ipl_recorded_is_missing (const char *shown, GError **error);
gboolean ipl_recorded_is_another (const char *path, GError **error);
