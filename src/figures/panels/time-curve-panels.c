/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panels with curves of recorded arrays against time. A new one is an entry here and a line in
 * panel-table.h. */

#include "core/base/units.h"
#include "figures/plot/time-curves.h"

const IplPanel ipl_panel_loss = {
  .id = "loss",
  .title = "Loss",
  IPL_DRAWS_ARRAYS ("loss"),
  .sentence = "Loss against time.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "loss", IPL_FREE_RANGE } },
                   .curves
                   = { { "loss", "training" },
                       { "validation_loss", "validation", .role = { IPL_ROLE_SERIES, 0 } } },
                   .keys_of_several = TRUE },
};

const IplPanel ipl_panel_entropy = {
  .id = "entropy",
  .title = "Attention entropy",
  IPL_DRAWS_ARRAYS ("entropy"),
  .sentence = "Entropy of attention against time; a triangle marks where it is least.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { .brief = "entropy", IPL_FREE_RANGE } },
                   .curves = { { "entropy", "layer", IPL_TIME_CURVE_ALL } },
                   .marks_least = TRUE },
};

const IplPanel ipl_panel_joint_course = {
  .id = "joint-course",
  .title = "Loss and entropy",
  .experiment = "joma-joint",
  .choice = &ipl_choice_time_axis,
  .sentence = "Loss, and the entropy of attention in " IPL_NATS ", against time.",
  .height_narrow = 0.95,
  .height_wide = 0.36,
  IPL_TIME_CURVES{ .y = { { "loss", IPL_FREE_RANGE }, { "entropy", IPL_FREE_RANGE } },
                   .curves
                   = { { "loss" }, { "entropy", .axes = 1, .role = { IPL_ROLE_THEORY } } } },
};

const IplPanel ipl_panel_even_pairs_attention = {
  .id = "even-pairs-attention",
  .title = "Attention on the first token",
  .experiment = "even-pairs-dynamics",
  .sentence = "Attention of the last token on the first in the longest sequences against the "
              "logarithm of steps, where both are the same symbol and where they are not.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "attention on the first token", "attention", 0, 1, .is_fixed = TRUE } },
                   .curves
                   = { { "first_equal", "same symbol as the last", .role = { IPL_ROLE_SERIES, 0 } },
                       { "first_unequal", "another symbol", .role = { IPL_ROLE_SERIES, 1 } } },
                   .log_time = TRUE },
};

#define BY_THEOREM .dash = IPL_DASH_DASHED, .hides_points = TRUE
/* Time at which the decoder is learned according to the theorem. */
#define SNAP(words)                                                                                \
  "snap", words, IPL_TIME_CURVE_TIME, .role = { IPL_ROLE_MUTED }, .dash = IPL_DASH_DOTTED

const IplPanel ipl_panel_scan_snap_mass = {
  .id = "scan-snap-mass",
  .title = "Distinct and common tokens",
  .experiment = "scan-snap",
  .sentence
  = "Attention on distinct and on common tokens against the logarithm of steps, and on "
    "distinct ones in JoMA's model, where attention is not normalized before it is "
    "decoded; a dotted line marks the step by which the decoder has learned by the theorem.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "attention", "attention", 0, 1, .is_fixed = TRUE } },
                   .curves = { { "distinct", "distinct tokens", .role = { IPL_ROLE_SERIES, 0 } },
                               { "common", "common tokens", .role = { IPL_ROLE_SERIES, 1 } },
                               { "joma_distinct", "distinct, by JoMA",
                                 .role = { IPL_ROLE_SERIES, 0 }, BY_THEOREM },
                               { SNAP ("theorem’s <i>t</i><sub>0</sub>") } },
                   .log_time = TRUE },
};

const IplPanel ipl_panel_scan_snap_gain = {
  .id = "scan-snap-gain",
  .title = "Relative gain",
  .experiment = "scan-snap",
  .sentence = "Growth of the relative gain of the most frequent distinct token over each of the "
              "others, against steps, both axes logarithmic, with the theorem's line.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "growth of relative gain, <i>r</i>(<i>t</i>)/<i>r</i>(0)",
                            "<i>r</i>/<i>r</i>(0)", IPL_FREE_RANGE, .log = TRUE } },
                   .curves = { { "gain", "over the rarest", IPL_TIME_CURVE_ROW,
                                 .last = "over the next", .each = "token" },
                               { "growth", "theorem, e<sup>2<i>z</i></sup>", BY_THEOREM },
                               { SNAP ("theorem’s <i>t</i><sub>0</sub>") },
                               { "growth_error", .kind = IPL_TIME_CURVE_LISTED } },
                   .log_time = TRUE },
};

