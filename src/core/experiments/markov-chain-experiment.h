/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"
#include "core/tasks/markov-chain.h"

extern const IplExperiment ipl_experiment_hmc4;
extern const IplExperiment ipl_experiment_hmc2;
extern const IplExperiment ipl_experiment_hmc_classes;

/* The task's own parameters; NULL for another experiment. */
const IplMarkovChain *ipl_parameters_get_markov_chain (const IplParameters *self);
IplMarkovChain *ipl_parameters_edit_markov_chain (IplParameters *self);
