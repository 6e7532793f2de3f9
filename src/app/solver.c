/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver.h"

#include <interplay/error.h>
#include <interplay/parallel.h>
#include <string.h>

#include "sweep-merge.h"

/* A sweep whose solves take longer than this is delivered width by width. */
#define SLOW_SOLVE_SECONDS 0.02
/* A single solve on at least this many examples uses the threads inside BLAS. */
#define BLAS_THREADS_FROM_P 400

/* Lives in the worker thread: what has been solved already, so that a question costs only what it
 * changes. */
struct _IplSolver
{
  IplParameters parameters; /* the case was made from these */
  IplCase *the_case;
  IplKernel *kernel;
  IplSolution *current;
  IplSolution *gp;
  IplSweep *sweep;
  gboolean sweep_partial;
  IplSampler *sampler;

  /* Of the present question. */
  gint64 asked_usec;
  guint sampled;
};

/* What is posted whenever a summary has come. */
typedef struct
{
  IplSolver *solver;
  IplJob *job;
  const IplParameters *parameters;
  gboolean new_case;
} Showing;

typedef struct
{
  IplJob *job;
  double from, to; /* this step's share of the progress bar */
} Progress;

IplOutcome *
ipl_outcome_ref (IplOutcome *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_outcome_unref (IplOutcome *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_clear_pointer (&self->gp, ipl_solution_unref);
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  for (guint i = 0; i < self->n_posteriors; i++)
    ipl_posterior_summary_unref (self->posteriors[i]);
  g_free (self->posteriors);
  g_clear_error (&self->error);
  g_free (self);
}

/**
 * ipl_outcome_find_posterior:
 * @self: the results
 * @setting: a setting
 *
 * Returns: (transfer none) (nullable): what has been sampled at exactly this setting
 */
const IplPosteriorSummary *
ipl_outcome_find_posterior (const IplOutcome *self, const IplSetting *setting)
{
  for (guint i = 0; i < self->n_posteriors; i++)
    if (ipl_setting_equal (&self->posteriors[i]->setting, setting))
      return self->posteriors[i];
  return NULL;
}

/**
 * ipl_solver_new:
 *
 * Returns: (transfer full): a solver that has not been asked anything yet
 */
IplSolver *
ipl_solver_new (void)
{
  IplSolver *self = g_new0 (IplSolver, 1);

  self->sampler = ipl_sampler_new ();
  return self;
}

static void
forget_results (IplSolver *self)
{
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_clear_pointer (&self->gp, ipl_solution_unref);
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  self->sweep_partial = FALSE;
  ipl_sampler_forget (self->sampler);
}

/**
 * ipl_solver_free:
 * @self: (transfer full): the solver
 */
void
ipl_solver_free (IplSolver *self)
{
  if (self == NULL)
    return;
  forget_results (self);
  g_clear_pointer (&self->sampler, ipl_sampler_free);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_free (self);
}

static void
post (IplSolver *self, IplJob *job, const IplParameters *parameters, gboolean new_case,
      gboolean sweep_current, GError *error)
{
  IplOutcome *outcome = g_new0 (IplOutcome, 1);

  g_atomic_ref_count_init (&outcome->ref_count);
  outcome->parameters = *parameters;
  outcome->asked_usec = self->asked_usec;
  outcome->new_case = new_case;
  outcome->the_case = self->the_case != NULL ? ipl_case_ref (self->the_case) : NULL;
  outcome->kernel = self->kernel != NULL ? ipl_kernel_ref (self->kernel) : NULL;
  outcome->current = self->current != NULL ? ipl_solution_ref (self->current) : NULL;
  outcome->gp = self->gp != NULL ? ipl_solution_ref (self->gp) : NULL;
  outcome->sweep = self->sweep != NULL ? ipl_sweep_ref (self->sweep) : NULL;
  outcome->sweep_current = sweep_current;
  outcome->posteriors = ipl_sampler_get_summaries (self->sampler, &outcome->n_posteriors);
  outcome->sampled = self->sampled;
  outcome->error = error;
  ipl_job_post (job, outcome);
}

static gboolean
same_prior (const IplSetting *a, const IplSetting *b)
{
  return a->L == b->L && a->temperature == b->temperature
         && memcmp (a->variances, b->variances, (a->L + 2) * sizeof (double)) == 0;
}

/* Step 1: the case and its kernel. Whatever was there stays until the new one is whole. */
static gboolean
ensure_case (IplSolver *self, IplJob *job, const IplQuestion *question, gboolean *made,
             GError **error)
{
  const IplParameters *parameters = &question->parameters;
  const IplExperiment *experiment = ipl_experiment_find (parameters->experiment);
  g_autoptr (IplCase) the_case = NULL;
  IplKernel *kernel;

  *made = FALSE;
  if (self->the_case != NULL && !question->reload
      && ipl_parameters_same_case (&self->parameters, parameters))
    return TRUE;
  if (experiment == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING, "There is no experiment called “%s”.",
                   parameters->experiment);
      return FALSE;
    }
  ipl_job_progress (job, -1.0, experiment->generated ? "Generating the case" : "Reading the case");
  the_case = experiment->make_case (parameters, FALSE, ipl_parallel_default_threads (),
                                    ipl_job_get_cancellable (job), error);
  if (the_case == NULL)
    return FALSE;
  if (g_cancellable_set_error_if_cancelled (ipl_job_get_cancellable (job), error))
    return FALSE;
  ipl_job_progress (job, -1.0, "Preparing the path-path kernels");
  kernel = ipl_kernel_new (the_case, error);
  if (kernel == NULL)
    return FALSE;

  forget_results (self);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  self->the_case = g_steal_pointer (&the_case);
  self->kernel = kernel;
  self->parameters = *parameters;
  *made = TRUE;
  return TRUE;
}

