/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"

/* Plain Hamiltonian Monte Carlo over every weight of a tiny network (THEORY.md section 1, on path
 * features): nothing is integrated out and nothing shared with the collapsed sampler. */
typedef struct
{
  guint draws;
  double *U; /* [draws x Pi K x Pi K] */
  double *f; /* [draws x P' x K] outputs on the test set */
  double acceptance;
} WeightSpaceRun;

WeightSpaceRun *weight_space_sample (const IplCase *the_case, const IplSetting *setting,
                                     guint draws, double step, guint steps, guint32 seed);
void weight_space_free (WeightSpaceRun *self);
/* E[U] moments of the prior by drawing weights: U: [Pi K x Pi K] of one network */
void weight_space_prior_U (const IplCase *the_case, const IplSetting *setting, GRand *rand,
                           double *U);
