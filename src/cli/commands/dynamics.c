/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/work.h"

#include <stdio.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/base/slips.h"
#include "core/files/pickle-file.h"

static CliExit
tell (const CliWork *self, const IplExperimentResult *result)
{
  return cli_work_tell (self, IPL_PYTHON_TRAJECTORY, &(IplView){ .own = result },
                        cli_dynamics_print);
}

/* Prints what the file of a trained network holds. */
static CliExit
tell_course (const CliWork *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplExperimentResult) result = NULL;
  CliExit code = cli_try_output ("--out", self->arguments->out, 0, ".npz");

  if (code != CLI_OK)
    return code;
  result = cli_read_course (&self->run.parameters, &error);
  return result != NULL ? tell (self, result) : cli_fail_error (error);
}

CliExit
cli_dynamics_work (CliWork *self)
{
  const IplExperiment *experiment = self->run.parameters.experiment;
  g_autoptr (IplExperimentResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (CliCheckpoint) beside = { .path = NULL };
  CliExit code;

  if (experiment->compute == NULL && ipl_parameters_get_network (&self->run.parameters)[0] != '\0')
    return tell_course (self);
  if (experiment->compute == NULL)
    return cli_fail (CLI_FAILED,
                     "“%s” is a case of attention paths, in which nothing happens in time: solve "
                     "it with sweep.",
                     experiment->id);
  if (self->arguments->dry_run)
    return cli_estimate_experiment (self);
  code = cli_try_output ("--out", self->arguments->out, 0, ".npz");
  if (code != CLI_OK)
    return code;
  /* Checkpoints stand beside the results, unless a place is given. */
  if (self->arguments->checkpoint == NULL && experiment->asks_to_run)
    cli_checkpoint_init (&beside, self->arguments->out);
  result = cli_compute (
      &self->run.parameters, self->arguments->threads, TRUE,
      self->arguments->checkpoint != NULL ? self->arguments->checkpoint : beside.path, &error);
  if (result == NULL)
    return cli_fail_error (error);
  if (result->trajectory == NULL)
    return cli_fail (CLI_FAILED, "“%s” records nothing in time: draw its figures with figure.",
                     experiment->id);
  code = tell (self, result);
  if (code != CLI_OK)
    return code;
  if (!result->complete && g_cancellable_is_cancelled (cli_cancellable ()))
    return cli_fail (CLI_INTERRUPTED, "Stopped; what was recorded until then is %s.",
                     self->arguments->out != NULL ? "written" : "above");
  cli_checkpoint_remove (&beside);
  if (result->trajectory->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, "%s", result->trajectory->message);
  return CLI_OK;
}

/* Names of the experiments in time, NULL-terminated. */
static GPtrArray *
experiments_in_time (void)
{
  GPtrArray *names = g_ptr_array_new ();
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    if (experiments[i]->compute != NULL)
      g_ptr_array_add (names, (gpointer)experiments[i]->id);
  g_ptr_array_add (names, NULL);
  return names;
}

/* The experiment of @name, with what the flags say. */
static CliExit
find_parameters (const CliArguments *arguments, IplParameters *parameters)
{
  const char *name = arguments->name != NULL ? ipl_experiment_id_in_time (arguments->name) : NULL;
  const IplExperiment *experiment = name != NULL ? ipl_experiment_find (name) : NULL;
  g_autoptr (GError) error = NULL;

  if (experiment == NULL && name != NULL && ipl_pickle_file_kind (name) != IPL_PICKLE_NONE)
    {
      g_set_error (&error, IPL_ERROR, IPL_ERROR_FORMAT, "%s", name);
      ipl_pickle_file_explain (name, IPL_PICKLE_INTO_TENSORS, &error);
      return cli_fail_error (error);
    }
  if ((experiment == NULL || experiment->compute == NULL)
      && (name == NULL || !cli_is_network (name)))
    {
      g_autoptr (GPtrArray) names = experiments_in_time ();
      g_autofree char *known = cli_list_words ((const char *const *)names->pdata), *shown = NULL,
                      *hint = NULL;

      if (name == NULL)
        return cli_fail (CLI_USAGE, "An EXPERIMENT is missing: %s.", known);
      shown = ipl_text_shown (name);
      hint = ipl_closest_name_hint (name, (const char *const *)names->pdata);
      return cli_fail (
          CLI_USAGE, "“%s” is neither a trained network nor one of the experiments in time: %s.%s",
          shown, known, hint);
    }
  return cli_make_parameters (name, &arguments->images, arguments->sweep.seed, parameters, &error)
             ? CLI_OK
             : cli_fail_error (error);
}

/* interplay-cli dynamics EXPERIMENT [every parameter] [--out FILE.npz] [--json] */
static CliExit
dynamics (CliArguments *arguments)
{
  g_auto (CliWork) work = { .arguments = arguments };
  IplParameters parameters;
  CliExit status = find_parameters (arguments, &parameters);

  if (status == CLI_OK)
    status = cli_try_output ("--checkpoint", arguments->checkpoint, 0, ".safetensors");
  if (status != CLI_OK)
    return status;
  ipl_run_settings_init (&work.run, "dynamics", &parameters);
  return cli_dynamics_work (&work);
}

static const CliEntry entries[] = {
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed), "seed of all that is random", "n", .initial = -1 },
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "write all that is recorded as .npz", "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  { "checkpoint", 0, CLI_OUTPUT, CLI_AT (checkpoint),
    "keep what takes long here meanwhile, and go on from there (default: beside --out, until it "
    "is done)",
    "FILE" },
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_dynamics
    = { .name = "dynamics",
        .summary = "what happens in time while attention is learned",
        .argument = "EXPERIMENT",
        .text = "EXPERIMENT is one of those that interplay-cli cases lists under the dynamics of "
                "learning; dynamics EXPERIMENT --help tells its parameters. Ctrl-C stops and keeps "
                "what is there. Of a NET.safetensors that train wrote it tells what is recorded "
                "there of its heads.\n"
                "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but it ended before its "
                "time, as a flow that blows up, or is not to be trusted, as a sentence says; 130 "
                "stopped.",
        .examples = "interplay-cli dynamics joma-joint --out joint.npz\n"
                    "interplay-cli dynamics joma-salience --help",
        .entries = entries,
        .flags_of = CLI_FLAGS_OF_RESULTS,
        .run = dynamics };
