/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Composites: figures of several panels with letters. */

#include "figures/panels/panel-table.h"

#include "figures/panels/posterior/posterior-words.h"
#include "figures/plot/panel-calls.h"
#include "figures/view/target-arrow-keys.h"

/* Panels in rows. Each row has a number of panels and a fraction of the height. */
#define P(name)                                                                                    \
  {                                                                                                \
    &ipl_panel_##name                                                                              \
  }
#define ROWS(...)                                                                                  \
  .rows = (const IplPanelRow[]){ __VA_ARGS__ },                                                    \
  .n_rows = G_N_ELEMENTS (((const IplPanelRow[]){ __VA_ARGS__ }))
#define PARTS(...)                                                                                 \
  .parts = (const IplPanelPart[]){ __VA_ARGS__ },                                                  \
  .n_parts = G_N_ELEMENTS (((const IplPanelPart[]){ __VA_ARGS__ }))

#define IN_TIME(name, name_of_id, name_of_experiment, words, wide, narrow, in_rows, ...)           \
  const IplPanel ipl_panel_##name = {                                                              \
    .id = name_of_id,                                                                              \
    .title = words,                                                                                \
    .label = words ", lettered",                                                                   \
    .experiment = name_of_experiment,                                                              \
    .height_wide = wide,                                                                           \
    .height_narrow = narrow,                                                                       \
    in_rows,                                                                                       \
    PARTS (__VA_ARGS__),                                                                           \
  }

IN_TIME (joint_all, "joint-all", "joma-joint", "Joint dynamics", 0.74, 4.2,
         ROWS ({ 3, 1 }, { 3, 1 }), P (joint_course), P (joint_attention), P (joint_correlation),
         P (joint_prediction), P (joint_curves), P (joint_weights));

IN_TIME (salience_all, "salience-all", "joma-salience", "Salience", 0.7, 3.4,
         ROWS ({ 3, 1 }, { 2, 1 }), P (salience_components), P (salience_profile),
         P (salience_arrival), P (salience_bars), P (entropy));

IN_TIME (critical_all, "critical-all", "critical-points", "Critical points", 0.36, 2.2,
         ROWS ({ 3, 1 }), P (critical_field), P (critical_course), P (critical_times));

IN_TIME (tree_all, "tree-all", "joma-tree", "Latent tree", 0.72, 2.9, ROWS ({ 2, 1.2 }, { 2, 1 }),
         P (latent_tree), P (cooccurrence), P (pair_order), P (entropy));

IN_TIME (hierarchy_all, "hierarchy-all", "joma-hierarchy", "Latent hierarchy", 0.72, 2.9,
         ROWS ({ 2, 1.1 }, { 1, 1 }), P (level_correlation), P (latent_correlation), P (loss));

IN_TIME (table_all, "table-all", "joma-table", "Table of latent hierarchies", 0.9, 2.6,
         ROWS ({ 1, 1.4 }, { 1, 1 }), P (table_grid), P (table_curves));

IN_TIME (stack_all, "stack-all", "joma-stack", "Stacked blocks", 0.72, 4.2,
         ROWS ({ 3, 1 }, { 2, 1 }), P (stack_loss), P (stack_gradient), P (stack_entropy),
         P (stack_correlation), P (stack_latents));

IN_TIME (learned_all, "learned-all", "joma-paths", "Paths of learned attention", 0.72, 4.2,
         ROWS ({ 3, 1 }, { 2, 1 }), P (learned_attention), P (learned_u), P (learned_accuracy),
         P (learned_scores), P (learned_entropy));

IN_TIME (text_all, "text-all", "joma-text", "A text learned", 0.8, 4.0,
         ROWS ({ 2, 1.05 }, { 2, 1 }), P (text_runs), P (entropy), P (text_attention),
         P (text_grid));

IN_TIME (rank_all, "rank-all", "stable-rank", "Stable rank by layers and steps", 0.36, 2.2,
         ROWS ({ 3, 1 }), P (stable_rank), P (rank_layers), P (spectral_norm));

IN_TIME (course_all, "course-all", "head-course", "Heads during training", 0.68, 3.6,
         ROWS ({ 3, 1 }, { 2, 1 }), P (path_course), P (head_scores), P (head_entropy),
         P (course_u), P (loss));

IN_TIME (even_pairs_all, "even-pairs-all", "even-pairs-dynamics", "Even pairs: training dynamics",
         0.36, 1.4, ROWS ({ 2, 1 }), P (even_pairs_loss), P (even_pairs_attention));

IN_TIME (scan_snap_all, "scan-snap-all", "scan-snap", "Scan and snap", 0.68, 2.7,
         ROWS ({ 3, 1 }, { 2, 1 }), P (scan_snap_attention), P (scan_snap_mass), P (scan_snap_gain),
         P (scan_snap_decoder), P (entropy));

IN_TIME (birth_all, "birth-all", "learned-attention", "Emergence of an attention head", 0.7, 3.6,
         ROWS ({ 2, 1 }, { 3, 1 }), P (birth_order), P (birth_line), P (birth_attention),
         P (birth_energy), P (birth_accuracy));

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
  PARTS ({ &ipl_panel_paths, 0.285 }, { &ipl_panel_u, 0.285 }, { &ipl_panel_accuracy, 0.235 },
         { &ipl_panel_overlap, 0.195 }),
  .left = 0.53,
  .upper = 0.5,
  .upper_tall = 0.54,
};

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
  PARTS (P (path_outputs), P (confusion), P (class_probability)),
  ROWS ({ 1, 1 }, { 2, 1.1 }),
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
  PARTS ({ &ipl_panel_kernel_tiles, 0.67 }, { &ipl_panel_kernel_sum, 0.33 }),
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
  PARTS ({ &ipl_panel_trace, 0.21 }, { &ipl_panel_ranks, 0.24 }, { &ipl_panel_marginal, 0.27 },
         { &ipl_panel_calibration, 0.28 }),
  .left = 0.5,
  .upper = 0.46,
  .upper_tall = 0.46,
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
  PARTS ({ &ipl_panel_task, 0.24 }, { &ipl_panel_attention, 0.25 }, { &ipl_panel_heads, 0.27 },
         { &ipl_panel_pruning, 0.24 }),
  .left = 0.5,
  .upper = 0.46,
  .upper_tall = 0.46,
};
