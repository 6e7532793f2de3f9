/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a document, one job for each, by the name of the run: start, progress and results. */
#include "document/document-private.h"

/* Half a frame: the other half is for drawing. */
#define AWAITED_USEC 8000

typedef struct
{
  IplDocument *document;
  IplDocumentJob kind;
  const IplRun *run;
  IplJobs *jobs; /* made when first needed */
  IplJobStatus status;
  char *sentence;
  gpointer result; /* nullable: a reference */
} DocumentJob;

static void
session_job_free (gpointer data)
{
  DocumentJob *job = data;

  ipl_jobs_free (job->jobs);
  if (job->result != NULL)
    job->run->result_unref (job->result);
  g_free (job->sentence);
  g_free (job);
}

static DocumentJob *
look_up (IplDocument *self, const char *id)
{
  for (guint i = 0; i < self->jobs->len; i++)
    {
      DocumentJob *job = self->jobs->pdata[i];

      if (g_str_equal (job->run->id, id))
        return job;
    }
  return NULL;
}

/* Readies a run that needs more of the document than ipl_document_start() gives. */
void
ipl_document_add_job (IplDocument *self, const IplDocumentJob *kind)
{
  DocumentJob *job = g_new0 (DocumentJob, 1);

  job->document = self;
  job->kind = *kind;
  job->run = ipl_run_find (kind->id);
  job->status.fraction = 1.0;
  if (self->jobs == NULL)
    self->jobs = g_ptr_array_new_with_free_func (session_job_free);
  g_ptr_array_add (self->jobs, job);
}

/* Takes a reference of @result in place of the former one. A result that is not reference-
 * counted stays with its job. */
void
ipl_document_set_result (IplDocument *self, const char *id, gpointer result)
{
  DocumentJob *job = look_up (self, id);
  gpointer before = job->result;

  if (job->run->result_ref == NULL)
    return;
  job->result = result != NULL ? job->run->result_ref (result) : NULL;
  if (before != NULL)
    job->run->result_unref (before);
  ipl_document_forget_view (self);
}

static void
on_update (const IplJobStatus *status, gpointer result, gpointer user_data)
{
  DocumentJob *job = user_data;
  IplDocument *self = job->document;

  g_free (job->sentence);
  job->sentence = g_strdup (status->sentence);
  job->status = *status;
  job->status.sentence = job->sentence;
  if (result != NULL && job->kind.accept != NULL)
    job->kind.accept (self, result);
  else if (result != NULL)
    ipl_document_set_result (self, job->run->id, result);
  if (!status->running && job->kind.ended != NULL)
    job->kind.ended (self);
  ipl_document_job_changed (self, job->run->id);
}

/* Takes @request. A running computation may end its present step within @grace_ms; 0 if it is
 * obsolete. */
void
ipl_document_submit (IplDocument *self, const char *id, gpointer request, guint grace_ms)
{
  DocumentJob *job = look_up (self, id);

  if (self->is_closed)
    {
      if (job->run->request_free != NULL)
        job->run->request_free (request);
      return;
    }
  if (job->jobs == NULL)
    job->jobs = ipl_jobs_new (NULL, job->run, on_update, job);
  if (grace_ms > 0)
    ipl_jobs_supersede (job->jobs, request, grace_ms);
  else
    ipl_jobs_submit (job->jobs, request);
  if (job->status.running)
    return;
  job->status.running = TRUE;
  job->status.fraction = -1.0;
  ipl_document_job_changed (self, id);
}

/* Waits for a solution that is nearly complete, so that the next frame shows it. */
void
ipl_document_await_solution (IplDocument *self)
{
  const DocumentJob *job = look_up (self, IPL_SOLVE);

  if (job->jobs != NULL)
    ipl_jobs_await (job->jobs, AWAITED_USEC);
}

/* Cancels the job; results that it has not posted are lost. */
void
ipl_document_cancel_job (IplDocument *self, const char *id)
{
  DocumentJob *job = look_up (self, id);

  if (job != NULL && job->jobs != NULL)
    ipl_jobs_cancel (job->jobs);
}

/* Stops the job and keeps its result. */
void
ipl_document_stop_job (IplDocument *self, const char *id)
{
  DocumentJob *job = look_up (self, id);

  if (job->jobs != NULL)
    ipl_jobs_stop (job->jobs);
}

/* Stops all jobs without waiting for their threads; their results stay. */
void
ipl_document_close_jobs (IplDocument *self)
{
  self->is_closed = TRUE;
  for (guint i = 0; i < self->jobs->len; i++)
    ipl_document_stop_job (self, ((DocumentJob *)self->jobs->pdata[i])->run->id);
  for (guint i = 0; i < self->jobs->len; i++)
    {
      DocumentJob *job = self->jobs->pdata[i];

      g_clear_pointer (&job->jobs, ipl_jobs_free);
      g_clear_pointer (&job->sentence, g_free);
      job->status = (IplJobStatus){ .fraction = 1.0 };
    }
}

