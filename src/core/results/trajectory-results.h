/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"

G_BEGIN_DECLS

gboolean ipl_trajectory_save_npz (const IplTrajectory *self, const char *experiment,
                                  gboolean complete, const char *settings_json, const char *path,
                                  GError **error);
char *ipl_trajectory_to_json (const IplTrajectory *self, const char *experiment, gboolean complete,
                              const char *settings_json);

G_END_DECLS
