/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/posterior.h>

#include "core/posterior/posterior-summary.h"

/* A summary by another name. */
struct _InterplaySummary
{
  IplPosteriorSummary summary;
};
