/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/theory.h>

#include "core/theory/solution.h"

struct _InterplayTheory
{
  IplSolution *solution;
  gatomicrefcount ref_count;
};

/* (transfer full) (nullable): takes the solution. */
InterplayTheory *interplay_theory_take (IplSolution *solution);
