/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/work.h"

#include <stdio.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/fallback.h"
#include "core/base/shown-text.h"
#include "core/files/pickle-file.h"
#include "core/parameters/result-file.h"
#include "core/results/trajectory-results.h"
#include "figures/view/network-view.h"

/* The files to write. */
typedef struct
{
  const IplExperimentResult *result;
  const char *settings_json;
} Output;

static gboolean
write_trajectory (const char *path, gpointer data, GError **error)
{
  const Output *output = data;

  return ipl_result_file_save (output->result, output->settings_json, path, error);
}

/* Writes the trajectory to its file and to standard output. */
static CliExit
tell (const CliWork *self, const IplExperimentResult *result)
{
  g_autofree char *settings_json = cli_work_settings (self);
  g_autoptr (GError) error = NULL;
  Output output = { result, settings_json };

  if (self->out != NULL && !ipl_fallback_write (self->out, write_trajectory, &output, &error))
    return cli_fail_error (self->command, error);
  if (self->json)
    {
      g_autofree char *text = ipl_trajectory_to_json (result->trajectory, result->experiment->id,
                                                      result->complete, settings_json);

      printf ("%s\n", text);
    }
  else
    cli_dynamics_print (result);
  return CLI_OK;
}

/* In the place of the work. */
static CliExit
tell_cost (const CliWork *self)
{
  const IplParameters *parameters = &self->run.parameters;
  double seconds = 0, bytes = 0;
  IplCost cost = { 0 };

  if (parameters->experiment->predict == NULL)
    {
      printf ("%s: %s\n", parameters->experiment->id,
              parameters->experiment->asks_to_run ? "how long it takes is told while it runs"
                                                  : "a few seconds at most");
      return CLI_OK;
    }
  parameters->experiment->predict (ipl_parameters_get_own (parameters), self->threads, &seconds,
                                   &bytes);
  ipl_cost_add (&cost, "computing", seconds, 0, bytes);
  printf ("%s\n", parameters->experiment->id);
  cli_print_cost (&cost, self->threads);
  return CLI_OK;
}

/* Of a trained network: what its file holds. */
static CliExit
tell_course (const CliWork *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplExperimentResult) result = NULL;
  CliExit code = cli_try_output (self->command, "--out", self->out, 0, ".npz");

  if (code != CLI_OK)
    return code;
  result = cli_read_course (&self->run.parameters, &error);
  return result != NULL ? tell (self, result) : cli_fail_error (self->command, error);
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
    return cli_fail (CLI_FAILED, self->command,
                     "“%s” is a case of attention paths, in which nothing happens in time: solve "
                     "it with sweep.",
                     experiment->id);
  code = cli_try_output (self->command, "--out", self->out, 0, ".npz");
  if (code != CLI_OK)
    return code;
  /* Checkpoints stand beside the results, unless a place is given. */
  if (self->checkpoint == NULL && experiment->asks_to_run)
    cli_checkpoint_init (&beside, self->command, self->out);
  result = cli_compute (&self->run.parameters, self->threads, TRUE,
                        self->checkpoint != NULL ? self->checkpoint : beside.path, &error);
  if (result == NULL)
    return cli_fail_error (self->command, error);
  if (result->trajectory == NULL)
    return cli_fail (CLI_FAILED, self->command,
                     "“%s” records nothing in time: draw its figures with figure.", experiment->id);
  code = tell (self, result);
  if (code != CLI_OK)
    return code;
  if (!result->complete && g_cancellable_is_cancelled (cli_cancellable ()))
    return cli_fail (CLI_INTERRUPTED, self->command, "Stopped; what was recorded until then is %s.",
                     self->out != NULL ? "written" : "above");
  cli_checkpoint_remove (&beside);
  if (result->trajectory->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, self->command, "%s", result->trajectory->message);
  return CLI_OK;
}

/* "joma-joint, joma-salience or joma-text". */
static char *
list_experiments (void)
{
  GString *text = g_string_new (NULL);
  const char *last = NULL;
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    if (experiments[i]->compute != NULL)
      {
        if (last != NULL)
          g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", last);
        last = experiments[i]->id;
      }
  if (last != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " or " : "", last);
  return g_string_free (text, FALSE);
}

/* The experiment of @name, with what the flags say. */
static CliExit
find_parameters (const char *command, const char *name, const CliImageArguments *flags, gint64 seed,
                 IplParameters *parameters)
{
  const IplExperiment *experiment = name != NULL ? ipl_experiment_find (name) : NULL;
  g_autoptr (GError) error = NULL;

  if (experiment == NULL && name != NULL && ipl_pickle_file_kind (name) != IPL_PICKLE_NONE)
    {
      g_set_error (&error, IPL_ERROR, IPL_ERROR_FORMAT, "%s", name);
      ipl_pickle_file_explain (name, IPL_PICKLE_INTO_TENSORS, &error);
      return cli_fail_error (command, error);
    }
  if ((experiment == NULL || experiment->compute == NULL)
      && (name == NULL || !cli_is_network (name)))
    {
      g_autofree char *known = list_experiments ();
      g_autofree char *shown = name != NULL ? ipl_text_shown (name) : NULL;

      if (name == NULL)
        return cli_fail (CLI_USAGE, command, "An EXPERIMENT is missing: %s.", known);
      return cli_fail (CLI_USAGE, command,
                       "“%s” is neither a trained network nor one of the experiments in time: %s.",
                       shown, known);
    }
  return cli_make_parameters (name, flags, seed, parameters, &error)
             ? CLI_OK
             : cli_fail_error (command, error);
}

/* interplay-cli dynamics EXPERIMENT [every parameter] [--out FILE.npz] [--json] */
CliExit
cli_dynamics (int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_auto (CliImageArguments) flags = { .flags_of = CLI_FLAGS_OF_RESULTS };
  g_auto (CliWork) work = { .command = argv[0] };
  gint64 seed = -1;
  int threads = 0;
  const GOptionEntry entries[] = {
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (seed), "seed of all that is random", "n" },
    { "threads", 'j', 0, CLI_ARG_NUMBER, CLI_THREADS (threads),
      "threads; the numbers do not depend on it", "n" },
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &work.out, "write all that is recorded as .npz",
      "FILE.npz" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &work.json, "print JSON instead of a table", NULL },
    { "checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &work.checkpoint,
      "keep what takes long here meanwhile, and go on from there (default: beside --out, until it "
      "is done)",
      "FILE" },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &work.dry_run,
      "only tell about how much time and memory it would take", NULL },
    { NULL },
  };
  IplParameters parameters;
  CliExit code;

  if (!cli_parse_optional (
          argc, argv, entries, "EXPERIMENT", "what happens in time while attention is learned",
          "EXPERIMENT is one of those that interplay-cli cases lists under the dynamics of "
          "learning; "
          "dynamics EXPERIMENT --help tells its parameters. Ctrl-C stops and keeps what is there. "
          "Of a NET.safetensors that train wrote it tells what is recorded there of its heads.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but it ended before its time, "
          "as a flow that blows up, or is not to be trusted, as a sentence says; 130 stopped.",
          &flags, &name))
    return CLI_USAGE;
  code = find_parameters (argv[0], name, &flags, seed, &parameters);
  if (code != CLI_OK)
    return code;
  code = cli_try_output (argv[0], "--checkpoint", work.checkpoint, 0, ".safetensors");
  if (code != CLI_OK)
    return code;
  work.threads = cli_threads (threads);
  ipl_run_settings_init (&work.run, "dynamics", &parameters);
  return work.dry_run ? tell_cost (&work) : cli_dynamics_work (&work);
}
