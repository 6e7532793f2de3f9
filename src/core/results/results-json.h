/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"

G_BEGIN_DECLS

char *ipl_results_to_json (const IplSweep *sweep);
char *ipl_results_to_json_with_seeds (const IplSweep *sweep, const IplSeedMean *seeds,
                                      const char *settings_json);
char *ipl_results_to_json_sampled (const IplSweep *sweep,
                                   const IplPosteriorSummary *const *posteriors,
                                   const char *settings_json);

G_END_DECLS
