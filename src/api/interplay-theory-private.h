/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/theory.h>

#include "core/theory/solution.h"
#include "core/posterior/posterior-summary.h"
#include <interplay/posterior.h>

/* A solution by another name. */
struct _InterplayTheory
{
  IplSolution solution;
};

/* A summary by another name. */
struct _InterplaySummary
{
  IplPosteriorSummary summary;
};
