/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures of several panels with letters. */

#include "figures/panels/panel-table.h"
#include "figures/panels/posterior/posterior-words.h"
#include "figures/plot/plot-panel.h"
#include "figures/view/target-step.h"

static const IplPanelPart all_parts[] = {
  { &ipl_panel_paths, 0.285 },
  { &ipl_panel_u, 0.285 },
  { &ipl_panel_accuracy, 0.235 },
  { &ipl_panel_overlap, 0.195 },
};

static IplTarget
step_all (const IplTarget *from, const IplView *view, int dx, int dy)
{
  const IplPanel *panel = from->row >= 0         ? &ipl_panel_accuracy
                          : from->component >= 0 ? &ipl_panel_overlap
                          : from->other >= 0     ? &ipl_panel_u
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
  const IplPanel *panel = from->path >= 0          ? &ipl_panel_path_outputs
                          : from->other_output > 0 ? &ipl_panel_confusion
                          : from->output > 0       ? &ipl_panel_class_probability
                                                   : &ipl_panel_path_outputs;
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
  const IplPanel *panel = from->component >= 0 ? &ipl_panel_kernel_sum : &ipl_panel_kernel_tiles;
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
  const IplPanel *panel = from->step >= 0                               ? &ipl_panel_pruning
                          : from->token >= 0                            ? &ipl_panel_attention
                          : from->example >= 0 && view->gallery != NULL ? &ipl_panel_task
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