const IplPanel ipl_panel_scan_snap_decoder = {
  .id = "scan-snap-decoder",
  .title = "Progress of the decoder",
  .experiment = "scan-snap",
  .choice = &ipl_choice_time_axis,
  .sentence = "The decoder's logit of the next token minus the mean of all others against the "
              "logarithm of steps, with the theorem's for constant attention, and below "
              "the loss.",
  .height_narrow = 0.95,
  .height_wide = 0.36,
  IPL_TIME_CURVES{ .y = { { "logit of the next token", "logit", IPL_FREE_RANGE },
                          { "loss", IPL_FREE_RANGE, .log = TRUE } },
                   .curves = { { "margin", "learned", .role = { IPL_ROLE_SERIES, 0 } },
                               { "theorem_margin", "theorem", BY_THEOREM },
                               { SNAP (NULL) },
                               { "loss", .axes = 1 },
                               { SNAP (NULL), .axes = 1 } },
                   .log_time = TRUE },
};

const IplPanel ipl_panel_stable_rank = {
  .id = "stable-rank",
  .title = "Stable rank",
  .experiment = "stable-rank",
  .sentence = "Stable rank of the lower MLP matrix of every layer against the steps of the "
              "checkpoints: its squared Frobenius norm over its squared largest singular value.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "stable rank", IPL_FREE_RANGE } },
                   .curves = { { "stable_rank", "layer", IPL_TIME_CURVE_ALL } } },
};

const IplPanel ipl_panel_spectral_norm = {
  .id = "spectral-norm",
  .title = "Largest singular value",
  .experiment = "stable-rank",
  .sentence = "Largest singular value of the lower MLP matrix of every layer against the steps of "
              "the checkpoints.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "largest singular value", "|<i>W</i>|<sub>2</sub>", IPL_FREE_RANGE } },
                   .curves = { { "spectral", "layer", IPL_TIME_CURVE_ALL },
                               { "frobenius", .kind = IPL_TIME_CURVE_LISTED } } },
};

/* Stacked blocks in two runs: with the actual gradient from above, and (dashed) with the
 * gradient of the first step throughout. */
#define STATIONARY .dash = IPL_DASH_DASHED, .weight = 0.7
#define STATIONARY_KEY                                                                             \
  NULL, "stationary", IPL_TIME_CURVE_KEY, .role = { IPL_ROLE_FAINT }, .dash = IPL_DASH_DASHED

const IplPanel ipl_panel_stack_loss = {
  .id = "stack-loss",
  .title = "Loss of both runs",
  .experiment = "joma-stack",
  .sentence = "Loss against time with the true gradient from above and, dashed, with the gradient "
              "at the start; a dotted line is the loss of the best prediction.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "loss", IPL_FREE_RANGE, .log = TRUE } },
                   .curves
                   = { { "loss_least", "best prediction", IPL_TIME_CURVE_LEVEL,
                         .role = { IPL_ROLE_FAINT }, .dash = IPL_DASH_DOTTED },
                       { "loss", "true gradient" },
                       { "loss_stationary", "stationary gradient", .dash = IPL_DASH_DASHED } } },
};

const IplPanel ipl_panel_stack_gradient = {
  .id = "stack-gradient",
  .title = "Is the gradient stationary?",
  .experiment = "joma-stack",
  .sentence
  = "Gradient from above on the units of every block, against time, when all blocks learn: cosine "
    "of the angle to the gradient at the start, and below the ratio of their sizes.",
  .height_narrow = 0.95,
  .height_wide = 0.5,
  IPL_TIME_CURVES{
      .y = { { "cosine", NULL, NAN, 1, .pad = 0.05 }, { "size", NULL, NAN, NAN, .log = TRUE } },
      .curves
      = { { .kind = IPL_TIME_CURVE_ZERO, .role = { IPL_ROLE_FAINT }, .weight = 0.6 },
          { "gradient_cosine", "block", IPL_TIME_CURVE_ROW, .each = "run and block" },
          { "gradient_size", .kind = IPL_TIME_CURVE_ROW, .axes = 1, .each = "run and block" },
          { "gradient_cosine", .kind = IPL_TIME_CURVE_TABLE },
          { "gradient_size", .kind = IPL_TIME_CURVE_TABLE, .axes = 1 } },
      .keys_of_all = TRUE },
};

