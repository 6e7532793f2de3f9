/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --dry-run: times the first rows or steps of a command and reports the estimated total time.
 * Nothing is written. */
#include "cli/work/command-input.h"

#include <math.h>
#include <string.h>
#include <sys/resource.h>

#include "core/base/memory.h"
#include "core/base/units.h"
#include "core/maps/map-plan.h"
#include "core/parameters/parameters.h"
#include "core/theory/quick-scores.h"
#include "runs/time-left.h"
#include "runs/estimate.h"

/* Number of timed rows, spread over all rows. */
#define ROWS 5
#define CELLS 7
/* The golden ratio spreads timed cells so that no row or column of the map holds several. */
#define GOLDEN 0.6180339887498949
/* Times below this are reported in seconds. */
#define IN_SECONDS 120
/* A run without progress is stopped after this time. */
#define PATIENCE_USEC (20 * G_USEC_PER_SEC)

static double
seconds_since (gint64 begin_usec)
{
  return (double)(g_get_monotonic_time () - begin_usec) / G_USEC_PER_SEC;
}

static double
peak_bytes (void)
{
  struct rusage usage = { 0 };

  return getrusage (RUSAGE_SELF, &usage) == 0 ? 1024.0 * (double)usage.ru_maxrss : 0;
}

/* @seconds: estimated total time; negative if unknown */
static CliExit
print_estimate (double seconds, guint threads)
{
  g_autofree char *memory = ipl_memory_describe (peak_bytes ());
  g_autofree char *time = seconds < IN_SECONDS ? g_strdup_printf ("%.2g " IPL_SECONDS, seconds)
                                               : ipl_duration_text (seconds);

  if (g_cancellable_is_cancelled (cli_cancellable ()))
    return cli_fail (CLI_INTERRUPTED, "Stopped.");
  if (seconds < 0)
    cli_print ("the remaining time is shown during the run\n");
  else
    cli_print ("about %s and %s of memory in total, on %u thread%s\n", time, memory, threads,
               threads == 1 ? "" : "s");
  return CLI_OK;
}

/* Rows of a sweep, or cells of a map. */
typedef struct
{
  IplKernel **kernels; /* kernels of each row */
  const IplSetting *settings;
  gboolean solve_only; /* TRUE to skip predictions and components */
  GError *error;
} Rows;

static double
time_row (guint row, gpointer data)
{
  Rows *self = data;
  IplKernel *kernel = self->kernels[row];
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (IplSweep) sweep = NULL;
  g_autoptr (IplSaddle) saddle = NULL;
  g_autofree double *U = NULL;
  IplQuickScores score;

  if (!self->solve_only)
    sweep = ipl_sweep_run (kernel, 1, &self->settings[row], NULL, NULL,
                           &(IplWork){ .cancellable = cli_cancellable () }, &self->error);
  else if (self->settings[row].gp)
    ipl_score_of_gp (kernel, &self->settings[row], &score, &U, cli_cancellable (), &self->error);
  else if ((saddle = ipl_saddle_find (kernel->the_case, kernel, &self->settings[row], NULL, 1,
                                      cli_cancellable (), &self->error))
           != NULL)
    ipl_score_of_saddle (kernel, &self->settings[row], saddle, &score, &U, cli_cancellable (),
                         &self->error);
  return self->error == NULL ? seconds_since (begin) : -1;
}

/* Stops a run when its time is known. */
typedef struct
{
  IplEstimate estimate;
  gint64 begin_usec;
  GCancellable *stop;
  gulong interrupted; /* signal handler of Ctrl-C */
} Watch;

static void
on_interrupted (GCancellable *cancellable, gpointer data)
{
  g_cancellable_cancel (data);
}

static void
watch_init (Watch *self)
{
  *self = (Watch){ .begin_usec = g_get_monotonic_time (), .stop = g_cancellable_new () };
  self->interrupted
      = g_cancellable_connect (cli_cancellable (), G_CALLBACK (on_interrupted), self->stop, NULL);
}

static void
watch_clear (Watch *self)
{
  g_cancellable_disconnect (cli_cancellable (), self->interrupted);
  g_object_unref (self->stop);
}

