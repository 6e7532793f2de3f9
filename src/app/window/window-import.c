/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Imports a file that is no case yet, with a dialog for the roles of its arrays. */
#include "app/window/window-private.h"

#include "app/import/import-widgets.h"
#include "app/base/file-chooser.h"
#include "core/experiments/case-file-experiment.h"
#include "core/files/npz.h"
#include "runs/file-kind.h"

/* A file, and how to read it. */
typedef struct
{
  char *path;
  IplCaseImport import;
} Import;

static void
import_free (gpointer data)
{
  Import *self = data;

  g_free (self->path);
  g_free (self);
}

static void
import_now (gpointer window, gpointer data)
{
  const Import *import = data;

  ipl_document_import_file (ipl_window_get_document (window), import->path, &import->import);
}

/* Asks before another file replaces the case. Reading the same file differently is undoable and
 * needs no question. */
static void
on_import (IplWindow *self, IplImportDialog *dialog)
{
  Import *import = g_new0 (Import, 1);

  import->path = g_strdup (ipl_import_dialog_get_path (dialog));
  import->import = *ipl_import_dialog_get_import (dialog);
  if (ipl_document_is_file (self->document, import->path))
    {
      import_now (self, import);
      import_free (import);
    }
  else
    ipl_window_leave_then (self, IPL_LEAVING_CASE, import_now, import, import_free);
}

/* Opens the dialog, with the present settings if the file is open. */
static void
open_dialog (IplWindow *self, const char *path)
{
  IplImportDialog *dialog;
  IplCaseImport import;

  ipl_case_import_init (&import);
  if (ipl_document_is_file (self->document, path))
    import = *ipl_parameters_get_import (ipl_document_get_parameters (self->document));
  dialog = ipl_import_dialog_new (GTK_WINDOW (self), self->document, path, &import);
  g_signal_connect_object (dialog, "import", G_CALLBACK (on_import), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_chosen (IplWindow *self, GPtrArray *files)
{
  const char *path = g_file_peek_path (files->pdata[0]);

  if (path != NULL)
    open_dialog (self, path);
  else
    ipl_window_show_message (self, "Only files on this machine can be opened.", TRUE);
}

static void
on_import_file (IplWindow *self)
{
  static const IplFileQuestion question = { "Import a File",
                                            IPL_FILE_OPEN,
                                            "_Import…",
                                            "*.npz *.safetensors",
                                            "Arrays (*.npz, *.safetensors)",
                                            "import" };

  ipl_file_chooser_open_several (GTK_WINDOW (self), &question, G_CALLBACK (on_chosen), self);
}

/* Imports the file that could not be opened, or else the open file. */
static void
on_import_this (IplWindow *self)
{
  const char *path = self->import_path != NULL
                         ? self->import_path
                         : ipl_parameters_get_source (ipl_document_get_parameters (self->document));

  if (path[0] != '\0')
    open_dialog (self, path);
}

static gboolean
can_import_this (IplWindow *self)
{
  return self->import_path != NULL
         || ipl_document_get_parameters (self->document)->experiment == &ipl_experiment_file;
}

static void
set_path (IplWindow *self, const char *path)
{
  g_free (self->import_path);
  self->import_path = g_strdup (path);
  gtk_widget_set_visible (self->info_import, path != NULL);
  ipl_window_enable (self, "open::roles", can_import_this (self));
}

static void
on_other_message (IplWindow *self)
{
  set_path (self, NULL);
}

/* TRUE if the file has a list of arrays, which roles can be given to. */
static gboolean
has_arrays (const char *path)
{
  g_autoptr (IplNpz) npz = NULL;

  if (!ipl_file_kind_has_name ("case", path) || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  npz = ipl_npz_open (path, NULL, NULL);
  return npz != NULL;
}

/* Offers to import a file of arrays that could not be opened. */
static void
on_message (IplWindow *self, const char *text, gboolean is_error)
{
  const char *path = ipl_document_get_opening (self->document);

  set_path (self, is_error && path != NULL && has_arrays (path) ? path : NULL);
}

static void
set_up (IplWindow *self)
{
  g_signal_connect_object (self->info_label, "notify::label", G_CALLBACK (on_other_message), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->info_bar, "response", G_CALLBACK (on_other_message), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "message", G_CALLBACK (on_message), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
update (IplWindow *self)
{
  ipl_window_enable (self, "open::roles", can_import_this (self));
}

static const IplCommand commands[] = {
  { "open::import", G_CALLBACK (on_import_file), "<Control>i", "Import a file", IPL_SHORTCUTS_CASES,
    .help = "import" },
  { "open::roles", G_CALLBACK (on_import_this), "<Control><Alt>i", "Change import roles",
    IPL_SHORTCUTS_CASES, .why = "The open case is not from a file.", .help = "import" },
};

const IplWindowPart ipl_window_import_part
    = { commands, G_N_ELEMENTS (commands), set_up, update, NULL };
