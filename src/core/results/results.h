/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of computations as .npz, CSV and JSON. */
#pragma once

#include "core/files/npz.h"
#include "core/heads/pruning.h"
#include "core/network/trainer.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/solution.h"
#include "core/theory/sweep.h"

gboolean ipl_results_save_csv (const IplSweep *sweep, const char *path, GError **error);

/* @posteriors: (nullable): of each row, NULL for rows without samples
 * @seeds: (nullable)
 * @settings_json: (nullable): inputs of the computation */
gboolean ipl_results_save_npz (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
                               const IplSeedMean *seeds, const char *settings_json,
                               const char *path, GError **error);
gboolean ipl_results_add_npz (IplNpzWriter *npz, const IplSweep *sweep,
                              const IplPosteriorSummary *const *posteriors,
                              const IplSeedMean *seeds, const char *settings_json);
char *ipl_results_to_json (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
                           const IplSeedMean *seeds, const char *settings_json);

char *ipl_head_mask_prune_heads (const IplCase *the_case, const gboolean *removed,
                                 gboolean *as_in_model);
char *ipl_head_mask_to_json (const IplHeadReport *report, const IplPruning *pruning,
                             IplRemovalOrder order, guint n, const char *settings_json);

void ipl_head_results_add_npz (const IplHeadReport *report, const IplPruning *pruning,
                               IplRemovalOrder order, const IplSolution *solution,
                               const char *settings_json, IplNpzWriter *npz);
gboolean ipl_head_results_save_npz (const IplHeadReport *report, const IplPruning *pruning,
                                    IplRemovalOrder order, const IplSolution *solution,
                                    const char *settings_json, const char *path, GError **error);
char *ipl_head_results_to_json (const IplHeadReport *report, const IplPruning *pruning,
                                IplRemovalOrder order, const char *settings_json);

gboolean ipl_kernel_results_save (const IplSolution *solution, const IplSolution *gp,
                                  const char *path, GCancellable *cancellable, GError **error);
double ipl_kernel_results_size (const IplCase *the_case);

gboolean ipl_training_results_save (const IplLearningCurve *curve, const char *settings_json,
                                    const char *path, GError **error);
