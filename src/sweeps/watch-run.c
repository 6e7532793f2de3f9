/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder is looked at until its sweep is there: when the system says that files came, and every
 * two seconds, since file systems of clusters say nothing. */
#include "sweeps/watch-run.h"

#include "runs/duration.h"

#define POLL_USEC (2 * G_USEC_PER_SEC)

/* Files come one by one: what came in so long is looked at together. */
#define TOGETHER_USEC (G_USEC_PER_SEC / 4)

typedef struct
{
  IplJob *job;
  const char *path;
  GMainContext *context;
  GFileMonitor *monitors[2];
  gboolean changed;
  gboolean woken;
} Watch;

void
ipl_watch_result_clear (IplWatchResult *self)
{
  g_free (self->path);
  ipl_sweep_rows_unref (self->rows);
  g_clear_error (&self->error);
}

static void
post (const Watch *self, IplSweepRows *rows, GError *error)
{
  IplWatchResult *result = g_atomic_rc_box_new0 (IplWatchResult);

  result->path = g_strdup (self->path);
  result->rows = rows != NULL ? ipl_sweep_rows_ref (rows) : NULL;
  result->error = error;
  ipl_job_post (self->job, result);
}

static void
say (const Watch *self, const IplSweepRows *rows)
{
  const IplSweepStatus *status = rows->status;
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "%u of %u rows are there", status->done, status->n);
  if (status->running > 0)
    g_string_append_printf (text, ", %u running", status->running);
  if (status->failed > 0)
    g_string_append_printf (text, ", %u failed", status->failed);
  ipl_job_progress (self->job, status->n > 0 ? (double)status->done / status->n : 1,
                    status->tasks > 0 ? status->seconds_left : -1, text->str);
}

static gboolean
on_poll (gpointer data)
{
  Watch *self = data;

  self->woken = TRUE;
  return G_SOURCE_REMOVE;
}

static void
on_changed (Watch *self)
{
  self->changed = TRUE;
}

static void
on_cancelled (GCancellable *cancellable, gpointer context)
{
  g_main_context_wakeup (context);
}

static void
attach (Watch *self, gint64 usec)
{
  GSource *source = g_timeout_source_new ((guint)(usec / 1000));

  self->woken = FALSE;
  g_source_set_callback (source, on_poll, self, NULL);
  g_source_attach (source, self->context);
  while (!self->woken && !(self->changed && usec == POLL_USEC)
         && !g_cancellable_is_cancelled (ipl_job_get_cancellable (self->job)))
    g_main_context_iteration (self->context, TRUE);
  g_source_destroy (source);
  g_source_unref (source);
}

/* Until there may be something new. */
static void
wait_for_change (Watch *self)
{
  self->changed = FALSE;
  attach (self, POLL_USEC);
  if (self->changed)
    attach (self, TOGETHER_USEC);
}

static void
look (Watch *self)
{
  GCancellable *cancellable = ipl_job_get_cancellable (self->job);
  g_autoptr (IplSweepRows) before = NULL;

  while (!g_cancellable_is_cancelled (cancellable))
    {
      GError *error = NULL;
      g_autoptr (IplSweepRows) rows = ipl_sweep_rows_read (self->path, before, cancellable, &error);

      if (rows == NULL)
        {
          if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
            g_error_free (error);
          else
            post (self, before, error);
          return;
        }
      say (self, rows);
      if (before == NULL || !ipl_sweep_rows_equal (rows, before))
        post (self, rows, NULL);
      if (rows->status->done == rows->status->n)
        return;
      g_clear_pointer (&before, ipl_sweep_rows_unref);
      before = g_steal_pointer (&rows);
      wait_for_change (self);
    }
}

/* Rows stand two folders below, whose monitors would be many: of what is watched the list of who is
 * at work changes with every row. */
static void
run (IplJob *job, gpointer request, gpointer memory)
{
  static const char *const names[] = { "running", "rows" };
  Watch self = { .job = job, .path = request, .context = g_main_context_new () };
  GCancellable *cancellable = ipl_job_get_cancellable (job);
  gulong handler;

  g_main_context_push_thread_default (self.context);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self.path, names[i], NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      self.monitors[i] = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, NULL);
      if (self.monitors[i] != NULL)
        g_signal_connect_swapped (self.monitors[i], "changed", G_CALLBACK (on_changed), &self);
    }
  handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), self.context, NULL);
  look (&self);
  g_cancellable_disconnect (cancellable, handler);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_clear_object (&self.monitors[i]);
  g_main_context_pop_thread_default (self.context);
  g_main_context_unref (self.context);
}

const IplRun ipl_run_watch = {
  .id = "watch",
  .title = "Sweep in a folder",
  .priority = 20,
  .run = run,
  .request_free = g_free,
  IPL_RUN_SHARES (ipl_watch_result),
};
