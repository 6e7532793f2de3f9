/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/work.h"

#include "core/experiments/experiment-table.h"
#include "core/experiments/probe-source.h"
#include "core/probe/probe.h"

typedef struct
{
  CliArguments all;
  int width;
  double temperature;
  int draws;
  const char *probes;
} ProbeArguments;

/* interplay-cli probe FILE [--width N] [--out FILE.npz] */
static CliExit
probe (CliArguments *arguments)
{
  const ProbeArguments *self = (const ProbeArguments *)arguments;
  g_auto (CliWork) work = { .arguments = arguments };
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  IplProbe *own;

  if (self->probes != NULL
      && !ipl_probe_source_write (arguments->name, self->probes, (guint)arguments->threads,
                                  cli_cancellable (), &error))
    return cli_fail_error (error);
  ipl_parameters_init (&parameters, ipl_experiment_probe.id);
  own = ipl_parameters_edit_own (&parameters);
  own->path = g_intern_string (ipl_probe_source_find (arguments->name));
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
  { "probes", 'p', CLI_OUTPUT, PROBE_AT (probes),
    "write the probes of a network, as export-attention.py does of others", "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_probe
    = { .name = "probe",
        .summary = "which heads of each layer of a model a task needs, and whether to trust it",
        .argument = "FILE",
        .missing = "a file of probes, as export-attention.py MODEL --hidden-states writes it, or a "
                   "network that train or joma-text wrote; glyphs and text come with the program",
        .text
        = "Solves the theory of every layer’s heads on the hidden states that enter it. Where "
          "the file has what the model loses without each head, a sentence says whether the "
          "scores can be trusted. Of a network of the program’s own heads are removed here, and of "
          "others by export-attention.py. prune_place in what is written has the place of every "
          "head in each order of removal, 1 for the one that goes last: prune_place[0] <= 9 is the "
          "mask that keeps nine.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but not converged in "
          "every layer; 130 stopped.",
        .examples = "interplay-cli probe probes.npz --out p.npz\n"
                    "interplay-cli probe glyphs --probes glyphs.npz",
        .entries = entries,
        .size = sizeof (ProbeArguments),
        .endings = ".npz,.safetensors",
        .run = probe };
