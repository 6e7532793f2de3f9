/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planning in the background: what a sweep will cost, and its folder. */
#include "sweeps/plan-run.h"

#include "core/base/shown-text.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters.h"
#include "runs/job.h"
#include "sweeps/job-script.h"
#include "sweeps/part-rows.h"

void
ipl_plan_result_clear (IplPlanResult *self)
{
  g_free (self->cost);
  g_free (self->path);
  g_clear_error (&self->error);
}

/* Beside the program that is asked, else on the PATH. */
static char *
find_program (void)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = own != NULL ? g_path_get_dirname (own) : g_strdup (".");
  char *beside = g_build_filename (folder, "interplay-cli", NULL);

  if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return beside;
  g_free (beside);
  beside = g_find_program_in_path ("interplay-cli");
  return beside != NULL ? beside : g_strdup ("interplay-cli");
}

/* Makes the folder with its script; where that fails, or is cancelled, nothing stays of it.
 * @plan: taken over
 * Returns: (transfer full) (nullable): the folder */
IplSweepFolder *
ipl_plan_write (const char *path, IplSweepPlan *plan, const IplJobOptions *options,
                GCancellable *cancellable, GError **error)
{
  g_autofree char *program = find_program ();
  g_autoptr (IplSweepFolder) folder = ipl_sweep_folder_create (path, plan, cancellable, error);
  IplJobOptions job = *options;

  job.program = program;
  if (folder == NULL)
    return NULL;
  if (!g_cancellable_set_error_if_cancelled (cancellable, error)
      && ipl_job_script_write (folder, &job, error)
      && !g_cancellable_set_error_if_cancelled (cancellable, error))
    return g_steal_pointer (&folder);
  ipl_sweep_folder_undo (folder);
  return NULL;
}

/* Returns: (transfer full) (nullable): the plan of a sweep with what it will cost */
static IplSweepPlan *
make_sweep (const IplPlanRequest *request, GCancellable *cancellable, GError **error)
{
  IplParameters reduced, trained;
  g_autoptr (IplCase) outline = NULL;

  if (!ipl_parameters_reduce (&request->parameters, &reduced, cancellable, error)
      || (request->train > 0 && !ipl_plan_request_reduce (request, &trained, cancellable, error)))
    return NULL;
  outline
      = ipl_parameters_make_case (&reduced, FALSE, MAX (request->job.cores, 1), cancellable, error);
  return outline != NULL ? ipl_plan_request_make (request, request->train > 0 ? &trained : &reduced,
                                                  outline, error)
                         : NULL;
}

static void
plan (const IplPlanRequest *request, IplPlanResult *result, GCancellable *cancellable)
{
  IplJobOptions job = request->job;
  g_autoptr (IplSweepFolder) folder = NULL;
  IplSweepPlan *made;

  job.partition = request->partition;
  job.account = request->account;
  made = request->parameters.experiment->parts != NULL
             ? ipl_part_rows_plan (&request->parameters, &job, &result->error)
             : make_sweep (request, cancellable, &result->error);
  if (made == NULL)
    return;
  result->n_tasks = made->n_tasks;
  result->cost = ipl_job_describe (made, &job);
  if (request->path == NULL)
    ipl_sweep_plan_free (made);
  else
    folder = ipl_plan_write (request->path, made, &job, cancellable, &result->error);
  if (folder != NULL)
    result->path = g_strdup (request->path);
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  IplPlanResult *result = g_atomic_rc_box_new0 (IplPlanResult);

  ipl_job_progress (job, -1, -1, "Planning the sweep");
  plan (request, result, ipl_job_get_cancellable (job));
  ipl_job_post (job, result);
}

/* Carries out an IplPlanRequest, and posts an IplPlanResult at its end. */
const IplRun ipl_run_plan = {
  .id = "plan",
  .title = "Plan a sweep",
  .run = run,
  .request_free = (GDestroyNotify)ipl_plan_request_free,
  IPL_RUN_SHARES (ipl_plan_result),
};
