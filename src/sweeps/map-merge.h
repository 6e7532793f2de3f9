/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map.h"
#include "sweeps/merge-report.h"
#include "sweeps/sweep-folder.h"

IplMap *ipl_map_merge (const IplSweepFolder *folder, GCancellable *cancellable,
                       IplMergeReport *report, GError **error);
gboolean ipl_map_merge_write (const IplSweepFolder *folder, const char *path,
                              GCancellable *cancellable, IplMergeReport *report, GError **error);