/* clang-format off */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Watch, watch_clear)
/* clang-format on */

static void
on_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Watch *self = data;
  gint64 now = g_get_monotonic_time ();

  if (ipl_estimate_add (&self->estimate, fraction, now)
      || now - MAX (self->begin_usec, self->estimate.first_usec) > PATIENCE_USEC)
    g_cancellable_cancel (self->stop);
}

/* Returns: estimated seconds of a run that ended or was stopped; negative if unknown */
static double
watch_seconds (const Watch *self)
{
  if (!g_cancellable_is_cancelled (self->stop))
    return seconds_since (self->begin_usec);
  if (self->estimate.seconds <= 0)
    return -1;
  return self->estimate.seconds
         + (double)(self->estimate.first_usec - self->begin_usec) / G_USEC_PER_SEC;
}

/* Times the draws at the row that is cheapest to solve. */
static double
time_draws (const CliWork *self, IplKernel *kernel, guint row, GError **error)
{
  g_auto (Watch) watch = { .stop = NULL };
  IplSweepRequest request = cli_work_request (self);
  g_autoptr (IplSweepResult) result = NULL;

  watch_init (&watch);
  request.kernel = kernel;
  request.n = 1;
  request.settings = &self->settings[row];
  request.gp_paths = NULL;
  request.sample = TRUE;
  request.options = self->run.options;
  request.draws = self->draws;
  result = ipl_sweep_request_run (&request, &(IplWork){ .threads = self->arguments->threads,
                                                        .cancellable = watch.stop,
                                                        .progress = on_progress,
                                                        .data = &watch });
  if (result->error != NULL)
    g_propagate_error (error, g_error_copy (result->error));
  return watch_seconds (&watch);
}

/* Estimates the theory at all settings, with a new case for each seed, and the draws. */
CliExit
cli_estimate_sweep (const CliWork *self)
{
  guint n = MIN (self->n, ROWS), threads = self->arguments->threads;
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (self->the_case, cli_cancellable (), &error);
  IplKernel *kernels[ROWS];
  IplSetting settings[ROWS];
  double work[ROWS], seconds = self->case_seconds + seconds_since (begin), draws = 0;
  Rows rows = { kernels, settings, FALSE, NULL };

  if (kernel == NULL)
    return cli_fail_error (error);
  for (guint i = 0; i < n; i++)
    {
      kernels[i] = kernel;
      settings[i] = self->settings[n > 1 ? i * (self->n - 1) / (n - 1) : 0];
      work[i] = ipl_estimate_work (kernel);
    }
  seconds += ipl_estimate_rows (n, work, time_row, &rows) * self->n / MIN (threads, self->n);
  if (rows.error == NULL && strcmp (self->run.command, "sample") == 0)
    draws = time_draws (self, kernel, 0, &rows.error);
  if (rows.error != NULL)
    {
      g_propagate_error (&error, rows.error);
      return cli_fail_error (error);
    }
  cli_print ("%s: P = %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT " paths, N0 = %" G_GSIZE_FORMAT
             ", at most %" G_GSIZE_FORMAT " rows in use\n%u setting%s\n",
             self->the_case->name, self->the_case->train.count, self->the_case->Pi,
             self->the_case->N0, kernel->P, self->n, self->n == 1 ? "" : "s");
  return print_estimate (draws < 0 ? -1 : seconds * (1 + self->run.seeds.n) + self->n * draws,
                         threads);
}

/* Returns: kernels of the case of @parameters, shared with an earlier cell if possible
 * @seconds: (inout): time spent on cases
 * @n_cases: (inout): number of cases */
static IplKernel *
make_kernel (const CliWork *self, const IplParameters *parameters, const IplParameters *before,
             IplKernel *reused, double *seconds, guint *n_cases, GError **error)
{
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (IplCase) the_case = NULL;
  IplKernel *kernel;

  if (reused != NULL && ipl_parameters_same_case (parameters, before))
    return ipl_kernel_ref (reused);
  the_case = ipl_parameters_make_case (parameters, FALSE, self->arguments->threads,
                                       cli_cancellable (), error);
  kernel = the_case != NULL ? ipl_kernel_prepare (the_case, cli_cancellable (), error) : NULL;
  *seconds += seconds_since (begin);
  (*n_cases)++;
  return kernel;
}

