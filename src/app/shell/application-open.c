/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the files on the command line, grouped into windows. */
#include "app/shell/application.h"

#include "core/case/example-cases.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "runs/file-kind.h"

#define MOST_WINDOWS 10 /* opened by one command */

/* Files of one command line. */
typedef struct
{
  GFile **files;
  const IplFileKind **kinds;
  guint n;
  GFile **separate; /* (transfer none): files with their own window */
  guint n_separate;
  guint n_opened; /* number of opened ones */
  IplWindowFunc add_window;
} Named;

static void
named_free (gpointer data)
{
  Named *self = data;

  for (guint i = 0; i < self->n; i++)
    g_object_unref (self->files[i]);
  g_free (self->files);
  g_free (self->kinds);
  g_free (self->separate);
  g_free (self);
}

static void
look_at_named (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Named *self = data;

  for (guint i = 0; i < self->n; i++)
    if (g_file_peek_path (self->files[i]) != NULL)
      self->kinds[i] = ipl_file_kind_find (g_file_peek_path (self->files[i]));
  g_task_return_boolean (task, TRUE);
}

static void
open_named (IplWindow *window, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  const IplExperiment *experiment = ipl_experiment_find (name);
  gboolean example
      = (experiment != NULL && experiment->generated) || ipl_example_case_find (name) != NULL;

  if (example && !g_file_query_exists (file, NULL))
    ipl_window_open_example (window, name);
  else if (g_file_peek_path (file) != NULL)
    ipl_window_open_path (window, g_file_peek_path (file));
  else
    {
      ipl_window_open_example (window, IPL_DEFAULT_EXPERIMENT);
      ipl_window_show_message (window, "Only files on this machine can be opened.", TRUE);
    }
}

/* Reports files that are not opened, in a window with the default example, since a window of a file
 * may have another message. */
static void
report_unopened (Named *self, GtkApplication *application)
{
  IplWindow *window = self->add_window (application);
  g_autofree char *text
      = g_strdup_printf ("The first %d of %u files are open: open the others %d at a time.",
                         MOST_WINDOWS, self->n_separate, MOST_WINDOWS);

  ipl_window_open_example (window, IPL_DEFAULT_EXPERIMENT);
  ipl_window_show_message (window, text, TRUE);
}

/* Opens one window per idle callback, so that open windows react. */
static gboolean
open_next (gpointer data)
{
  Named *self = g_task_get_task_data (data);
  GtkApplication *application = g_task_get_source_object (data);

  if (self->n_opened < MIN (self->n_separate, MOST_WINDOWS))
    {
      open_named (self->add_window (application), self->separate[self->n_opened++]);
      return G_SOURCE_CONTINUE;
    }
  if (self->n_opened < self->n_separate)
    report_unopened (self, application);
  g_application_release (G_APPLICATION (application));
  return G_SOURCE_REMOVE;
}

/* Opens image files together, with a network if there is one; every other file gets its own
 * window. */
static void
on_looked_at (GObject *source, GAsyncResult *result, gpointer data)
{
  Named *self = g_task_get_task_data (G_TASK (result));
  GtkApplication *application = GTK_APPLICATION (source);
  g_autoptr (GPtrArray) images = g_ptr_array_new ();
  guint n_networks = 0;

  for (guint i = 0; i < self->n; i++)
    n_networks += self->kinds[i] != NULL && ipl_file_kind_is (self->kinds[i], "network");
  for (guint i = 0; i < self->n; i++)
    {
      const IplFileKind *kind = self->kinds[i];

      if (kind != NULL
          && (kind->is_part || (n_networks == 1 && ipl_file_kind_is (kind, "network"))))
        g_ptr_array_add (images, (gpointer)g_file_peek_path (self->files[i]));
      else
        self->separate[self->n_separate++] = self->files[i];
    }
  g_ptr_array_add (images, NULL);
  if (images->len > 1)
    ipl_window_open_paths (self->add_window (application), (const char *const *)images->pdata);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, open_next, g_object_ref (result), g_object_unref);
}

/* A name on the command line is a built-in example or else a file. */
void
ipl_application_open_files (GtkApplication *application, guint n, GFile **files,
                            IplWindowFunc add_window)
{
  g_autoptr (GTask) task = NULL;
  Named *named;

  if (n == 1)
    {
      open_named (add_window (application), files[0]);
      return;
    }
  named = g_new0 (Named, 1);
  named->n = n;
  named->add_window = add_window;
  named->files = g_memdup2 (files, named->n * sizeof *files);
  named->kinds = g_new0 (const IplFileKind *, named->n);
  named->separate = g_new0 (GFile *, named->n);
  for (guint i = 0; i < named->n; i++)
    g_object_ref (named->files[i]);
  g_application_hold (G_APPLICATION (application));
  task = g_task_new (application, NULL, on_looked_at, NULL);
  g_task_set_task_data (task, named, named_free);
  g_task_run_in_thread (task, look_at_named);
}
