/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common parts of experiments with tasks on tokens. Each task is a single file, with its fields,
 * its sequences, and the best prediction. */
#pragma once

#include <stddef.h>

#include "core/experiments/experiment-table.h"
#include "core/experiments/sequence-fields.h"
#include "core/fields/head-list-field.h"
#include "core/tasks/token-task.h"

extern const IplSequenceHeads ipl_token_heads;

IplTokenTask *ipl_token_task_init (IplParameters *parameters, const IplTokenTaskKind *kind,
                                   const char *heads);
gboolean ipl_kit_has_learned (const IplField *field, gconstpointer own);
guint ipl_token_task_get_layers (gconstpointer own);
IplCase *ipl_token_task_sketch (gconstpointer own, const char *name);

#define AT(field) .offset = offsetof (IplTokenTask, field)

/* clang-format off */
#define IPL_TOKENS_FIELD(least, words)                                                             \
  { "n-tokens", .json = "n_tokens", .label = "Tokens", .kind = IPL_FIELD_INTEGER, AT (n_tokens),   \
    .minimum = least, .maximum = IPL_TOKEN_TASK_MAX_TOKENS, .low = least, .high = 60, .step = 1,   \
    .sentence = words }

#define IPL_SYMBOLS_FIELD(least, name, words)                                                      \
  { "n-symbols", .json = "n_symbols", .label = name, .symbol = "V", .kind = IPL_FIELD_INTEGER,     \
    AT (n_symbols), .minimum = least, .maximum = IPL_TOKEN_TASK_MAX_SYMBOLS, .low = least,         \
    .high = 16, .step = 1, .sentence = words }

#define IPL_TOKEN_NOISE_FIELD(words)                                                               \
  { "noise", .json = "noise", .label = "Noise", .symbol = "σ", .unit = IPL_STANDARD_DEVIATIONS,    \
    .kind = IPL_FIELD_REAL, AT (noise), .minimum = 0, .maximum = IPL_TOKEN_TASK_MAX_FACTOR,        \
    .low = 0, .high = 3, .step = 0.05, .digits = 2, .sentence = words }

#define IPL_LABEL_NOISE_FIELD                                                                      \
  { "label-noise", .json = "label_noise", .label = "Random labels", .kind = IPL_FIELD_REAL,        \
    AT (label_noise), .minimum = 0, .maximum = 1, .step = 0.05, .digits = 2,                       \
    .sentence = "Share of sequences with a random label: with 1 there is no signal to "            \
                "learn" }

#define IPL_SHARPNESS_FIELDS                                                                       \
  { "beta", .json = "beta", .label = "Attention sharpness", .symbol = "β",                         \
    .kind = IPL_FIELD_REAL, AT (beta), .minimum = 0, .maximum = IPL_TOKEN_TASK_MAX_FACTOR,         \
    .low = 0, .high = 100, .step = 1, .digits = 1,                                                 \
    .sentence = "Factor on the attention logits: 0 attends uniformly, large values attend to one " \
                "token" },                                                                         \
  { "decay", .json = "decay", .label = "Decay of recent heads", .kind = IPL_FIELD_REAL,            \
    AT (decay), .minimum = 0, .maximum = IPL_TOKEN_TASK_MAX_FACTOR, .low = 0, .high = 5,           \
    .step = 0.1, .digits = 2,                                                                      \
    .sentence = "Decrease of the logits of a recent head with each token further back" }

#define IPL_KIT_FIELD                                                                              \
  { "heads", .json = "heads", .label = "Heads", .kind = IPL_FIELD_LIST, AT (layers),               \
    .list = &ipl_token_heads.list,                                                                 \
    .sentence = "Kinds of the heads separated by commas, layers by colons: first, last, "          \
                "previous, next, self, match (other tokens of the same features), "                \
                "ends (the first token if it is the same, else itself), kept (the token "          \
                "before if it is the same, else the first), recent, uniform, random, blank "       \
                "or learned" },                                                                    \
  { "learned-heads", .json = "learned_heads", .label = "Learned heads", .kind = IPL_FIELD_FILE,    \
    AT (learned), .applies = ipl_kit_has_learned, .only = "with heads that are learned",           \
    .sentence = "An .npz with the logits of the learned heads of layer l as w_l [heads, N0, "      \
                "N0], keys first, where N0 are a token's features and then its position" }

#define IPL_WHICH_SYMBOL_FIELD                                                                     \
  { "which-symbol", .json = "which_symbol", .label = "Ask which symbol",                           \
    .kind = IPL_FIELD_BOOLEAN, AT (which_symbol), .maximum = 1,                                    \
    .sentence = "Ask which symbol it is, with a class for each symbol, instead "                   \
                "of whether it is the marked one" }

/* Fields of all tasks of symbols, after the task's own fields. */
#define IPL_SYMBOL_TASK_FIELDS                                                                     \
  IPL_TOKEN_NOISE_FIELD ("Standard deviation of the noise on each feature of a token, in "         \
                         "addition to the 1 that encodes its symbol"),                             \
  IPL_LABEL_NOISE_FIELD, IPL_SHARPNESS_FIELDS,                                                     \
  IPL_EXAMPLES_FIELDS (IPL_TOKEN_TASK_MAX_EXAMPLES),                                               \
  IPL_FEATURES_AND_SEED_FIELDS (IPL_TOKEN_TASK_MAX_FEATURES), IPL_KIT_FIELD
/* clang-format on */

#define IPL_TOKEN_EXPERIMENT                                                                       \
  .family = IPL_FAMILY_TASKS, .generated = TRUE, .built_in = TRUE,                                 \
  .progress = "Generating the case", .specific_size = sizeof (IplTokenTask), .n_groups = 1,        \
  .groups = (const IplFieldGroup[]){ { "task", "Task", G_N_ELEMENTS (fields), fields, 0 } },       \
  .init = init, .validate = ipl_token_task_validate, .get_layers = ipl_token_task_get_layers,      \
  .sketch = ipl_token_task_sketch, .make_case = ipl_token_task_generate,                           \
  .tests_at = offsetof (IplTokenTask, n_test)
