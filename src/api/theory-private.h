/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/theory.h>

#include "core/theory/solution.h"

/* A solution by another name. */
struct _InterplayTheory
{
  IplSolution solution;
};
