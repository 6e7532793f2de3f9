/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"
#include "core/files/npz.h"

void ipl_trajectory_add_npz (const IplTrajectory *self, const char *experiment, gboolean complete,
                             const char *settings_json, IplNpzWriter *npz);
char *ipl_trajectory_to_json (const IplTrajectory *self, const char *experiment, gboolean complete,
                              const char *settings_json);

gboolean ipl_trajectory_is_npz (IplNpz *npz);
IplTrajectory *ipl_trajectory_load_npz (IplNpz *npz, const IplRecordedArray *recorded, char **why);
gsize ipl_trajectory_get_length (const IplTrajectory *self, const IplRecordedArray *recorded,
                                 char letter);
