/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"
#include "core/files/safetensors.h"
#include "core/network/trained-network.h"

/* Sequences that entropies are the mean over: as many queries times the tokens of each. */
#define IPL_HEAD_HISTORY_SEQUENCES 8

extern const IplRecordedArray ipl_head_history_recorded[];
IplTrajectory *ipl_head_history_new (const IplTrainedShape *shape, GError **error);
guint ipl_head_history_count_moments (const IplTrajectory *self);
gboolean ipl_head_history_make_room (IplTrajectory *self, guint64 step, guint64 every);
gboolean ipl_head_history_record (IplTrajectory *self, const IplTrainedNetwork *network, guint n,
                                  const double *tokens, double step, double loss, double accuracy,
                                  guint threads, GError **error);
void ipl_head_history_write (const IplTrajectory *self, IplSafetensorsWriter *writer);
gboolean ipl_head_history_read (IplTrajectory *self, const IplSafetensors *file, const char *shown,
                                guint64 last_step, GError **error);
