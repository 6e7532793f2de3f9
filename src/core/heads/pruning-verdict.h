/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"

/* Verdict of a pruning curve on the claim that heads of low score can go first. */
typedef enum
{
  IPL_VERDICT_NONE, /* not known yet, or neither way */
  IPL_VERDICT_HOLDS,
  IPL_VERDICT_AGAINST,
  IPL_VERDICT_TOO_SHORT, /* it does not hold, of a network that is nearer to guessing than to all
                            right: no verdict */
} IplPruningVerdict;

IplPruningVerdict ipl_pruning_verdict (const IplPruning *self);
/* (transfer full) (nullable): a sentence where it does not hold. */
char *ipl_pruning_verdict_text (const IplPruning *self);
