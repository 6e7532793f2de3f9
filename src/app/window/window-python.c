/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as the Python that redraws it, and which file of results it reads. */
#include "app/window/window-private.h"

#include "app/dialogs/export-command.h"
#include "core/parameters/parameters-change.h"
#include "core/parameters/parameters.h"
#include "core/base/shown-text.h"
#include "figures/panels/panel-table.h"

#include <string.h>

/* A file that was saved, and what of. */
typedef struct
{
  char *path;
  IplParameters parameters;
  guint amount;
} Saved;

static void
saved_free (gpointer data)
{
  g_free (((Saved *)data)->path);
  g_free (data);
}

static const char *
key_of (IplPythonArrays arrays)
{
  static const char *const keys[] = {
    [IPL_PYTHON_ROWS] = "saved-arrays",     [IPL_PYTHON_TRAJECTORY] = "saved-arrays",
    [IPL_PYTHON_HEADS] = "saved-heads",     [IPL_PYTHON_KERNELS] = "saved-kernels",
    [IPL_PYTHON_TRAINING] = "saved-course",
  };

  return keys[arrays];
}

/* @result: (nullable): what is known
 * Returns: how much of it comes with time: widths sampled and moments recorded */
guint
ipl_window_python_amount (const IplSolveResult *result)
{
  if (result == NULL)
    return 0;
  return IPL_QUANTITY_COUNT (result->posteriors)
         + (result->own != NULL && result->own->trajectory != NULL ? result->own->trajectory->S
                                                                   : 0);
}

/* From now on scripts of these results name that file. */
void
ipl_window_python_saved (IplWindow *self, IplPythonArrays arrays, const char *path,
                         const IplParameters *parameters, guint amount)
{
  Saved *saved = g_new (Saved, 1);

  *saved = (Saved){ g_strdup (path), *parameters, amount };
  g_object_set_data_full (G_OBJECT (self), key_of (arrays), saved, saved_free);
}

/* Returns: (transfer full): how names of files of what is shown begin */
char *
ipl_window_python_stem (IplWindow *self)
{
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  const char *source = ipl_parameters_get_source (parameters);
  char *name;

  if (source[0] == '\0')
    return g_strdup (parameters->experiment->id);
  name = ipl_file_shown (source);
  if (strrchr (name, '.') != NULL)
    *strrchr (name, '.') = '\0';
  return name;
}

/* The file that holds what is shown, if one was saved of it; what it only looks like may differ. */
static const char *
find_saved (IplWindow *self, IplPythonArrays arrays)
{
  const Saved *saved = g_object_get_data (G_OBJECT (self), key_of (arrays));
  const IplSolveResult *result = ipl_session_get_solve_result (self->session);
  IplParameters parameters;

  if (saved == NULL || result == NULL || result->parameters == NULL
      || saved->amount != ipl_window_python_amount (result)
      || !g_file_test (saved->path, G_FILE_TEST_IS_REGULAR))
    return NULL;
  parameters = saved->parameters;
  ipl_parameters_take_display (&parameters, result->parameters);
  return ipl_parameters_equal (&parameters, result->parameters) ? saved->path : NULL;
}

/* The command that writes the file that a script reads; @course: of heads while a network is
 * trained. */
static const char *
writer_of (IplPythonArrays arrays, gboolean course)
{
  static const char *const writers[] = {
    [IPL_PYTHON_ROWS] = "“Save Results as Arrays…” writes that file",
    [IPL_PYTHON_TRAJECTORY] = "“Save Results as Arrays…” writes that file",
    [IPL_PYTHON_HEADS] = "“Save Heads and Pruning…” writes that file",
    [IPL_PYTHON_KERNELS] = "the command “interplay-cli kernels” writes that file",
    [IPL_PYTHON_TRAINING] = "the command “interplay-cli figure --format py” writes that file",
  };

  return course ? "the command “interplay-cli dynamics head-course” writes such a file"
                : writers[arrays];
}

static void
say_copied (IplWindow *self, const char *writer, const char *results, gboolean there,
            const char *missing)
{
  g_autofree char *text = NULL;

  if (missing != NULL)
    text
        = g_strdup_printf ("The Python script is in the clipboard, but it leaves out %s.", missing);
  else if (there)
    text = g_strdup_printf ("The Python script is in the clipboard. It reads %s.", results);
  else
    text = g_strdup_printf ("The Python script is in the clipboard. It reads %s: %s.", results,
                            writer);
  if (missing != NULL || !there)
    ipl_window_tell (self, text, FALSE);
  else
    ipl_window_say (self, text);
}

static void
copy_python (IplWindow *self, const IplPanel *panel)
{
  IplPythonArrays arrays = ipl_python_arrays (panel);
  const char *saved;
  gboolean course;
  g_autofree char *stem = NULL, *name = NULL, *text = NULL, *missing = NULL;
  g_autoptr (GError) error = NULL;
  IplFigureFile settings;
  IplView view;

  if (!ipl_session_get_view (self->session, &view) || !ipl_panel_fits (panel, &view))
    return;
  course = arrays == IPL_PYTHON_TRAJECTORY && view.own == NULL;
  saved = course ? NULL : find_saved (self, arrays);
  ipl_export_settings_load (&settings);
  stem = ipl_window_python_stem (self);
  name = g_strconcat (stem, course ? "-course" : ipl_python_ending (arrays), ".npz", NULL);
  text = ipl_export_python (self->session, &settings, panel, saved != NULL ? saved : name, &missing,
                            &error);
  if (text == NULL)
    {
      ipl_window_tell (self, error->message, TRUE);
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  say_copied (self, writer_of (arrays, course), saved != NULL ? saved : name, saved != NULL,
              missing);
}

/* Copies the script of a panel, or of the focused one. */
static void
on_copy_python (IplWindow *self, const char *id)
{
  const IplPanel *panel = id != NULL ? ipl_panel_find (id) : ipl_window_get_focused (self);

  if (panel != NULL && !ipl_panel_is_composite (panel))
    copy_python (self, panel);
}

static void
update (IplWindow *self)
{
  IplView view;

  ipl_window_enable (self, "copy-python",
                     ipl_session_get_view (self->session, &view) && ipl_view_has_result (&view));
}

static const IplCommand commands[] = {
  { "copy-python", G_CALLBACK (on_copy_python), "<Control><Alt>y", "Copy figure as Python",
    IPL_SHORTCUTS_EXPORT },
  { "panel-python", G_CALLBACK (on_copy_python), .parameter_type = "s" },
};

const IplWindowPart ipl_window_python_part
    = { commands, G_N_ELEMENTS (commands), .update = update };