/* Starts a run in the background; the latest request wins. Emits "job-changed", with @id as its
 * detail.
 * @id: name of a run, of the program's table or registered
 * @request: a request of the type of that run */
void
ipl_document_start (IplDocument *self, const char *id, gpointer request)
{
  g_return_if_fail (ipl_run_find (id) != NULL);

  if (look_up (self, id) == NULL)
    ipl_document_add_job (self, &(IplDocumentJob){ .id = id });
  ipl_document_submit (self, id, request, 0);
}

/* Returns: its progress */
const IplJobStatus *
ipl_document_get_status (IplDocument *self, const char *id)
{
  static const IplJobStatus idle = { .fraction = 1.0 };
  const DocumentJob *job = look_up (self, id);

  return job != NULL ? &job->status : &idle;
}

static gboolean
is_requested (const DocumentJob *job)
{
  return job->status.running
         && (job->kind.is_requested == NULL || job->kind.is_requested (job->document));
}

/* The job of the progress bar: a job for which the user waits, else @page_run. */
static DocumentJob *
find_foremost (IplDocument *self, const char *page_run)
{
  DocumentJob *found = NULL;

  for (guint i = 0; i < self->jobs->len; i++)
    {
      DocumentJob *job = self->jobs->pdata[i];

      if (is_requested (job) && job->run->priority > (found != NULL ? found->run->priority : 0))
        found = job;
    }
  if (found == NULL && page_run != NULL)
    found = look_up (self, page_run);
  return found != NULL && found->status.running ? found : NULL;
}

/* @page_run: (nullable): the run of the results on the present page
 * Returns: progress of the job of the progress bar */
const IplJobStatus *
ipl_document_get_progress (IplDocument *self, const char *page_run)
{
  static const IplJobStatus idle = { .fraction = 1.0 };
  const DocumentJob *job = self->is_closed ? NULL : find_foremost (self, page_run);

  return job != NULL ? &job->status : &idle;
}

/* Ends the job that ipl_document_get_progress() is about. */
void
ipl_document_stop_foremost (IplDocument *self, const char *page_run)
{
  const DocumentJob *job = self->is_closed ? NULL : find_foremost (self, page_run);

  if (job == NULL)
    return;
  if (job->kind.stop != NULL)
    job->kind.stop (self);
  else
    ipl_document_cancel_job (self, job->run->id);
}

/* " (35% done)", if known. */
char *
ipl_document_describe_progress (const IplJobStatus *status)
{
  if (status->stopping || !(status->fraction >= 0.01))
    return g_strdup ("");
  return g_strdup_printf (" (%.0f%% done)", 100.0 * MIN (status->fraction, 1.0));
}

/* @ends: TRUE at the end of the document; FALSE if another case is opened in it
 * Returns: (transfer full): a paragraph for each job that would be lost */
char *
ipl_document_describe_jobs (IplDocument *self, gboolean ends)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->jobs->len; i++)
    {
      const DocumentJob *job = self->jobs->pdata[i];
      g_autofree char *progress = ipl_document_describe_progress (&job->status);
      char *text = NULL;

      if (!is_requested (job) || (job->run->outlives_case && !ends))
        continue;
      if (job->kind.describe_loss != NULL)
        text = job->kind.describe_loss (self, ends);
      else if (job->run->loss != NULL)
        {
          g_auto (GStrv) parts = g_strsplit (job->run->loss, "%s", 2);

          text = g_strjoinv (progress, parts);
        }
      if (text != NULL)
        g_ptr_array_add (texts, text);
    }
  g_ptr_array_add (texts, NULL);
  return g_strjoinv ("\n\n", (char **)texts->pdata);
}

/* Returns: TRUE if the end of the document would lose work that no file can contain */
gboolean
ipl_document_is_busy (IplDocument *self)
{
  g_autofree char *text = self->is_closed ? NULL : ipl_document_describe_jobs (self, TRUE);

  return text != NULL && text[0] != '\0';
}

/* Returns: (nullable): the newest cached result */
gpointer
ipl_document_get_result (IplDocument *self, const char *id)
{
  const DocumentJob *job = look_up (self, id);

  return job != NULL ? job->result : NULL;
}

/* Returns: (nullable): the shown results; callers elsewhere take a reference; NULL while only
 *   the shape of the case is known */
const IplSolveResult *
ipl_document_get_solve_result (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_result (self, IPL_SOLVE);

  return result != NULL && !result->is_sketch ? result : NULL;
}

gboolean
ipl_document_is_training (IplDocument *self)
{
  const IplTrainResult *result = ipl_document_get_result (self, IPL_TRAIN);

  return !self->is_closed && result != NULL && result->curve.running
         && ipl_document_get_status (self, IPL_TRAIN)->running;
}
