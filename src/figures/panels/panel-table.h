/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

/* All panels in display order, one per line. A composite follows its parts. */
/* clang-format off */
#define IPL_PANEL_TABLE(entry) \
  entry (paths) \
  entry (u) \
  entry (accuracy) \
  entry (overlap) \
  entry (all) \
  entry (path_outputs) \
  entry (confusion) \
  entry (class_probability) \
  entry (outputs) \
  entry (kernel_tiles) \
  entry (kernel_sum) \
  entry (kernels) \
  entry (trace) \
  entry (ranks) \
  entry (marginal) \
  entry (calibration) \
  entry (posterior) \
  entry (map) \
  entry (map_curve) \
  entry (task_card) \
  entry (task) \
  entry (attention) \
  entry (training) \
  entry (heads) \
  entry (pruning) \
  entry (network) \
  entry (loss) \
  entry (entropy) \
  entry (joint_course) \
  entry (joint_attention) \
  entry (joint_prediction) \
  entry (joint_correlation) \
  entry (joint_weights) \
  entry (joint_curves) \
  entry (joint_invariant) \
  entry (joint_all) \
  entry (learned_attention) \
  entry (learned_u) \
  entry (learned_accuracy) \
  entry (learned_scores) \
  entry (learned_entropy) \
  entry (learned_all) \
  entry (salience_components) \
  entry (salience_bars) \
  entry (salience_profile) \
  entry (salience_arrival) \
  entry (salience_all) \
  entry (critical_field) \
  entry (critical_course) \
  entry (critical_times) \
  entry (critical_all) \
  entry (even_pairs_loss) \
  entry (even_pairs_attention) \
  entry (even_pairs_all) \
  entry (scan_snap_attention) \
  entry (scan_snap_mass) \
  entry (scan_snap_gain) \
  entry (scan_snap_decoder) \
  entry (scan_snap_all) \
  entry (birth_order) \
  entry (birth_line) \
  entry (birth_energy) \
  entry (birth_attention) \
  entry (birth_accuracy) \
  entry (birth_all) \
  entry (stable_rank) \
  entry (rank_layers) \
  entry (spectral_norm) \
  entry (rank_all) \
  entry (path_course) \
  entry (head_scores) \
  entry (head_entropy) \
  entry (course_u) \
  entry (course_all) \
  entry (latent_tree) \
  entry (cooccurrence) \
  entry (pair_order) \
  entry (tree_all) \
  entry (level_correlation) \
  entry (latent_correlation) \
  entry (hierarchy_all) \
  entry (table_grid) \
  entry (table_curves) \
  entry (table_all) \
  entry (stack_loss) \
  entry (stack_gradient) \
  entry (stack_entropy) \
  entry (stack_correlation) \
  entry (stack_latents) \
  entry (stack_all) \
  entry (text_attention) \
  entry (text_runs) \
  entry (text_grid) \
  entry (text_all)
/* clang-format on */

#define IPL_DECLARE_PANEL(name) extern const IplPanel ipl_panel_##name;
IPL_PANEL_TABLE (IPL_DECLARE_PANEL)
#undef IPL_DECLARE_PANEL

const IplPanel *const *ipl_panels (guint *n);
const IplPanel *ipl_panel_find (const char *id);
