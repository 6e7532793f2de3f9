/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/one-shot-task.h"
#include "figures/panels/sequence/sequence.h"

/* A one-shot sequence: two shots and the query. */
#define IPL_IMAGES 3
#define IPL_PATCH_ROWS (IPL_ONE_SHOT_SIZE / IPL_ONE_SHOT_PATCH)

IplPiece *ipl_sequence_add_image (IplSequence *self, const IplStyle *style,
                                  const IplTaskExample *example, guint i, IplRect area,
                                  IplTarget target, const char *const labels[3]);