static IplSolution *
find_in_sweep (const IplSolver *self, const IplSetting *setting)
{
  for (guint i = 0; self->sweep != NULL && i < self->sweep->n_rows; i++)
    if (self->sweep->rows[i] != NULL && ipl_setting_equal (&self->sweep->rows[i]->setting, setting))
      return self->sweep->rows[i];
  return NULL;
}

/* Step 2: what the user is looking at. */
static gboolean
ensure_current (IplSolver *self, IplJob *job, const IplSetting *setting, GError **error)
{
  GCancellable *cancellable = ipl_job_get_cancellable (job);
  IplSolution *solution;

  if (self->gp == NULL || !same_prior (&self->gp->setting, setting))
    {
      IplSetting gp_setting = *setting;

      gp_setting.gp = TRUE;
      solution = ipl_solution_gp (self->the_case, self->kernel, &gp_setting, NULL, 0, cancellable,
                                  error);
      if (solution == NULL)
        return FALSE;
      g_clear_pointer (&self->gp, ipl_solution_unref);
      self->gp = solution;
    }
  if (self->current != NULL && ipl_setting_equal (&self->current->setting, setting))
    return TRUE;

  if (setting->gp)
    solution = ipl_solution_ref (self->gp);
  else if ((solution = find_in_sweep (self, setting)) != NULL)
    ipl_solution_ref (solution);
  else
    {
      const IplSolution *start
          = self->current != NULL && self->current->saddle != NULL ? self->current : NULL;

      gboolean large = ipl_kernel_get_P (self->kernel) >= BLAS_THREADS_FROM_P;

      ipl_job_progress (job, -1.0, "Solving at the current width");
      ipl_parallel_set_blas_threads (large ? ipl_parallel_default_threads () : 1);
      solution
          = ipl_solution_solve (self->the_case, self->kernel, setting, start, cancellable, error);
      ipl_parallel_set_blas_threads (1);
    }
  if (solution == NULL)
    return FALSE;
  g_clear_pointer (&self->current, ipl_solution_unref);
  self->current = solution;
  ipl_sampler_keep_only (self->sampler, setting);
  return TRUE;
}

