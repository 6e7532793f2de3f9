/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trajectory of a training run, in the file of its trainer. */
#pragma once

#include "core/base/trajectory.h"

/* The numbers of an array for all @S moments; NULL where there are not so many. */
typedef const double *(*IplFindRecorded) (const IplTrajectoryArray *array, gsize S,
                                          gconstpointer data);

gboolean ipl_recorded_read (IplTrajectory *self, gsize S, const double *time, double last,
                            IplFindRecorded find, gconstpointer data, GError **error);
gboolean ipl_recorded_is_another (const char *path, GError **error);
