/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes web pages, stories and other files in a job. */
#include "runs/file-writer.h"

/* @what: static string */
IplFileResult *
ipl_file_result_new (const char *what)
{
  IplFileResult *self = g_new0 (IplFileResult, 1);

  self->what = what;
  self->paths = g_new0 (char *, 1);
  return self;
}

/* Sets the only file that has been written. */
void
ipl_file_result_set_path (IplFileResult *self, const char *path)
{
  const char *paths[] = { path, NULL };

  g_strfreev (self->paths);
  self->paths = g_strdupv ((char **)paths);
}

void
ipl_file_result_free (IplFileResult *self)
{
  g_strfreev (self->paths);
  g_free (self->doubt);
  g_free (self->note);
  g_clear_error (&self->error);
  g_free (self);
}

static void
request_free (gpointer data)
{
  IplFileRequest *request = data;

  request->run->request_free (request->request);
  g_free (request);
}

static void
run (IplJob *job, gpointer data, gpointer memory)
{
  const IplFileRequest *request = data;

  request->run->run (job, request->request, NULL);
}

const IplRun ipl_run_file = {
  .id = "file",
  .title = "Write a file",
  .priority = 30,
  .outlives_case = TRUE,
  .loss = "A file is being written%s. It is not complete.",
  .run = run,
  .request_free = request_free,
  .result_unref = (GDestroyNotify)ipl_file_result_free,
};
