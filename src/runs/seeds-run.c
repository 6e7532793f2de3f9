/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mean over seeds: cases of the same task, each solved over the same widths. */
#include "runs/seeds-run.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "runs/sweep-run.h"

/* Least time between two reports. */
#define SHOW_EVERY_USEC 250000

typedef struct
{
  IplJob *job;
  const IplSeedsRequest *request;
  IplSeedMean *mean;
  gint64 begin_usec;
  gint64 shown_usec;
} Work;

/* @parameters: parameters of the case and its GP limits (a reference)
 * @settings: [@n] settings at which each case is solved
 * @best: TRUE to use only the best temperature of each width
 * Returns: (transfer full): a request for the seeds from 1 to the number in the parameters */
IplSeedsRequest *
ipl_seeds_request_new (const IplParameters *parameters, guint n, const IplSetting *settings,
                       gboolean best)
{
  IplSeedsRequest *self = g_new0 (IplSeedsRequest, 1);

  self->parameters = parameters;
  self->n = n;
  self->settings = g_memdup2 (settings, n * sizeof *settings);
  self->best = best;
  self->first = 1;
  self->n_seeds = parameters->n_seeds;
  self->threads = ipl_parallel_default_threads ();
  return self;
}

void
ipl_seeds_request_free (IplSeedsRequest *self)
{
  ipl_parameters_unref (self->parameters);
  g_free (self->settings);
  g_free (self);
}

void
ipl_seeds_result_clear (IplSeedsResult *self)
{
  ipl_parameters_unref (self->parameters);
  ipl_seed_mean_unref (self->mean);
  g_clear_error (&self->error);
}

static void
post (Work *work, GError *error)
{
  IplSeedsResult *result = g_atomic_rc_box_new0 (IplSeedsResult);

  result->parameters = ipl_parameters_ref (work->request->parameters);
  result->mean = work->mean->n > 0 ? ipl_seed_mean_copy (work->mean) : NULL;
  result->n_seeds = work->request->n_seeds;
  result->error = error;
  work->shown_usec = g_get_monotonic_time ();
  ipl_job_post (work->job, result);
}

/* Reports the progress. The remaining seeds are assumed to take as long as the finished ones. */
static void
report_progress (const Work *work, guint64 seed)
{
  guint done = work->mean->n, n = work->request->n_seeds;
  double seconds = 1e-6 * (double)(g_get_monotonic_time () - work->begin_usec);
  g_autofree char *sentence
      = g_strdup_printf ("Seed %" G_GUINT64_FORMAT ", %u of %u", seed, done + 1, n);

  ipl_job_progress (work->job, (double)done / n, done > 0 ? seconds / done * (n - done) : -1.0,
                    sentence);
}

/* Solves the sweep of the case of one seed. */
static IplSweep *
solve (const Work *work, guint64 seed, GError **error)
{
  const IplSeedsRequest *request = work->request;
  GCancellable *cancellable = ipl_job_get_cancellable (work->job);
  IplParameters parameters = *request->parameters;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplSweepResult) result = NULL;

  ipl_parameters_set_seed (&parameters, seed);
  the_case = ipl_parameters_make_case (&parameters, FALSE, request->threads, cancellable, error);
  if (the_case == NULL)
    return NULL;
  result = ipl_sweep_request_run (&(IplSweepRequest){ .the_case = the_case,
                                                      .n = request->n,
                                                      .settings = request->settings,
                                                      .gp_paths = parameters.gp_paths,
                                                      .best = request->best },
                                  &(IplWork){ .threads = request->threads,
                                              .cancellable = cancellable });
  if (result->sweep == NULL)
    g_propagate_error (error, g_steal_pointer (&result->error));
  return g_steal_pointer (&result->sweep);
}

static gboolean
follow_seeds (Work *work, GError **error)
{
  const IplSeedsRequest *request = work->request;
  guint64 own;

  if (!ipl_parameters_get_seed (request->parameters, &own)
      || ipl_parameters_get_network (request->parameters)[0] != '\0')
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A mean over seeds needs a case that is generated from a seed, not a file or "
                     "a trained network.");
  for (guint i = 0; i < request->n_seeds; i++)
    {
      guint64 seed = request->first + i;
      g_autoptr (IplSweep) sweep = NULL;

      report_progress (work, seed);
      sweep = solve (work, seed, error);
      if (sweep == NULL)
        return FALSE;
      if (!ipl_seed_mean_append (work->mean, seed, sweep, request->best))
        return ipl_fail (
            error, IPL_ERROR_VALUE,
            "A mean over seeds is at one temperature and one set of variances: give one, or "
            "--best.");
      if (g_get_monotonic_time () - work->shown_usec >= SHOW_EVERY_USEC)
        post (work, NULL);
    }
  return TRUE;
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  g_autoptr (IplSeedMean) mean = ipl_seed_mean_new ();
  gint64 now = g_get_monotonic_time ();
  Work work = { job, request, mean, now, now };
  g_autoptr (GError) error = NULL;

  /* A stop keeps the seeds that are done. */
  if (follow_seeds (&work, &error) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&error);
  post (&work, g_steal_pointer (&error));
}

/* Carries out an IplSeedsRequest. Posts an IplSeedsResult at intervals and at the end. */
const IplRun ipl_run_seeds = {
  .id = "seeds",
  .title = "Take the mean over seeds",
  .priority = 40,
  .run = run,
  .request_free = (GDestroyNotify)ipl_seeds_request_free,
  IPL_RUN_SHARES (ipl_seeds_result),
};