/* Estimates a map: its cases, and the cells of each. */
CliExit
cli_estimate_map (const CliWork *self)
{
  double n_cells = ipl_map_plan_n_cells (&self->run), work[CELLS], cases = 0, mean;
  guint n = (guint)MIN (n_cells, CELLS), n_cases = 0, threads = self->arguments->threads;
  g_autoptr (GPtrArray) kernels = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_kernel_unref);
  g_autofree IplParameters *parameters = g_new0 (IplParameters, CELLS);
  g_autoptr (GError) error = NULL;
  IplSetting settings[CELLS];
  Rows rows = { NULL, settings, TRUE, NULL };

  if (!ipl_map_plan_check (&self->run, &error))
    return cli_fail_error (error);
  for (guint i = 0; i < n; i++)
    {
      double integer_part, place = modf (0.5 + i * GOLDEN, &integer_part);
      IplKernel *kernel, *before = i > 0 ? kernels->pdata[i - 1] : NULL;

      ipl_map_plan_get (&self->run, (guint)(place * n_cells), &parameters[i]);
      kernel = make_kernel (self, &parameters[i], &parameters[MAX (i, 1) - 1], before, &cases,
                            &n_cases, &error);
      if (kernel == NULL)
        return cli_fail_error (error);
      settings[i] = parameters[i].current;
      work[i] = ipl_estimate_work (kernel);
      g_ptr_array_add (kernels, kernel);
      if (cases > IPL_ESTIMATE_SECONDS)
        n = i + 1;
    }
  rows.kernels = (IplKernel **)kernels->pdata;
  mean = ipl_estimate_rows (n, work, time_row, &rows);
  if (rows.error != NULL)
    {
      g_propagate_error (&error, rows.error);
      return cli_fail_error (error);
    }
  cli_print ("%.0f setting%s\n", n_cells, n_cells == 1 ? "" : "s");
  return print_estimate (
      cases / n_cases * ipl_map_plan_n_cases (&self->run) + mean * n_cells / threads, threads);
}

/* Estimates an experiment in time. */
CliExit
cli_estimate_experiment (const CliWork *self)
{
  const IplParameters *parameters = &self->run.parameters;
  g_auto (Watch) watch = { .stop = NULL };
  IplExperimentRun run
      = { .work
          = { .threads = self->arguments->threads, .progress = on_progress, .data = &watch } };
  g_autoptr (GError) error = NULL;
  g_autoptr (IplExperimentResult) result = NULL;

  watch_init (&watch);
  run.work.cancellable = watch.stop;
  result = parameters->experiment->compute (parameters, &run, &error);
  if (result == NULL && !g_cancellable_is_cancelled (watch.stop))
    return cli_fail_error (error);
  cli_print ("%s\n", parameters->experiment->id);
  return print_estimate (watch_seconds (&watch), self->arguments->threads);
}

/* A network that is trained. */
CliExit
cli_estimate_training (const IplTrainable *trainable, const IplTrainerConfig *config, guint threads)
{
  const IplTraining *training = &trainable->training;
  g_auto (Watch) watch = { .stop = NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (IplOneShotTask) task
      = ipl_one_shot_task_get (&trainable->task, threads, cli_cancellable (), &error);
  g_autoptr (IplTrainer) trainer
      = task != NULL ? ipl_trainer_new (config, ipl_one_shot_task_train_source, task, &error)
                     : NULL;

  watch_init (&watch);
  if (trainer == NULL
      || (!ipl_trainer_run (trainer, training->steps, 60 * training->minutes,
                            &(IplWork){ .threads = threads,
                                        .cancellable = watch.stop,
                                        .progress = on_progress,
                                        .data = &watch },
                            &error)
          && !g_cancellable_is_cancelled (watch.stop)))
    return cli_fail_error (error);
  return print_estimate (watch_seconds (&watch), threads);
}
