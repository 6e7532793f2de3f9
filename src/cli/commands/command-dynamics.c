/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command dynamics: computes a trajectory and prints it as a table of a few moments. */
#include "cli/commands/commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/work/command-input.h"
#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/base/closest-name.h"
#include "core/files/pickle-file.h"

/* Greatest number of columns in addition to the time, and of columns of one array. */
#define MAX_COLUMNS 8
#define MAX_PARTS 4

/* A column: one number of an array. */
typedef struct
{
  const IplTrajectoryArray *array;
  gsize part;
  int width; /* in characters */
} Column;

/* Chooses columns: numbers first, then the elements of short arrays, as many as fit on a line. */
static guint
find_columns (const IplTrajectory *trajectory, Column columns[MAX_COLUMNS])
{
  guint n = 0;

  for (guint ndim = 0; ndim <= 1; ndim++)
    for (guint i = 0; i < trajectory->arrays->len; i++)
      {
        const IplTrajectoryArray *array = trajectory->arrays->pdata[i];

        if (array->in_time && array->ndim == ndim && array->size <= MAX_PARTS
            && n + array->size <= MAX_COLUMNS)
          for (gsize k = 0; k < array->size; k++)
            columns[n++] = (Column){ array, k, MAX (12, (int)strlen (array->name) + 2) };
      }
  return n;
}

/* Finds the moment of least entropy, averaged over its parts; the middle moment if the least one is
 * the first or last. */
static guint
find_least (const IplTrajectory *trajectory)
{
  const IplTrajectoryArray *entropy = ipl_trajectory_find (trajectory, "entropy");
  guint least = trajectory->S / 2;
  double lowest = INFINITY;

  for (guint s = 0; entropy != NULL && entropy->in_time && s < trajectory->S; s++)
    {
      double sum = 0;

      for (gsize k = 0; k < entropy->size; k++)
        sum += entropy->values[s * entropy->size + k];
      if (sum < lowest)
        {
          lowest = sum;
          least = s;
        }
    }
  return least > 0 && least + 1 < trajectory->S ? least : trajectory->S / 2;
}

static void
print_number (double value, int width)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  cli_print (" %*s", width,
             isnan (value) ? "-" : g_ascii_formatd (text, sizeof text, "%.5g", value));
}

static void
print_row (const IplTrajectory *trajectory, guint moment, guint n, const Column *columns)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  cli_print ("%12s",
             g_ascii_formatd (text, sizeof text,
                              ipl_clock_words[trajectory->clock].is_integer ? "%.0f" : "%.6g",
                              trajectory->time[moment]));
  for (guint c = 0; c < n; c++)
    print_number (columns[c].array->values[moment * columns[c].array->size + columns[c].part],
                  columns[c].width);
  cli_print ("\n");
}

static void
print_heading (const IplTrajectory *trajectory, guint n, const Column *columns)
{
  cli_print ("%12s", ipl_clock_words[trajectory->clock].name);
  for (guint c = 0; c < n; c++)
    {
      const IplTrajectoryArray *array = columns[c].array;
      g_autofree char *name = array->ndim > 0 ? g_strdup_printf ("%s %" G_GSIZE_FORMAT, array->name,
                                                                 columns[c].part + 1)
                                              : g_strdup (array->name);

      cli_print (" %*s", columns[c].width, name);
    }
  cli_print ("\n");
}

/* Lists the arrays without a column: "z [20], V [20, 20]". A number that is recorded once is listed
 * with its value. */
static char *
list_others (const IplTrajectory *trajectory, gboolean in_time, guint n, const Column *columns)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      gboolean shown = array->in_time != in_time;

      for (guint c = 0; c < n; c++)
        shown = shown || columns[c].array == array;
      if (shown)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", array->name);
      for (guint d = 0; d < array->ndim; d++)
        g_string_append_printf (text, "%s%" G_GSIZE_FORMAT "%s", d == 0 ? " [" : ", ",
                                array->shape[d], d + 1 == array->ndim ? "]" : "");
      if (!in_time && array->ndim == 0)
        g_string_append_printf (text, " = %.5g", array->values[0]);
    }
  return g_string_free (text, FALSE);
}

/* Prints the first moment, the one of least entropy, and the last. Prints all moments if each is a
 * training set. */
