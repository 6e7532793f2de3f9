/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the computations of commands and prints their results. */
#include "cli/work/command-input.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/network/trainer.h"
#include "core/parameters/run-settings.h"
#include "core/tasks/one-shot-task.h"
#include "core/theory/sweep.h"
#include "figures/python/python-script.h"

CliExit
cli_work_report (const CliWork *self, IplPythonArrays arrays, const IplView *view,
                 void (*print) (const IplView *view))
{
  const CliArguments *arguments = self->arguments;
  g_autofree char *settings = arguments->out != NULL || arguments->json
                                  ? ipl_run_files_to_json (&self->run, arguments->anonymous)
                                  : NULL;
  g_autofree char *json = NULL;
  g_autoptr (GError) error = NULL;

  if (arguments->out != NULL
      && !ipl_python_results_save (arrays, view, settings, arguments->out, cli_cancellable (),
                                   &error))
    return cli_fail_error (error);
  json = arguments->json ? ipl_python_results_to_json (arrays, view, settings) : NULL;
  if (json != NULL)
    cli_print_json (json);
  else
    print (view);
  return CLI_OK;
}

void
cli_work_clear (CliWork *self)
{
  ipl_run_settings_clear (&self->run);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->settings, g_free);
}

IplWork
cli_work_conditions (const CliWork *self, gboolean keep_partial)
{
  return (IplWork){ .threads = self->arguments->threads,
                    .cancellable = keep_partial ? NULL : cli_cancellable (),
                    .stop = keep_partial ? cli_cancellable () : NULL,
                    .progress = cli_job_progress };
}

IplSweepRequest
cli_work_request (const CliWork *self)
{
  return (IplSweepRequest){ .the_case = self->the_case,
                            .n = self->n,
                            .settings = self->settings,
                            .gp_paths = self->run.parameters.gp_paths,
                            .best = self->run.best };
}

CliExit
cli_work_begin (CliWork *self, const char *run, const char *name, const CliImageArguments *images,
                gint64 seed)
{
  const CliArguments *arguments = self->arguments;
  gint64 begin_usec = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  if (!cli_make_case_of (name, images, seed, FALSE, arguments->threads, &parameters,
                         &self->the_case, &error))
    return cli_fail_error (error);
  self->case_seconds = (double)(g_get_monotonic_time () - begin_usec) / G_USEC_PER_SEC;
  ipl_run_settings_init (&self->run, run, &parameters);
  if (cli_get_option (arguments, "components") != NULL)
    self->run.parameters.display.n_components = arguments->drawing.display.n_components;
  return cli_make_settings (&arguments->sweep, self->the_case, &self->run, &self->settings,
                            &self->n, &error)
             ? CLI_OK
             : cli_fail (CLI_USAGE, "%s", error->message);
}

/* Least time between two updates of the progress line, in microseconds. */
#define REPORT_USEC 100000

typedef struct
{
  const char *usual;
  gint64 reported_usec;
} ProgressReport;

static void
show_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  ProgressReport *report = data;
  gint64 now = g_get_monotonic_time ();

  if (report->reported_usec != 0 && now - report->reported_usec < REPORT_USEC)
    return;
  report->reported_usec = now;
  cli_job_progress (MAX (fraction, 0.0), seconds_left,
                    sentence != NULL        ? sentence
                    : report->usual != NULL ? report->usual
                                            : "Computing",
                    NULL);
}

/* Computes the experiment of @parameters.
 * @keep_partial: TRUE if Ctrl-C stops and returns the partial result; FALSE if it cancels
 * @checkpoint: (nullable): checkpoint file of the run */
IplExperimentResult *
cli_compute (const IplParameters *parameters, guint threads, gboolean keep_partial,
             const char *checkpoint, GError **error)
{
  g_autoptr (GCancellable) never = g_cancellable_new ();
  ProgressReport report = { .usual = parameters->experiment->progress };
  IplExperimentRun run = { .work = { .threads = threads,
                                     .cancellable = keep_partial ? never : cli_cancellable (),
                                     .stop = keep_partial ? cli_cancellable () : NULL,
                                     .progress = show_progress,
                                     .data = &report },
                           .checkpoint = checkpoint };
  IplExperimentResult *result = parameters->experiment->compute (parameters, &run, error);

  cli_progress_done ();
  return result;
}

/* Reads the record of heads from the file of a network.
 * @parameters: parameters of a network */
