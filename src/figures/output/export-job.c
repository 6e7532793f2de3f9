/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/output/export-job.h"

#include "figures/view/view.h"

typedef struct
{
  const IplPanel *panel;
  IplView *shown;
  IplStyle style;
  IplPaper page;
  IplProvenance *made; /* (nullable) */
  const IplFormat *format;
  char *path;
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;

  ipl_view_unref (self->shown);
  ipl_provenance_free (self->made);
  g_free (self->path);
  g_free (self);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Export *self = data;
  GError *error = NULL;

  if (ipl_figure_export (self->panel, self->shown, &self->style, &self->page, self->made,
                         self->format, self->path, &error))
    g_task_return_pointer (task, g_strdup (self->path), g_free);
  else
    g_task_return_error (task, error);
}

/* Exports a figure in a thread of its own: a large PNG takes a second to compress.
 * @view: what is shown; referenced
 * @made: (nullable): where it comes from
 * @callback: called when it has been written or could not be */
void
ipl_export_job_start (const IplPanel *panel, const IplView *view, const IplStyle *style,
                      const IplPaper *page, const IplProvenance *made, const IplFormat *format,
                      const char *path, GAsyncReadyCallback callback, gpointer user_data)
{
  Export *self = g_new0 (Export, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  self->panel = panel;
  self->shown = ipl_view_share (view);
  self->style = *style;
  self->page = *page;
  self->made = ipl_provenance_copy (made);
  self->format = format;
  self->path = g_strdup (path);
  g_task_set_task_data (task, self, export_free);
  g_task_run_in_thread (task, run);
}

/* Returns: (transfer full): the file that has been written, or NULL */
char *
ipl_export_job_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
