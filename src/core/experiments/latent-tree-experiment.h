/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/hierarchy/tree-attention.h"
#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* The binary latent tree: what occurs together, and the order in which that is learned. */
extern const IplExperiment ipl_experiment_joma_tree;

IplLatentTree *ipl_parameters_edit_latent_tree (IplParameters *self);

G_END_DECLS
