/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a map in a job. Partial maps are posted while it runs and returned if it is stopped. */
#include "runs/map-run.h"

#include "core/base/parallel.h"
#include "core/maps/map-file.h"
#include "core/maps/map-solve.h"
#include "runs/job.h"

#define SAVE_EVERY_USEC (60 * G_USEC_PER_SEC)

typedef struct
{
  IplJob *job;
  const IplMapRequest *request;
  gint64 saved_usec;
} Work;

/* @run: (transfer full) */
IplMapRequest *
ipl_map_request_new (const IplRunSettings *run)
{
  IplMapRequest *self = g_new0 (IplMapRequest, 1);

  self->run = *run;
  self->threads = ipl_parallel_default_threads ();
  return self;
}

void
ipl_map_request_free (IplMapRequest *self)
{
  ipl_run_settings_clear (&self->run);
  g_clear_pointer (&self->before, ipl_map_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_free (self);
}

void
ipl_map_result_clear (IplMapResult *self)
{
  ipl_map_unref (self->map);
  g_clear_error (&self->error);
}

/* Makes a result of a map that exists already, with a reference to it. */
IplMapResult *
ipl_map_result_new (IplMap *map)
{
  IplMapResult *result = g_atomic_rc_box_new0 (IplMapResult);

  result->map = ipl_map_ref (map);
  result->finished = TRUE;
  return result;
}

/* @map: (transfer full) (nullable) */
static void
post (IplJob *job, IplMap *map, gboolean finished, GError *error)
{
  IplMapResult *result = g_atomic_rc_box_new0 (IplMapResult);

  result->map = map;
  result->finished = finished;
  result->error = error;
  ipl_job_post (job, result);
}

static void
on_show (gconstpointer so_far, double fraction, gpointer data)
{
  Work *work = data;

  if (work->request->save != NULL && g_get_monotonic_time () - work->saved_usec > SAVE_EVERY_USEC)
    {
      work->request->save (so_far, work->request->data);
      work->saved_usec = g_get_monotonic_time ();
    }
  post (work->job, ipl_map_copy (so_far), FALSE, NULL);
}

static void
on_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Work *work = data;

  ipl_job_progress (work->job, fraction, seconds_left, sentence);
}

/* @finished: (out): TRUE if all cells are solved */
static IplMap *
solve (Work *work, gboolean *finished, GError **error)
{
  const IplMapRequest *request = work->request;
  g_autoptr (IplMap) map
      = ipl_map_plan_check (&request->run, error) ? ipl_map_new (&request->run, error) : NULL;
  const IplMapSolve how = { .work = { .threads = request->threads,
                                      .cancellable = ipl_job_get_cancellable (work->job),
                                      .progress = on_progress,
                                      .show = on_show,
                                      .data = work },
                            .kernel = request->kernel,
                            .case_parameters = &request->case_parameters };

  if (map == NULL)
    return NULL;
  if (request->before != NULL)
    ipl_map_copy_solved (map, request->before);
  if (map->n_done < map->n)
    post (work->job, ipl_map_copy (map), FALSE, NULL);
  *finished = ipl_map_solve (map, &how, error);
  if (request->save != NULL)
    request->save (map, request->data);
  return g_steal_pointer (&map);
}

static void
run (IplJob *job, gpointer data, gpointer memory)
{
  const IplMapRequest *request = data;
  GCancellable *cancellable = ipl_job_get_cancellable (job);
  Work work = { job, request, g_get_monotonic_time () };
  g_autoptr (GError) error = NULL;
  gboolean finished = FALSE;
  IplMap *map = NULL;

  if (request->restores == NULL)
    map = solve (&work, &finished, &error);
  else
    {
      map = ipl_map_load_of (request->restores, &request->run, cancellable);
      finished = map != NULL && map->n_done == map->n;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&error);
  post (job, map, finished, g_steal_pointer (&error));
}

/* Carries out an IplMapRequest. Posts an IplMapResult at intervals and at the end. */
const IplRun ipl_run_map = {
  .id = "map",
  .title = "Solve a map",
  .priority = 30,
  .loss = "A map is being solved%s. The other cells stay empty.",
  .run = run,
  .request_free = (GDestroyNotify)ipl_map_request_free,
  IPL_RUN_SHARES (ipl_map_result),
};
