/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/work.h"

#include "core/experiments/experiment-table.h"
#include "core/probe/probe.h"

typedef struct
{
  CliArguments all;
  int width;
  double temperature;
  int draws;
} ProbeArguments;

/* interplay-cli probe FILE [--width N] [--out FILE.npz] */
static CliExit
probe (CliArguments *arguments)
{
  const ProbeArguments *self = (const ProbeArguments *)arguments;
  g_auto (CliWork) work = { .arguments = arguments };
  IplParameters parameters;
  IplProbe *own;

  ipl_parameters_init (&parameters, ipl_experiment_probe.id);
  own = ipl_parameters_edit_own (&parameters);
  own->path = g_intern_string (arguments->name);
  own->width = (guint)self->width;
  own->temperature = self->temperature;
  own->draws = (guint)self->draws;
  if (arguments->sweep.seed >= 0)
    own->seed = (guint64)arguments->sweep.seed;
  ipl_run_settings_init (&work.run, "dynamics", &parameters);
  return cli_dynamics_work (&work);
}

#define PROBE_AT(field) offsetof (ProbeArguments, field)

static const CliEntry entries[] = {
  { "width", 'w', CLI_WHOLE, PROBE_AT (width), "width of the network whose paths the heads are",
    "N", 1, 1e6, 100 },
  { "temperature", 't', CLI_REAL, PROBE_AT (temperature), "temperature of its likelihood", "T",
    1e-12, 1e6, 0.01 },
  { "draws", 'n', CLI_WHOLE, PROBE_AT (draws),
    "draws of each chain of the posterior, for errors of the scores (default: none)", "n", 0,
    IPL_MAX_DRAWS, 0 },
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed), "seed of chains, and of intervals", "n",
    .initial = -1 },
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out),
    "write scores, redundancies, accuracies and rank correlations as .npz", "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_probe
    = { .name = "probe",
        .summary = "which heads of each layer of a model a task needs, and whether to trust it",
        .argument = "FILE",
        .missing = "a file of probes, as export-attention.py MODEL --hidden-states writes it",
        .text
        = "Solves the theory of every layer’s heads on the hidden states that enter it. Where "
          "the file has what the model loses without each head, a sentence says whether the "
          "scores can be trusted.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but not converged in "
          "every layer; 130 stopped.",
        .examples = "interplay-cli probe probes.npz --out p.npz",
        .entries = entries,
        .size = sizeof (ProbeArguments),
        .endings = ".npz",
        .run = probe };
