/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planning in the background: what a sweep will cost, and its folder. */
#include "sweeps/plan-run.h"

#include "core/base/parallel.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters.h"
#include "runs/job.h"
#include "sweeps/job-words.h"
#include "sweeps/plan-cost.h"

/* A task's program before it has a case. */
#define PROGRAM_BYTES 28e6

/* The case of the request before, which differs from this one as a rule only in what is asked. */
typedef struct
{
  IplParameters parameters;
  IplParameters reduced;
  IplCase *the_case;
  double case_bytes; /* that it took */
} Memory;

static gpointer
memory_new (void)
{
  return g_new0 (Memory, 1);
}

static void
memory_free (gpointer data)
{
  Memory *self = data;

  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_free (self);
}

IplPlanResult *
ipl_plan_result_ref (IplPlanResult *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_plan_result_unref (IplPlanResult *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->cost);
  g_free (self->path);
  g_clear_error (&self->error);
  g_free (self);
}

static gboolean
ensure_case (Memory *memory, const IplPlanRequest *request, GCancellable *cancellable,
             GError **error)
{
  double before;

  if (memory->the_case != NULL
      && ipl_parameters_same_case (&memory->parameters, &request->parameters))
    return TRUE;
  g_clear_pointer (&memory->the_case, ipl_case_unref);
  before = ipl_resident_bytes ();
  if (!ipl_parameters_reduce (&request->parameters, &memory->reduced, cancellable, error))
    return FALSE;
  memory->the_case = ipl_parameters_make_case (&memory->reduced, FALSE,
                                               ipl_parallel_default_threads (), cancellable, error);
  memory->parameters = request->parameters;
  memory->case_bytes = MAX (ipl_resident_bytes () - before, 0);
  return memory->the_case != NULL;
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

static gboolean
write_folder (const IplPlanRequest *request, IplSweepPlan *plan, const IplJobOptions *options,
              GCancellable *cancellable, GError **error)
{
  g_autofree char *program = find_program ();
  g_autoptr (IplSweepFolder) folder
      = ipl_sweep_folder_create (request->path, plan, cancellable, error);
  IplJobOptions job = *options;

  job.program = program;
  if (folder == NULL)
    return FALSE;
  if (!g_cancellable_set_error_if_cancelled (cancellable, error)
      && ipl_job_script_write (folder, &job, error)
      && !g_cancellable_set_error_if_cancelled (cancellable, error))
    return TRUE;
  ipl_sweep_folder_undo (folder);
  return FALSE;
}

static void
plan (Memory *memory, const IplPlanRequest *request, IplPlanResult *result,
      GCancellable *cancellable)
{
  IplJobOptions job = request->job;
  IplSweepPlan *made;
  IplParameters trained;
  double before;

  job.partition = request->partition;
  job.account = request->account;
  if (!ensure_case (memory, request, cancellable, &result->error))
    return;
  before = ipl_resident_bytes ();
  if (request->train > 0
      && !ipl_plan_request_reduce (request, &trained, cancellable, &result->error))
    return;
  made = ipl_plan_request_make (request, request->train > 0 ? &trained : &memory->reduced,
                                memory->the_case, cancellable, &result->error);
  if (made == NULL)
    return;
  /* A task has the case in memory as this process has, but not what else a window holds. */
  made->bytes = PROGRAM_BYTES + memory->case_bytes + MAX (made->bytes - before, 0);
  result->n_tasks = made->n_tasks;
  result->cost = ipl_job_describe (made, &job);
  if (request->path == NULL)
    ipl_sweep_plan_free (made);
  else if (write_folder (request, made, &job, cancellable, &result->error))
    result->path = g_strdup (request->path);
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  IplPlanResult *result = g_new0 (IplPlanResult, 1);

  g_atomic_ref_count_init (&result->ref_count);
  ipl_job_progress (job, -1, -1, "Planning the sweep");
  plan (memory, request, result, ipl_job_get_cancellable (job));
  ipl_job_post (job, result);
}

/**
 * ipl_run_plan:
 *
 * Carries out an #IplPlanRequest, and posts an #IplPlanResult at its end.
 */
const IplRun ipl_run_plan = {
  .id = "plan",
  .title = "Plan a sweep",
  .run = run,
  .memory_new = memory_new,
  .memory_free = memory_free,
  .request_free = (GDestroyNotify)ipl_plan_request_free,
  .result_ref = (gpointer (*) (gpointer))ipl_plan_result_ref,
  .result_unref = (GDestroyNotify)ipl_plan_result_unref,
};
