/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/solution.h>

#include "energy-private.h"

/* Posterior mean, and variance if wanted, on one test set for the U at which the energy was last
 * evaluated (theory.md section 3), with the accuracy read off. */
void ipl_predictor_run (const IplEnergy *energy, const double *U, const IplExamples *test,
                        gboolean regression, gboolean want_variance, IplPrediction *prediction);
