/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far the scores of a probed file can be trusted, held to what the model loses. */
#pragma once

#include "core/base/trajectory.h"

typedef enum
{
  IPL_PROBE_NO_TRUTH, /* the file has no drops, or not all layers are there yet */
  IPL_PROBE_SAYS_LITTLE,
  IPL_PROBE_HINTS,
  IPL_PROBE_TRUSTED,
} IplProbeTrust;

/* The lower end of the interval of the score's rank correlation from which scores are trusted. */
#define IPL_PROBE_TRUST_FROM 0.5

IplProbeTrust ipl_probe_get_trust (const IplTrajectory *trajectory);
const char *ipl_probe_trust_words (IplProbeTrust trust);
char *ipl_probe_say_trust (const IplTrajectory *trajectory);