const IplPanel ipl_panel_stack_entropy = {
  .id = "stack-entropy",
  .title = "Entropy of both runs",
  .experiment = "joma-stack",
  .sentence = "Entropy of the attention of every block against time, dashed with stationary "
              "gradients.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{
      .y = { { "entropy of attention", "entropy", IPL_FREE_RANGE } },
      .curves = { { "entropy", "block", IPL_TIME_CURVE_ROW },
                  { "entropy_stationary", .kind = IPL_TIME_CURVE_ROW, .each = "block", STATIONARY },
                  { STATIONARY_KEY } } },
};

const IplPanel ipl_panel_stack_correlation = {
  .id = "stack-correlation",
  .title = "Logits from weights, by block",
  .experiment = "joma-stack",
  .sentence
  = "Correlation of the logits of attention with the prediction from the weights, the mean "
    "over the queries of a block, against time, dashed with stationary gradients.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{
      .y = { { "correlation of <i>z</i>, <i>ẑ</i>", "correlation", NAN, 1, .pad = 0.05 } },
      .curves = { { "correlation", "block", IPL_TIME_CURVE_ROW, .each = "run and block" },
                  { "correlation", .kind = IPL_TIME_CURVE_ROW, .row = 1, .each = "run and block",
                    STATIONARY },
                  { STATIONARY_KEY } } },
};

const IplPanel ipl_panel_stack_latents = {
  .id = "stack-latents",
  .title = "Latents recovered",
  .experiment = "joma-stack",
  .sentence
  = "Recovery of the latents of every level by the units of the last block, from the level above "
    "the tokens to the root: the best unit's correlation with the bit of a latent, mean over "
    "the latents of a level, against time, dashed with stationary gradients.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "correlation of the best unit", "correlation", 0, 1, .pad = 0.03 } },
                   .curves
                   = { { "latents", "level", IPL_TIME_CURVE_ROW, .each = "run, block and level" },
                       { "latents", .kind = IPL_TIME_CURVE_ROW, .row = 1,
                         .each = "run, block and level", STATIONARY },
                       { "latents", .kind = IPL_TIME_CURVE_TABLE },
                       { STATIONARY_KEY } } },
};

/* The gradient of the mixture, and its local form. */
#define LOCAL .dash = IPL_DASH_DASHED
#define TOKENS .kind = IPL_TIME_CURVE_ROW, .items = &ipl_items_component, .each = "token"

const IplPanel ipl_panel_critical_course = {
  .id = "critical-course",
  .title = "Gradient and local form",
  .experiment = "critical-points",
  .sentence
  = "Weights of all tokens against time, and below the entropy of attention: by the gradient "
    "of the mixture, and dashed by its local form.",
  .height_narrow = 0.95,
  .height_wide = 0.5,
  IPL_TIME_CURVES{
      .y = { { "weight <i>v</i>", "<i>v</i>", NAN, NAN }, { "entropy", NULL, NAN, NAN } },
      .curves
      = { { "v", TOKENS, .weight = 0.9 },
          { "v_local", TOKENS, .weight = 0.6, LOCAL },
          { "entropy", "gradient", .axes = 1, .role = { IPL_ROLE_THEORY } },
          { "entropy_local", "local form", .axes = 1, .role = { IPL_ROLE_THEORY }, LOCAL } },
      .keys_of_all = TRUE },
};

const IplPanel ipl_panel_birth_accuracy = {
  .id = "birth-accuracy",
  .title = "Accuracy gain from the head",
  .experiment = "learned-attention",
  .sentence = "Test accuracy of the most probable attention, against the number of examples.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_X,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { .brief = "score", IPL_FREE_RANGE } },
                   .curves
                   = { { "accuracy", "lowest minimum", .role = { IPL_ROLE_THEORY } },
                       { "mean_squared_error", "lowest minimum", .role = { IPL_ROLE_THEORY } } } },
};
