/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/posterior.h>

#include "core/posterior/posterior-summary.h"

struct _InterplaySummary
{
  IplPosteriorSummary *summary;
  gatomicrefcount ref_count;
};
