/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"

G_BEGIN_DECLS

gboolean ipl_results_save_npz (const IplSweep *sweep, const char *settings_json, const char *path,
                               GError **error);
gboolean ipl_results_save_npz_sampled (const IplSweep *sweep,
                                       const IplPosteriorSummary *const *posteriors,
                                       const char *settings_json, const char *path, GError **error);
gboolean ipl_results_save_npz_with_seeds (const IplSweep *sweep,
                                          const IplPosteriorSummary *const *posteriors,
                                          const IplSeedMean *seeds, const char *settings_json,
                                          const char *path, GError **error);
gboolean ipl_results_add_npz (IplNpzWriter *npz, const IplSweep *sweep,
                              const IplPosteriorSummary *const *posteriors,
                              const IplSeedMean *seeds, const char *settings_json);

G_END_DECLS
