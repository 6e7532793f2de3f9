/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"

/* A tiny network (THEORY.md section 1, on path features) whose weights are drawn one by one from
 * the prior: nothing is shared with the collapsed sampler. @U: [Pi K x Pi K] of the network; @K:
 * (nullable): [P K x P K] the covariance of its outputs over the first weights alone */
void weight_space_prior (const IplCase *the_case, const IplSetting *setting, GRand *rand, double *U,
                         double *K);