static void
sweep_progress (double fraction, const char *sentence, gpointer data)
{
  const Progress *progress = data;

  ipl_job_progress (progress->job, progress->from + fraction * (progress->to - progress->from),
                    sentence);
}

static gboolean
sweep_answers (const IplSolver *self, guint n, const IplSetting *settings)
{
  if (self->sweep == NULL || self->sweep_partial || self->sweep->n_rows != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (self->sweep->rows[i] == NULL
        || !ipl_setting_equal (&self->sweep->rows[i]->setting, &settings[i]))
      return FALSE;
  return TRUE;
}

static int
compare_widest_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const IplSetting *settings = data;
  guint i = *(const guint *)a, k = *(const guint *)b;
  guint wi = ipl_setting_largest_width (&settings[i]),
        wk = ipl_setting_largest_width (&settings[k]);

  return wi != wk ? (wi > wk ? -1 : 1) : (i < k ? -1 : i > k);
}

static gboolean
sweep_at_once (IplSolver *self, IplJob *job, guint n, const IplSetting *settings, GError **error)
{
  Progress progress = { job, 0.0, 1.0 };
  IplSweep *sweep;

  sweep
      = ipl_sweep_run (self->the_case, self->kernel, n, settings, ipl_parallel_default_threads (),
                       sweep_progress, &progress, ipl_job_get_background_cancellable (job), error);
  if (sweep == NULL)
    return FALSE;
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  self->sweep = sweep;
  self->sweep_partial = FALSE;
  return TRUE;
}

/* Shows the sweep so far; what comes next goes into a copy, since what is shown is immutable. */
static void
show_part (IplSolver *self, IplJob *job, const IplParameters *parameters, const IplSweep *sweep,
           gboolean complete)
{
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  self->sweep = ipl_sweep_copy (sweep);
  self->sweep_partial = !complete;
  post (self, job, parameters, FALSE, complete, NULL);
}

/* From the widest down, each continuing from the last as ipl_sweep_run() does; what is there is
 * shown, and kept when a newer question interrupts. */
static gboolean
sweep_by_parts (IplSolver *self, IplJob *job, const IplParameters *parameters, guint n,
                const IplSetting *settings, GError **error)
{
  GCancellable *cancellable = ipl_job_get_background_cancellable (job);
  g_autoptr (IplSweep) sweep = ipl_sweep_resume (self->the_case, self->sweep, n, settings);
  const IplSolution *start = NULL;
  guint order[IPL_MAX_LIST];

  for (guint i = 0; i < n; i++)
    {
      if (sweep->rows[i] == NULL && ipl_setting_equal (&settings[i], &self->current->setting))
        sweep->rows[i] = ipl_solution_ref (self->current);
      order[i] = i;
    }
  g_qsort_with_data (order, (int)n, sizeof *order, compare_widest_first, (gpointer)settings);
  if (sweep->n_groups == 0)
    {
      Progress progress = { job, 0.0, 1.0 / n };
      g_autoptr (IplSweep) part
          = ipl_sweep_run (self->the_case, self->kernel, 1, &settings[order[0]],
                           ipl_parallel_default_threads (), sweep_progress, &progress, cancellable,
                           error);
      if (part == NULL)
        return FALSE;
      ipl_sweep_adopt (sweep, order[0], part);
      show_part (self, job, parameters, sweep, FALSE);
    }
  ipl_parallel_set_blas_threads (ipl_parallel_default_threads ());
  for (guint k = 0; k < n; k++)
    {
      IplSolution **row = &sweep->rows[order[k]];

      if (*row == NULL)
        {
          g_autofree char *widths = ipl_setting_widths_text (&settings[order[k]]);
          g_autofree char *sentence = g_strdup_printf ("Solving at N = %s", widths);

          ipl_job_progress (job, (double)k / n, sentence);
          *row = ipl_solution_solve (self->the_case, self->kernel, &settings[order[k]], start,
                                     cancellable, error);
          if (*row == NULL)
            break;
          show_part (self, job, parameters, sweep, FALSE);
        }
      start = *row;
    }
  ipl_parallel_set_blas_threads (1);
  if (start == NULL || sweep->rows[order[n - 1]] == NULL)
    return FALSE;
  show_part (self, job, parameters, sweep, TRUE);
  return TRUE;
}

