/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"
#include "core/files/npz.h"

G_BEGIN_DECLS

/**
 * IplRecordedArray:
 * @name: of an array
 * @shape: a letter for each dimension of one moment; the same letter stands for the same length in
 *   all arrays
 * @is_constant: the same at all times
 * @is_optional: not there with all parameters
 *
 * An array that a trajectory must have, to which what is read from a file is held.
 */
typedef struct
{
  const char *name;
  const char *shape;
  gboolean is_constant;
  gboolean is_optional;
} IplRecordedArray;

void ipl_trajectory_add_npz (const IplTrajectory *self, const char *experiment, gboolean complete,
                             const char *settings_json, IplNpzWriter *npz);
gboolean ipl_trajectory_save_npz (const IplTrajectory *self, const char *experiment,
                                  gboolean complete, const char *settings_json, const char *path,
                                  GError **error);
char *ipl_trajectory_to_json (const IplTrajectory *self, const char *experiment, gboolean complete,
                              const char *settings_json);

gboolean ipl_trajectory_is_npz (IplNpz *npz);
IplTrajectory *ipl_trajectory_load_npz (IplNpz *npz, const IplRecordedArray *recorded, char **why);
gsize ipl_trajectory_get_length (const IplTrajectory *self, const IplRecordedArray *recorded,
                                 char letter);

G_END_DECLS
