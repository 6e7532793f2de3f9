/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The theory of one attention layer on the hidden states that enter it, layer by layer (THEORY.md
 * section 20). */
#pragma once

#include "core/probe/probe-asked.h"
#include "core/probe/probe-file.h"

/* Ways of ranking heads that are held to the drop: the score, and the model's own measures. */
#define IPL_PROBE_N_RANKS 4
extern const char *const ipl_probe_rank_words[IPL_PROBE_N_RANKS];

extern const IplRecordedArray ipl_probe_recorded[];
IplTrajectory *ipl_probe_run (const IplProbe *self, IplProbeFile *file, const IplProbeWork *work,
                              gboolean *complete, GError **error);
