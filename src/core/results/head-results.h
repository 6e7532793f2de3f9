/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/heads/pruning.h"
#include "core/theory/solution.h"

void ipl_head_results_add_npz (const IplHeadReport *report, const IplPruning *pruning,
                               IplRemovalOrder order, const IplSolution *solution,
                               const char *settings_json, IplNpzWriter *npz);
gboolean ipl_head_results_save_npz (const IplHeadReport *report, const IplPruning *pruning,
                                    IplRemovalOrder order, const IplSolution *solution,
                                    const char *settings_json, const char *path, GError **error);
char *ipl_head_results_to_json (const IplHeadReport *report, const IplPruning *pruning,
                                IplRemovalOrder order, const char *settings_json);
