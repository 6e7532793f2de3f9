/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/import-run.h"

#include "core/files/npz.h"
#include "runs/job.h"

static void
array_free (gpointer data)
{
  IplImportArray *self = data;

  g_free (self->name);
  g_free (self->shape);
  g_free (self);
}

/* @cancellable: (nullable)
 * Returns: (transfer full): arrays of the file, or the reason why it cannot be read */
IplImportResult *
ipl_import_result_new (const char *path, GCancellable *cancellable)
{
  IplImportResult *self = g_atomic_rc_box_new0 (IplImportResult);
  g_autoptr (IplNpz) npz = ipl_npz_open (path, cancellable, &self->error);

  self->arrays = g_ptr_array_new_with_free_func (array_free);
  for (guint i = 0; npz != NULL && i < ipl_npz_get_n (npz); i++)
    {
      const IplArray *array = ipl_npz_get (npz, i);
      IplImportArray *listed = g_new0 (IplImportArray, 1);

      listed->name = g_strdup (array->name);
      listed->shape = ipl_array_describe_shape (array);
      listed->type = array->type;
      g_ptr_array_add (self->arrays, listed);
    }
  return self;
}

void
ipl_import_result_clear (IplImportResult *self)
{
  g_ptr_array_unref (self->arrays);
  g_clear_error (&self->error);
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  GCancellable *cancellable = ipl_job_get_cancellable (job);
  g_autoptr (IplImportResult) result = NULL;

  ipl_job_progress (job, -1, -1, "Listing the arrays");
  result = ipl_import_result_new (request, cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    ipl_job_post (job, g_steal_pointer (&result));
}

/* Takes a path and posts an IplImportResult. */
const IplRun ipl_run_import = {
  .id = "import",
  .title = "List the arrays of a file",
  .run = run,
  .request_free = g_free,
  IPL_RUN_SHARES (ipl_import_result),
};
