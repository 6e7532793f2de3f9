/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"
#include "core/files/npz.h"

G_BEGIN_DECLS

void ipl_trajectory_add_npz (const IplTrajectory *self, const char *experiment, gboolean complete,
                             const char *settings_json, IplNpzWriter *npz);
gboolean ipl_trajectory_save_npz (const IplTrajectory *self, const char *experiment,
                                  gboolean complete, const char *settings_json, const char *path,
                                  GError **error);
char *ipl_trajectory_to_json (const IplTrajectory *self, const char *experiment, gboolean complete,
                              const char *settings_json);

G_END_DECLS
