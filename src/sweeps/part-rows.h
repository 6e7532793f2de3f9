/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/job-script.h"
#include "sweeps/merge-report.h"
#include "sweeps/row-work.h"

IplSweepPlan *ipl_part_rows_plan (const IplParameters *parameters, const IplJobOptions *job,
                                  GError **error);
gboolean ipl_part_row_compute (const IplSweepFolder *folder, guint row, const IplRowTools *tools,
                               GError **error);
gboolean ipl_part_rows_merge (const IplSweepFolder *folder, const char *path,
                              GCancellable *cancellable, IplMergeReport *report, GError **error);
