/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/experiments/experiment-table.h"
#include "core/experiments/learned-attention.h"
#include <stdio.h>
#include <string.h>

/* (nullable) each: what it sets of the experiment of learned attention. */
typedef struct
{
  CliArguments all;
  char *rule, *P, *width, *G, *variance, *temperature, *starts, *line, *draws, *networks, *steps;
} AttentionArguments;

#define OWN(field) offsetof (AttentionArguments, field)

/* The field of the experiment that an option sets. */
static const struct
{
  gsize place;
  const char *id;
} settings[] = {
  { OWN (rule), "attention" },
  { OWN (P), "p" },
  { OWN (width), "width" },
  { OWN (G), "query-width" },
  { OWN (variance), "attention-variance" },
  { OWN (temperature), "attention-temperature" },
  { OWN (starts), "starts" },
  { OWN (line), "line" },
  { OWN (draws), "attention-draws" },
  { OWN (networks), "networks" },
  { OWN (steps), "network-steps" },
};

static const IplField *
find_field (const char *id)
{
  const IplFieldGroup *group = &ipl_experiment_learned_attention.groups[0];

  for (guint f = 0; f < group->n_fields; f++)
    if (strcmp (group->fields[f].id, id) == 0)
      return &group->fields[f];
  return NULL;
}

/* The parameters of the experiment, of the case of @parameters; FALSE says what is wrong. */
static gboolean
fill (const AttentionArguments *self, const IplParameters *parameters, IplParameters *own,
      GError **error)
{
  IplLearnedAttention *attention;

  ipl_parameters_init (own, ipl_experiment_learned_attention.id);
  attention = ipl_parameters_edit_own (own);
  if (!ipl_learned_attention_take (attention, parameters, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      const char *text = *(char *const *)(gconstpointer)((const char *)self + settings[i].place);

      if (text != NULL && !ipl_field_set_text (find_field (settings[i].id), attention, text, error))
        return FALSE;
    }
  if (self->all.sweep.seed >= 0)
    attention->seed = (guint64)self->all.sweep.seed;
  return own->experiment->validate (attention, error);
}

/* interplay-cli attention CASE --attention softmax --p LIST [--sample DRAWS] --out a.npz */
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

static const CliEntry entries[] = {
  { "attention", 'a', CLI_TEXT, OWN (rule),
    "what attention is made of its logits: softmax, linear or exp (default: softmax)", "RULE" },
  { "p", 'p', CLI_TEXT, OWN (P), "numbers of training examples, each set part of the next",
    "LIST" },
  { "width", 'w', CLI_TEXT, OWN (width), "width of every layer (default: 20)", "N" },
  { "query-width", 0, CLI_TEXT, OWN (G),
    "width of queries and keys; 0 for one matrix of logits (default: 0)", "G" },
  { "attention-variance", 0, CLI_TEXT, OWN (variance),
    "prior variance of every attention weight (default: 0.05)", "S2" },
  { "temperature", 't', CLI_TEXT, OWN (temperature), "temperature (default: 0.5)", "T" },
  { "starts", 0, CLI_TEXT, OWN (starts), "random starts at the most examples (default: 2)", "n" },
  { "line", 0, CLI_TEXT, OWN (line),
    "the ray along which the free energy is told: learned or own (default: learned)", "LINE" },
  { "sample", 'n', CLI_TEXT, OWN (draws),
    "sample the exact posterior over attention and U: draws of each of 4 chains", "DRAWS" },
  { "networks", 0, CLI_TEXT, OWN (networks),
    "train so many networks by Adam, and by Langevin dynamics, at every P", "n" },
  { "network-steps", 0, CLI_TEXT, OWN (steps), "steps of their training (default: 3000)", "n" },
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_threads_entry),
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed), "seed of the task, and of all that is random", "n",
    .initial = -1 },
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "write all that is found as .npz", "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  { NULL },
};

const CliCommand cli_command_attention = {
  .name = "attention",
  .summary = "learn attention in the Bayesian theory, from few examples to many",
  .argument = "CASE",
  .missing = CLI_CASE_MISSING,
  .text
  = "The attention weights have a prior, the values are integrated out as always: the most "
    "probable\n"
    "attention is followed from few examples to many and back, so that a jump shows as two "
    "branches.\n"
    "FILE.npz holds p, order_parameter [S, 2] (of copy the attention mass on the token before; "
    "else\n"
    "the overlap with the first of the task's own heads), free_energy [S, 2], and of the lower "
    "branch\nattention [S, heads, query, key], U and accuracy; line and line_free_energy along a "
    "ray of weights;\nwith --sample posterior_order, its draws and diagnostics, and "
    "posterior_attention_sd; with\n--networks adam_order and langevin_order. It opens in the "
    "window, and figure draws it.\n"
    "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but a descent stopped early; 130 "
    "stopped.",
  .entries = entries,
  .size = sizeof (AttentionArguments),
  .flags_of = CLI_FLAGS_OF_CASES,
  .endings = ".npz",
  .run = attention
};
