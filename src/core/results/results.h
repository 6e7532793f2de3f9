/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that writes results of the theory and of samples. */
#pragma once

#include "core/files/npz.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"

gboolean ipl_results_save_csv (const IplSweep *sweep, const char *path, GError **error);

/* @posteriors: (nullable): of each row, NULL of those that were not sampled
 * @seeds: (nullable)
 * @settings_json: (nullable): what they were computed from */
gboolean ipl_results_save_npz (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
                               const IplSeedMean *seeds, const char *settings_json,
                               const char *path, GError **error);
gboolean ipl_results_add_npz (IplNpzWriter *npz, const IplSweep *sweep,
                              const IplPosteriorSummary *const *posteriors,
                              const IplSeedMean *seeds, const char *settings_json);
char *ipl_results_to_json (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
                           const IplSeedMean *seeds, const char *settings_json);
