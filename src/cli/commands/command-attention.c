/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/error.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/learned-attention.h"
#include "core/parameters/experiment-result-file.h"
#include "core/parameters/sweep-axis.h"
#include <stdio.h>

typedef struct
{
  CliArguments all;
  IplAttentionRule rule;
  char *P; /* (nullable) */
  gboolean causal;
  int width, G, starts;
  double variance, temperature;
} AttentionArguments;

/* Fills in the parameters of the experiment for the case of @parameters.
 * Returns: FALSE if they are invalid */
static gboolean
fill (const AttentionArguments *self, const IplParameters *parameters, IplParameters *own,
      GError **error)
{
  IplLearnedAttention *attention;

  ipl_parameters_init (own, ipl_experiment_learned_attention.id);
  attention = ipl_parameters_edit_specific (own);
  if (!ipl_learned_attention_set_task (attention, parameters, error))
    return FALSE;
  attention->rule = g_intern_string (ipl_attention_rule_names[self->rule]);
  if (self->P != NULL)
    attention->P = g_intern_string (self->P);
  attention->causal = self->causal;
  attention->width = (guint)self->width;
  attention->G = (guint)self->G;
  attention->starts = (guint)self->starts;
  attention->variance = self->variance;
  attention->temperature = self->temperature;
  if (self->all.sweep.seed >= 0)
    attention->seed = (guint64)self->all.sweep.seed;
  return own->experiment->validate (attention, error);
}

/* interplay-cli attention CASE --attention softmax --p LIST --out a.npz */
static CliExit
attention (CliArguments *arguments)
{
  g_auto (CliWork) work = { .arguments = arguments };
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autofree IplParameters *own = g_new0 (IplParameters, 1);
  g_autoptr (GError) error = NULL;

  if (arguments->name == NULL)
    return cli_fail (CLI_USAGE, CLI_CASE_MISSING);
  if (!cli_make_parameters (arguments->name, &arguments->images, arguments->sweep.seed, parameters,
                            &error)
      || !fill ((AttentionArguments *)arguments, parameters, own, &error))
    return cli_fail_error (error);
  ipl_run_settings_init (&work.run, "dynamics", own);
  return cli_dynamics_work (&work);
}

#define ARGUMENT(field) offsetof (AttentionArguments, field)

static const CliEntry entries[] = {
  { "attention", 'a', CLI_WORD, ARGUMENT (rule),
    "function from logits to attention: softmax, linear or exp (default: softmax)", "RULE",
    .words = ipl_attention_rule_names },
  { "causal", 0, CLI_FLAG, ARGUMENT (causal), "no token attends to a later one", NULL },
  { "p", 'p', CLI_AXIS, ARGUMENT (P),
    "numbers of training examples; each set includes the smaller ones", "LIST", IPL_AXIS_WIDTH },
  { "width", 'w', CLI_INTEGER, ARGUMENT (width), "width of every layer (default: 20)", "N", 1,
    1000000, 20 },
  { "query-width", 0, CLI_INTEGER, ARGUMENT (G),
    "width of queries and keys; 0 for one matrix of logits (default: 0)", "G", 0, 1000, 0 },
  { "attention-variance", 0, CLI_REAL, ARGUMENT (variance),
    "prior variance of every attention weight (default: 0.05)", "S2", IPL_MIN_VARIANCE,
    IPL_MAX_VARIANCE, 0.05 },
  { "temperature", 't', CLI_REAL, ARGUMENT (temperature), "temperature (default: 0.5)", "T", 1e-12,
    IPL_MAX_TEMPERATURE, 0.5 },
  { "starts", 0, CLI_INTEGER, ARGUMENT (starts),
    "random starts at the largest number of examples (default: 2)", "n", 0,
    IPL_ATTENTION_MOST_STARTS, 2 },
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_threads_entry),
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed), "seed of the task, and of the starts", "n",
    .initial = -1 },
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "write all results as .npz", "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_attention = {
  .name = "attention",
  .summary = "learn attention in the Bayesian theory, from few examples to many",
  .argument = "CASE",
  .missing = CLI_CASE_MISSING,
  .text
  = "The attention weights have a prior; the values are integrated out. The most probable "
    "attention is\nfollowed from few examples to many and back, so that a jump shows as two "
    "branches.\n"
    "FILE.npz holds p, order_parameter [S, 2] (of copy the attention mass on the token before; "
    "else\n"
    "the overlap with the first of the task's own heads), free_energy [S, 2], and of the lower "
    "branch\n"
    "attention [S, heads, query, key], U and accuracy, of a regression mean_squared_error; line "
    "and\nline_free_energy along the line from no attention to the attention learned from the most "
    "examples, with\nline_barrier. It opens in the window, and figure draws it. Ctrl-C keeps the "
    "finished rows:\nthe same command resumes from them, with the same numbers.\n"
    "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but a descent stopped early; 130 "
    "stopped.",
  .examples = "interplay-cli attention copy heads=previous n-tokens=8 --p 20,60,140 --out head.npz",
  .entries = entries,
  .size = sizeof (AttentionArguments),
  .has_parameters = TRUE,
  .endings = ".npz",
  .run = attention
};
