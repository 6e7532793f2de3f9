/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"

char *ipl_head_mask_prune_heads (const IplCase *the_case, const gboolean *removed,
                                 gboolean *as_in_model);
char *ipl_head_mask_to_json (const IplHeadReport *report, const IplPruning *pruning,
                             IplRemovalOrder order, guint n, const char *settings_json);
