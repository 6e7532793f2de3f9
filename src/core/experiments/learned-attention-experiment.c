/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention that is learned in the Bayesian theory, from few examples to many (THEORY.md section
 * 19). */
#include "core/experiments/learned-attention.h"

#include "core/experiments/experiment-table.h"

#include <string.h>

#define AT(field) .offset = offsetof (IplLearnedAttention, field)

static const IplField fields[] = {
  { "task", .json = "task", .label = "Task", .kind = IPL_FIELD_CHOICE, AT (task),
    .choices = ipl_learned_attention_tasks,
    .sentence
    = "The task whose attention is learned: a built-in case, or file for that of a file" },
  { "task-options", .json = "task_options", .label = "Task’s options", .kind = IPL_FIELD_TEXT,
    AT (options),
    .sentence = "Options of the task as NAME=VALUE by semicolons, such as n-tokens=32; "
                "heads=previous; where it has heads, the first of each layer is the ideal one, to "
                "which what is learned is compared" },
  { "attention", .json = "attention", .label = "Attention", .kind = IPL_FIELD_CHOICE, AT (rule),
    .choices = ipl_attention_rule_names,
    .sentence = "What attention is made of its logits: softmax, linear or exp" },
  { "causal", .json = "causal", .label = "Causal", .kind = IPL_FIELD_BOOLEAN, AT (causal),
    .sentence = "No token attends to a later one" },
  { "p", .json = "p", .label = "Examples", .symbol = "P", .kind = IPL_FIELD_TEXT, AT (P),
    .sentence = "Numbers of training examples by commas, each set part of the next" },
  { "width", .json = "width", .label = "Width", .symbol = "N", .kind = IPL_FIELD_INTEGER,
    AT (width), .minimum = 1, .maximum = 1000000, .low = 1, .high = 1000, .step = 10,
    .logarithmic = TRUE, .sentence = "Width of every layer of the network" },
  { "query-width", .json = "query_width", .label = "Query width", .symbol = "G",
    .kind = IPL_FIELD_INTEGER, AT (G), .minimum = 0, .maximum = 1000, .low = 0, .high = 64,
    .step = 1,
    .sentence = "Width of queries and keys, whose weights are learned; 0 for one matrix of logits "
                "in their place" },
  { "attention-variance", .json = "attention_variance", .label = "Attention’s variance",
    .symbol = "s<sub>w</sub><sup>2</sup>", .kind = IPL_FIELD_REAL, AT (variance), .minimum = 0,
    .positive = TRUE, .maximum = IPL_MAX_VARIANCE, .low = 0.01, .high = 2, .step = 0.01,
    .digits = 3, .sentence = "Prior variance of every attention weight" },
  { "attention-temperature", .json = "temperature", .label = "Temperature", .symbol = "T",
    .kind = IPL_FIELD_REAL, AT (temperature), .minimum = 0, .positive = TRUE, .maximum = 1e6,
    .low = 0.01, .high = 2, .step = 0.05, .digits = 3,
    .sentence = "Temperature of the likelihood" },
  { "starts", .json = "starts", .label = "Starts", .kind = IPL_FIELD_INTEGER, AT (starts),
    .minimum = 0, .maximum = IPL_ATTENTION_MOST_STARTS, .low = 0, .high = 20, .step = 1,
    .sentence = "Random starts at the most examples, beside w = 0 and the task's own heads" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1, .sentence = "Seed of the starts" },
};

static const IplFieldGroup groups[]
    = { { "task", "Learned attention", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  IplLearnedAttention *own = ipl_parameters_edit_own (parameters);

  *own = (IplLearnedAttention){
    .task = g_intern_static_string ("copy"),
    .options = g_intern_static_string ("n-test=200; n-tokens=32; n-features=4; noise=0; "
                                       "heads=previous"),
    .rule = g_intern_static_string ("softmax"),
    .P = g_intern_static_string ("40,60,80,90,100,110,120,130,140,160,180,200,220,240"),
    .width = 20,
    .variance = 0.05,
    .temperature = 0.5,
    .starts = 2,
    .seed = 1,
  };
}

/* The name of the axis, beside the time that it is in all files of this kind. */
static void
add_to_file (const IplExperimentResult *result, IplNpzWriter *npz)
{
  gsize S = result->trajectory->S;

  ipl_npz_writer_add_doubles (npz, "p", result->trajectory->time, 1, &S);
}

const IplExperiment ipl_experiment_learned_attention = {
  .id = "learned-attention",
  .title = "How a head is born",
  .label = "How a _head is born",
  .short_title = "Learned attention",
  .page = "learned-attention",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Minimizing over attention",
  IPL_OWN (IplLearnedAttention, groups),
  .init = init,
  .validate = ipl_learned_attention_validate,
  .compute = ipl_learned_attention_compute,
  .recorded = ipl_attention_recorded,
  .add_to_file = add_to_file,
  .restore = ipl_learned_attention_restore,
  .goes_on_from_file = TRUE,
  .asks_to_run = TRUE,
};
