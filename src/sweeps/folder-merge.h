/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/merge-report.h"
#include "sweeps/sweep-folder.h"

gboolean ipl_sweep_folder_merge (const IplSweepFolder *folder, const char *path,
                                 GCancellable *cancellable, IplMergeReport *report, GError **error);