static void
cli_dynamics_print (const IplView *view)
{
  const IplExperimentResult *result = view->dynamics;
  const IplTrajectory *trajectory = result->trajectory;
  Column columns[MAX_COLUMNS];
  guint n = find_columns (trajectory, columns), last = trajectory->S - 1;
  guint least = find_least (trajectory);
  g_autofree char *moving = list_others (trajectory, TRUE, n, columns);
  g_autofree char *constant = list_others (trajectory, FALSE, n, columns);

  cli_print ("%s: %u moment%s\n", result->experiment->id, trajectory->S,
             trajectory->S == 1 ? "" : "s");
  print_heading (trajectory, n, columns);
  print_row (trajectory, 0, n, columns);
  for (guint s = 1; trajectory->clock == IPL_CLOCK_EXAMPLES && s < last; s++)
    print_row (trajectory, s, n, columns);
  if (trajectory->clock != IPL_CLOCK_EXAMPLES && least > 0 && least < last)
    print_row (trajectory, least, n, columns);
  if (last > 0)
    print_row (trajectory, last, n, columns);
  if (moving[0] != '\0')
    cli_print ("Also recorded at every moment: %s.\n", moving);
  if (constant[0] != '\0')
    cli_print ("Recorded once: %s.\n", constant);
}

static CliExit
print_result (const CliWork *self, const IplExperimentResult *result)
{
  return cli_work_report (self, IPL_PYTHON_TRAJECTORY, &(IplView){ .dynamics = result },
                          cli_dynamics_print);
}

/* Prints the record of heads in the file of a trained network. */
static CliExit
print_head_history (const CliWork *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplExperimentResult) result = NULL;
  CliExit code = cli_try_output ("--out", self->arguments->out, 0, ".npz");

  if (code != CLI_OK)
    return code;
  result = cli_read_head_history (&self->run.parameters, &error);
  return result != NULL ? print_result (self, result) : cli_fail_error (error);
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
    return print_head_history (self);
  if (experiment->compute == NULL)
    return cli_fail (CLI_FAILED,
                     "“%s” is a case of attention paths, without dynamics: solve it with sweep.",
                     experiment->id);
  if (self->arguments->dry_run)
    return cli_estimate_experiment (self);
  code = cli_try_output ("--out", self->arguments->out, 0, ".npz");
  if (code != CLI_OK)
    return code;
  /* The default checkpoint is OUT.checkpoint. */
  if (self->arguments->checkpoint == NULL && experiment->runs_on_request)
    cli_checkpoint_init (&beside, self->arguments->out);
  result = cli_compute (
      &self->run.parameters, self->arguments->threads, TRUE,
      self->arguments->checkpoint != NULL ? self->arguments->checkpoint : beside.path, &error);
  if (result == NULL)
    return cli_fail_error (error);
  if (result->trajectory == NULL)
    return cli_fail (CLI_FAILED, "“%s” has no record in time: draw its figures with figure.",
                     experiment->id);
  code = print_result (self, result);
  if (code != CLI_OK)
    return code;
  if (!result->complete && g_cancellable_is_cancelled (cli_cancellable ()))
    return cli_fail (CLI_INTERRUPTED, "Stopped; the record until then is %s.",
                     self->arguments->out != NULL ? "written" : "above");
  cli_checkpoint_remove (&beside);
  if (result->trajectory->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, "%s", result->trajectory->message);
  return CLI_OK;
}

/* Returns: (transfer container): names of the experiments in time, NULL-terminated */
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

/* Finds the experiment and applies the parameters of the command line. */
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
      g_autofree char *list = cli_list_words ((const char *const *)names->pdata), *shown = NULL,
                      *hint = NULL;

      if (name == NULL)
        return cli_fail (CLI_USAGE, "An EXPERIMENT is missing: %s.", list);
      shown = ipl_text_shown (name);
      hint = ipl_closest_name_hint (name, (const char *const *)names->pdata);
      return cli_fail (
          CLI_USAGE, "“%s” is neither a trained network nor one of the experiments in time: %s.%s",
          shown, list, hint);
    }
  return cli_make_parameters (name, &arguments->images, arguments->sweep.seed, parameters, &error)
             ? CLI_OK
             : cli_fail_error (error);
}

/* interplay-cli dynamics EXPERIMENT [NAME=VALUE ..] [--out FILE.npz] [--json] */
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
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed), "seed of all random numbers", "n", .initial = -1 },
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "write the record as .npz", "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  { "checkpoint", 0, CLI_OUTPUT, CLI_AT (checkpoint),
    "checkpoint to write and to resume from (default: next to --out, until the run is complete)",
    "FILE" },
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_dynamics
    = { .name = "dynamics",
        .summary = "compute the dynamics of learning",
        .argument = "EXPERIMENT",
        .text = "interplay-cli cases lists the experiments, and cases EXPERIMENT the parameters of "
                "one, which are words NAME=VALUE. Ctrl-C stops the run and keeps its results. For "
                "a NET.safetensors from train, prints the record of its heads.\n"
                "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but the run ended early "
                "or its results are doubtful, as a message explains; 130 stopped.",
        .examples = "interplay-cli dynamics joma-joint --out joint.npz\n"
                    "interplay-cli dynamics joma-salience rate=0.2 --out salience.npz",
        .entries = entries,
        .has_parameters = TRUE,
        .run = dynamics };