IplExperimentResult *
cli_read_head_history (const IplParameters *parameters, GError **error)
{
  const char *path = ipl_parameters_get_network (parameters);
  g_autoptr (IplTrainer) trainer
      = ipl_trainer_load (path, ipl_one_shot_task_train_source, NULL, cli_cancellable (), error);
  g_autofree char *shown = ipl_file_shown (path);
  IplTrajectory *history;

  if (trainer == NULL)
    return NULL;
  if (ipl_trainer_get_head_history (trainer)->S == 0)
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "“%s” has no record of its heads in training: continue its training "
                          "(train --resume) to record them.",
                          shown);
  history = ipl_trajectory_copy (ipl_trainer_get_head_history (trainer), error);
  return history != NULL ? ipl_experiment_result_new_dynamics (parameters->experiment, history,
                                                               TRUE, NULL, NULL)
                         : NULL;
}

/* Prints the properties of a model that the theory leaves out. */
void
cli_print_warnings (IplAnyCase any)
{
  const IplCaseInfo *the_case = any.info;

  for (guint i = 0; i < the_case->warnings->len; i++)
    cli_print_error ("%s: Warning: %s\n", the_case->name,
                     (const char *)the_case->warnings->pdata[i]);
}

/* Prints the notes about how a file was read, and the warnings. */
void
cli_print_notes (const IplCase *the_case)
{
  for (guint i = 0; i < the_case->notes->len; i++)
    cli_print_error ("%s: %s\n", the_case->name, (const char *)the_case->notes->pdata[i]);
  cli_print_warnings (the_case);
}

/* Returns: (transfer full) (nullable): accuracies of the seeds, after a stop of those that are
 *   done; NULL with @error */
IplSeedMean *
cli_work_seeds (const CliWork *self, GError **error)
{
  const IplRunSettings *run = &self->run;
  g_autoptr (IplSeedsRequest) request = ipl_seeds_request_new (
      ipl_parameters_share (&run->parameters), self->n, self->settings, run->best);
  g_autoptr (IplSeedsResult) result = NULL;

  request->first = run->seeds.first;
  request->n_seeds = run->seeds.n;
  request->threads = self->arguments->threads;
  cli_progress_share (1);
  result = ipl_run_now (&ipl_run_seeds, NULL, request, cli_cancellable (), cli_job_progress, NULL);
  cli_progress_done ();
  if (result->error != NULL)
    g_propagate_error (error, g_error_copy (result->error));
  else if (result->mean == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Stopped before the first seed.");
  else
    return ipl_seed_mean_ref (result->mean);
  return NULL;
}

static void
print_spread (const IplSeedMean *seeds, const double *values, guint row)
{
  IplSeedSpread spread = ipl_seed_mean_get_spread (seeds, values, seeds->n_rows, row);

  cli_print (" %8.4f ± %5.4f", spread.mean, spread.sd);
}

/* Prints a table on standard output. */
void
cli_seeds_print (const IplSeedMean *seeds)
{
  double distance;
  guint typical = ipl_seed_mean_find_typical (seeds, &distance);

  cli_print ("Mean ± standard deviation over %u seeds, %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
             ":\n",
             seeds->n, seeds->seeds[0], seeds->seeds[seeds->n - 1]);
  cli_print ("%12s %16s         diagonal         levelled\n", "N",
             ipl_score_of_labels (&seeds->labels)->column);
  for (guint i = 0; i < seeds->n_rows; i++)
    {
      g_autofree char *widths = ipl_setting_widths_text (&seeds->settings[i]);

      cli_print ("%12s", widths);
      print_spread (seeds, seeds->accuracy, i);
      print_spread (seeds, seeds->diagonal, i);
      print_spread (seeds, seeds->levelled, i);
      cli_print ("\n");
    }
  for (guint k = 0; k < seeds->n_lines; k++)
    {
      IplSeedSpread line = ipl_seed_mean_get_spread (seeds, seeds->gp, seeds->n_lines, k);

      cli_print ("GP limit, %s: %.4f ± %.4f\n", seeds->lines[k], line.mean, line.sd);
    }
  cli_print ("Seed nearest to the mean: %" G_GUINT64_FORMAT " (%.2f standard deviations away)\n",
             seeds->seeds[typical], distance);
}

/* Prints the first line of a table: "hmc-classes: P = 100, 1000 tests, 4 paths, 3 classes". */
void
cli_print_case (const IplCaseInfo *the_case)
{
  g_autofree char *labels = ipl_labels_describe (&the_case->labels);

  cli_print ("%s: P = %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT " tests, %" G_GSIZE_FORMAT
             " paths%s%s\n",
             the_case->name, the_case->P, the_case->test_sets[0].count, the_case->Pi,
             the_case->labels.outputs > 1 ? ", " : "", the_case->labels.outputs > 1 ? labels : "");
}
