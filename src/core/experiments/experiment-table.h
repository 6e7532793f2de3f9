/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"
#include "core/hierarchy/latent-tree.h"
#include "core/hierarchy/hierarchy-table.h"
#include <glib.h>

/* The experiment of a new window. */
#define IPL_DEFAULT_EXPERIMENT "hmc4"

/* Experiments without other declarations. */
extern const IplExperiment ipl_experiment_glyphs;
extern const IplExperiment ipl_experiment_images;
extern const IplExperiment
    ipl_experiment_joma_hierarchy; /* transformers learn hierarchies of latents */
/* Its own parameters, and the data of its results, are an IplLearnedPaths. */
extern const IplExperiment ipl_experiment_joma_paths;
/* Its own parameters, and the data of its results, are an IplHierarchyTable. */
extern const IplExperiment ipl_experiment_joma_table;

extern const IplExperiment ipl_experiment_one_shot_training;
extern const IplExperiment ipl_experiment_stable_rank;
extern const IplExperiment ipl_experiment_joma_text;
/* Tasks on tokens, each with the best prediction that there is. */
extern const IplExperiment ipl_experiment_copy;
extern const IplExperiment ipl_experiment_induction;
extern const IplExperiment ipl_experiment_even_pairs;
extern const IplExperiment ipl_experiment_parity;
extern const IplExperiment ipl_experiment_state_tracking;
extern const IplExperiment ipl_experiment_two_questions;
extern const IplExperiment ipl_experiment_image_classes;
extern const IplExperiment ipl_experiment_regular_language;
extern const IplExperiment ipl_experiment_context_regression;
extern const IplExperiment ipl_experiment_even_pairs_dynamics;
/* Attention and a decoder learn the next token. */
extern const IplExperiment ipl_experiment_scan_snap;
/* Blocks that learn a latent tree together. */
extern const IplExperiment ipl_experiment_joma_stack;
/* The origin of the targets of salience. */
extern const IplExperiment ipl_experiment_critical_points;
/* Its own parameters are an IplLearnedAttention. */
extern const IplExperiment ipl_experiment_learned_attention;
/* The binary latent tree: co-occurrences, and the order in which they are learned. */
extern const IplExperiment ipl_experiment_joma_tree;

const IplExperiment *const *ipl_experiments (guint *n);
const IplExperiment *ipl_experiment_find (const char *id);
const char *ipl_experiment_id_in_time (const char *id);

char **ipl_case_names (void);
gboolean ipl_case_names_refuse (const char *name, GError **error);

void ipl_parameters_set_text (IplParameters *self, const char *path); /* of joma-text */
gboolean ipl_parameters_add_checkpoint (IplParameters *self, const char *path, GError **error);
IplLatentTree *ipl_parameters_edit_latent_tree (IplParameters *self);