/* The sweep's settings: its widths with the current temperature and variances. */
static void
list_settings (const IplParameters *parameters, IplSetting *settings)
{
  for (guint i = 0; i < parameters->n_widths; i++)
    {
      settings[i] = parameters->widths[i];
      settings[i].temperature = parameters->current.temperature;
      memcpy (settings[i].variances, parameters->current.variances, sizeof settings[i].variances);
    }
}

/* Step 3: the other widths. */
static gboolean
ensure_sweep (IplSolver *self, IplJob *job, const IplParameters *parameters,
              const IplSetting *settings, GError **error)
{
  guint n = parameters->n_widths;

  if (n == 0 || sweep_answers (self, n, settings))
    return TRUE;
  if (self->current->solve_seconds > SLOW_SOLVE_SECONDS)
    return sweep_by_parts (self, job, parameters, n, settings, error);
  return sweep_at_once (self, job, n, settings, error);
}

static void
show_samples (gpointer data)
{
  const Showing *showing = data;

  post (showing->solver, showing->job, showing->parameters, showing->new_case, TRUE, NULL);
}

/* Steps 3 and 4, which anything newer interrupts: the sweep, then the samples. */
static gboolean
ensure_rest (IplSolver *self, IplJob *job, const IplQuestion *question,
             const IplParameters *parameters, gboolean new_case, GError **error)
{
  Showing showing = { self, job, parameters, new_case };
  IplSetting settings[IPL_MAX_LIST];
  guint n = parameters->n_widths;

  if (g_cancellable_set_error_if_cancelled (ipl_job_get_background_cancellable (job), error))
    return FALSE;
  list_settings (parameters, settings);
  if (!ensure_sweep (self, job, parameters, settings, error))
    return FALSE;
  post (self, job, parameters, new_case, TRUE, NULL);
  if (!ipl_sampler_run (self->sampler, job, self->the_case, self->kernel, &question->plan,
                        &parameters->current, n, settings, show_samples, &showing, error))
    {
      if (!g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        self->sampled = question->plan.serial;
      return FALSE;
    }
  if (question->plan.serial != 0)
    {
      self->sampled = question->plan.serial;
      post (self, job, parameters, new_case, TRUE, NULL);
    }
  return TRUE;
}

/**
 * ipl_solver_answer:
 * @job: the running job
 * @data: an #IplQuestion
 * @solver: the #IplSolver of this thread
 *
 * Answers a question in the order in which a user misses things: the case, the solution at the
 * current setting, the sweep, then the samples. Posts an #IplOutcome after each step that changed
 * something.
 */
void
ipl_solver_answer (IplJob *job, gpointer data, gpointer solver)
{
  IplSolver *self = solver;
  const IplQuestion *question = data;
  IplParameters parameters = question->parameters;
  g_autoptr (GError) error = NULL;
  gboolean new_case = FALSE;
  gboolean ok;

  self->asked_usec = question->asked_usec;
  self->sampled = 0;
  ok = ensure_case (self, job, question, &new_case, &error);
  if (ok && (parameters.current.L != self->the_case->L || (new_case && parameters.file[0] != '\0')))
    ipl_parameters_adopt_case (&parameters, self->the_case);
  if (ok && new_case)
    {
      self->parameters = parameters;
      post (self, job, &parameters, TRUE, FALSE, NULL);
    }
  if (ok && ipl_setting_validate (&parameters.current, self->the_case, &error)
      && ensure_current (self, job, &parameters.current, &error))
    {
      post (self, job, &parameters, new_case, FALSE, NULL);
      ensure_rest (self, job, question, &parameters, new_case, &error);
    }
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    post (self, job, &parameters, new_case, self->sampled != 0, g_steal_pointer (&error));
}
