/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-summary.h"

/* Fills worst_rhat, the least ESS, modes_doubtful, fine and message of a summary that has all else
 * (THEORY.md section 6.5). FALSE: IPL_ERROR_MEMORY */
gboolean ipl_posterior_judge (const IplPosterior *posterior, IplPosteriorSummary *summary,
                              GError **error);
