/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The panels of each experiment in time as one figure with letters: rows of them on a page of
 * text, one below the other in a column. */

#include "figures/panels/panel-table.h"

#define IN_TIME(name, name_of_id, name_of_experiment, words, wide, narrow)                         \
  const IplPanel ipl_panel_##name = {                                                              \
    .id = name_of_id,                                                                              \
    .title = words,                                                                                \
    .label = words ", lettered",                                                                   \
    .experiment = name_of_experiment,                                                              \
    .parts = name##_parts,                                                                         \
    .n_parts = G_N_ELEMENTS (name##_parts),                                                        \
    .rows = name##_rows,                                                                           \
    .n_rows = G_N_ELEMENTS (name##_rows),                                                          \
    .height_wide = wide,                                                                           \
    .height_narrow = narrow,                                                                       \
  }

static const IplPanelPart joint_all_parts[] = {
  { &ipl_panel_joint_course, 1 },      { &ipl_panel_joint_attention, 1 },
  { &ipl_panel_joint_correlation, 1 }, { &ipl_panel_joint_prediction, 1 },
  { &ipl_panel_joint_curves, 1 },      { &ipl_panel_joint_weights, 1 },
};
static const IplPanelRow joint_all_rows[] = { { 3, 1 }, { 3, 1 } };
IN_TIME (joint_all, "joint-all", "joma-joint", "Joint dynamics", 0.74, 4.2);

static const IplPanelPart salience_all_parts[] = {
  { &ipl_panel_salience_components, 1 },
  { &ipl_panel_salience_profile, 1 },
  { &ipl_panel_salience_arrival, 1 },
  { &ipl_panel_salience_bars, 1 },
  { &ipl_panel_entropy, 1 },
};
static const IplPanelRow salience_all_rows[] = { { 3, 1 }, { 2, 1 } };
IN_TIME (salience_all, "salience-all", "joma-salience", "Salience", 0.7, 3.4);

static const IplPanelPart critical_all_parts[] = {
  { &ipl_panel_critical_field, 1 },
  { &ipl_panel_critical_course, 1 },
  { &ipl_panel_critical_times, 1 },
};
static const IplPanelRow critical_all_rows[] = { { 3, 1 } };
IN_TIME (critical_all, "critical-all", "critical-points", "Critical points", 0.36, 2.2);

static const IplPanelPart tree_all_parts[] = {
  { &ipl_panel_latent_tree, 1 },
  { &ipl_panel_cooccurrence, 1 },
  { &ipl_panel_pair_order, 1 },
  { &ipl_panel_entropy, 1 },
};
static const IplPanelRow tree_all_rows[] = { { 2, 1.2 }, { 2, 1 } };
IN_TIME (tree_all, "tree-all", "joma-tree", "Latent tree", 0.72, 2.9);

static const IplPanelPart hierarchy_all_parts[] = {
  { &ipl_panel_level_correlation, 1 },
  { &ipl_panel_latent_correlation, 1 },
  { &ipl_panel_loss, 1 },
};
static const IplPanelRow hierarchy_all_rows[] = { { 2, 1.1 }, { 1, 1 } };
IN_TIME (hierarchy_all, "hierarchy-all", "joma-hierarchy", "Latent hierarchy", 0.72, 2.9);

static const IplPanelPart table_all_parts[] = {
  { &ipl_panel_table_grid, 1 },
  { &ipl_panel_table_curves, 1 },
};
static const IplPanelRow table_all_rows[] = { { 1, 1.4 }, { 1, 1 } };
IN_TIME (table_all, "table-all", "joma-table", "Table of latent hierarchies", 0.9, 2.6);

static const IplPanelPart stack_all_parts[] = {
  { &ipl_panel_stack_loss, 1 },    { &ipl_panel_stack_gradient, 1 },
  { &ipl_panel_stack_entropy, 1 }, { &ipl_panel_stack_correlation, 1 },
  { &ipl_panel_stack_latents, 1 },
};
static const IplPanelRow stack_all_rows[] = { { 3, 1 }, { 2, 1 } };
IN_TIME (stack_all, "stack-all", "joma-stack", "Stacked blocks", 0.72, 4.2);

static const IplPanelPart learned_all_parts[] = {
  { &ipl_panel_learned_attention, 1 }, { &ipl_panel_learned_u, 1 },
  { &ipl_panel_learned_accuracy, 1 },  { &ipl_panel_learned_scores, 1 },
  { &ipl_panel_learned_entropy, 1 },
};
static const IplPanelRow learned_all_rows[] = { { 3, 1 }, { 2, 1 } };
IN_TIME (learned_all, "learned-all", "joma-paths", "Paths of learned attention", 0.72, 4.2);

static const IplPanelPart text_all_parts[] = {
  { &ipl_panel_text_runs, 1 },
  { &ipl_panel_entropy, 1 },
  { &ipl_panel_text_attention, 1 },
  { &ipl_panel_text_grid, 1 },
};
static const IplPanelRow text_all_rows[] = { { 2, 1.05 }, { 2, 1 } };
IN_TIME (text_all, "text-all", "joma-text", "A text learned", 0.8, 4.0);

static const IplPanelPart rank_all_parts[] = {
  { &ipl_panel_stable_rank, 1 },
  { &ipl_panel_rank_layers, 1 },
  { &ipl_panel_spectral_norm, 1 },
};
static const IplPanelRow rank_all_rows[] = { { 3, 1 } };
IN_TIME (rank_all, "rank-all", "stable-rank", "Stable rank by layers and steps", 0.36, 2.2);

static const IplPanelPart course_all_parts[] = {
  { &ipl_panel_path_course, 1 }, { &ipl_panel_head_scores, 1 }, { &ipl_panel_head_entropy, 1 },
  { &ipl_panel_course_u, 1 },    { &ipl_panel_loss, 1 },
};
static const IplPanelRow course_all_rows[] = { { 3, 1 }, { 2, 1 } };
IN_TIME (course_all, "course-all", "head-course", "Heads while they learn", 0.68, 3.6);

static const IplPanelPart even_pairs_all_parts[] = {
  { &ipl_panel_even_pairs_loss, 1 },
  { &ipl_panel_even_pairs_attention, 1 },
};
static const IplPanelRow even_pairs_all_rows[] = { { 2, 1 } };
IN_TIME (even_pairs_all, "even-pairs-all", "even-pairs-dynamics", "Even pairs, learned", 0.36, 1.4);

static const IplPanelPart scan_snap_all_parts[] = {
  { &ipl_panel_scan_snap_attention, 1 },
  { &ipl_panel_scan_snap_mass, 1 },
  { &ipl_panel_scan_snap_gain, 1 },
  { &ipl_panel_scan_snap_decoder, 1 },
};
static const IplPanelRow scan_snap_all_rows[] = { { 2, 1 }, { 2, 1 } };
IN_TIME (scan_snap_all, "scan-snap-all", "scan-snap", "Scan and snap", 0.68, 2.7);

static const IplPanelPart birth_all_parts[] = {
  { &ipl_panel_birth_order, 1 },     { &ipl_panel_birth_line, 1 },
  { &ipl_panel_birth_attention, 1 }, { &ipl_panel_birth_energy, 1 },
  { &ipl_panel_birth_accuracy, 1 },
};
static const IplPanelRow birth_all_rows[] = { { 2, 1 }, { 3, 1 } };
IN_TIME (birth_all, "birth-all", "learned-attention", "How a head is born", 0.7, 3.6);
