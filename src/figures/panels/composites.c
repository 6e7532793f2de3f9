/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures of several panels with letters. */

#include "figures/panels/panel-table.h"

#include "figures/panels/posterior/posterior-words.h"
#include "figures/plot/plot-panel.h"
#include "figures/view/target-step.h"

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
  { &ipl_panel_entropy, 1 },
};
static const IplPanelRow scan_snap_all_rows[] = { { 3, 1 }, { 2, 1 } };
IN_TIME (scan_snap_all, "scan-snap-all", "scan-snap", "Scan and snap", 0.68, 2.7);

static const IplPanelPart birth_all_parts[] = {
  { &ipl_panel_birth_order, 1 },     { &ipl_panel_birth_line, 1 },
  { &ipl_panel_birth_attention, 1 }, { &ipl_panel_birth_energy, 1 },
  { &ipl_panel_birth_accuracy, 1 },
};
static const IplPanelRow birth_all_rows[] = { { 2, 1 }, { 3, 1 } };
IN_TIME (birth_all, "birth-all", "learned-attention", "How a head is born", 0.7, 3.6);

static const IplPanelPart all_parts[] = {
  { &ipl_panel_paths, 0.285 },
  { &ipl_panel_u, 0.285 },
  { &ipl_panel_accuracy, 0.235 },
  { &ipl_panel_overlap, 0.195 },
};

static IplTarget
step_all (const IplTarget *from, const IplView *view, int dx, int dy)
{
  const IplPanel *panel = from->kind == IPL_TARGET_ROW         ? &ipl_panel_accuracy
                          : from->kind == IPL_TARGET_COMPONENT ? &ipl_panel_overlap
                          : from->kind == IPL_TARGET_PAIR      ? &ipl_panel_u
                                                               : &ipl_panel_paths;
  return ipl_panel_step (panel, from, view, dx, dy);
}

static double
grow_all (gsize n_paths, gboolean narrow)
{
  return !narrow && n_paths > 16 ? 1.1 : 1;
}

const IplPanel ipl_panel_all = {
  .id = "all",
  .title = "All panels",
  .label = "All panels, lettered",
  .needs = IPL_NEEDS_THEORY,
  .step = step_all,
  .height_narrow = 2.8,
  .height_wide = 0.76,
  .growth = grow_all,
  .parts = all_parts,
  .n_parts = G_N_ELEMENTS (all_parts),
  .left = 0.53,
  .upper = 0.5,
  .upper_tall = 0.54,
};

static const IplPanelPart output_parts[] = {
  { &ipl_panel_path_outputs, 1 },
  { &ipl_panel_confusion, 1 },
  { &ipl_panel_class_probability, 1 },
};

static const IplPanelRow output_rows[] = { { 1, 1 }, { 2, 1.1 } };

static IplTarget
step_outputs (const IplTarget *from, const IplView *view, int dx, int dy)
{
  const IplPanel *panel = from->kind != IPL_TARGET_OUTPUT ? &ipl_panel_path_outputs
                          : from->number[1] >= 0          ? &ipl_panel_confusion
                                                          : &ipl_panel_class_probability;
  return ipl_panel_step (panel, from, view, dx, dy);
}

const IplPanel ipl_panel_outputs = {
  .id = "outputs",
  .title = "Outputs",
  .label = "Outputs, lettered",
  .needs = IPL_NEEDS_THEORY,
  .outputs = IPL_PANEL_SEVERAL_OUTPUTS,
  .step = step_outputs,
  .height_narrow = 3.0,
  .height_wide = 0.8,
  .parts = output_parts,
  .n_parts = G_N_ELEMENTS (output_parts),
  .rows = output_rows,
  .n_rows = G_N_ELEMENTS (output_rows),
};

static const IplPanelPart kernel_parts[] = {
  { &ipl_panel_kernel_tiles, 0.67 },
  { &ipl_panel_kernel_sum, 0.33 },
};

static IplTarget
step_kernels (const IplTarget *from, const IplView *view, int dx, int dy)
{
  const IplPanel *panel = from->kind == IPL_TARGET_CELL && ipl_target_get (from, IPL_PART_PATH) < 0
                              ? &ipl_panel_kernel_sum
                              : &ipl_panel_kernel_tiles;
  return ipl_panel_step (panel, from, view, dx, dy);
}

const IplPanel ipl_panel_kernels = {
  .id = "kernels",
  .title = "Kernels",
  .label = "Kernels, lettered",
  .needs = IPL_NEEDS_THEORY | IPL_NEEDS_KERNELS,
  .step = step_kernels,
  .height_narrow = 1.5,
  .height_wide = 1.2,
  .parts = kernel_parts,
  .n_parts = G_N_ELEMENTS (kernel_parts),
};

static const IplPanelPart posterior_parts[] = {
  { &ipl_panel_trace, 0.21 },
  { &ipl_panel_ranks, 0.24 },
  { &ipl_panel_marginal, 0.27 },
  { &ipl_panel_calibration, 0.28 },
};

const IplPanel ipl_panel_posterior = {
  .id = "posterior",
  .title = "Posterior",
  .label = "Posterior, lettered",
  .needs = IPL_NEEDS_SAMPLES,
  .step = ipl_step_entries,
  .describe = ipl_describe_diagnostics,
  .table = ipl_table_diagnostics,
  .height_narrow = 2.7,
  .height_wide = 0.74,
  .parts = posterior_parts,
  .n_parts = G_N_ELEMENTS (posterior_parts),
  .left = 0.5,
  .upper = 0.46,
  .upper_tall = 0.46,
};

static const IplPanelPart network_parts[] = {
  { &ipl_panel_task, 0.24 },
  { &ipl_panel_attention, 0.25 },
  { &ipl_panel_heads, 0.27 },
  { &ipl_panel_pruning, 0.24 },
};

static IplTarget
step_network (const IplTarget *from, const IplView *view, int dx, int dy)
{
  const IplPanel *panel = from->kind == IPL_TARGET_PRUNED              ? &ipl_panel_pruning
                          : ipl_target_get (from, IPL_PART_TOKEN) >= 0 ? &ipl_panel_attention
                          : from->kind == IPL_TARGET_SEQUENCE && view->gallery != NULL
                              ? &ipl_panel_task
                              : &ipl_panel_heads;
  return ipl_panel_step (panel, from, view, dx, dy);
}

const IplPanel ipl_panel_network = {
  .id = "network",
  .title = "Trained network",
  .label = "Trained network, lettered",
  .needs = IPL_NEEDS_GALLERY | IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING,
  .step = step_network,
  .height_narrow = 3.2,
  .height_wide = 0.8,
  .parts = network_parts,
  .n_parts = G_N_ELEMENTS (network_parts),
  .left = 0.5,
  .upper = 0.46,
  .upper_tall = 0.46,
};
