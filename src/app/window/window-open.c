/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that a window reads: cases, trained networks, images and texts; from choosers, drops or the
 * command line. */
#include "app/window/window-private.h"

#include "app/base/document-widget.h"

#include "core/base/text-escape.h"
#include "core/experiments/experiment-table.h"
#include "figures/help/example-figures.h"
#include "figures/output/style-json.h"
#include "figures/panels/panel-table.h"

#include "app/base/file-chooser.h"
#include "app/dialogs/examples-window.h"
#include "app/dialogs/recent-files.h"
#include "app/pages/page-table.h"
#include "runs/file-kind.h"

/* Opens files after a job has found their kinds. */
void
ipl_window_open_paths (IplWindow *self, const char *const *paths)
{
  ipl_window_stop_opening_session (self);
  ipl_window_clear_status (self);
  ipl_document_open_paths (self->document, paths, NULL);
}

/* Applies a style file. A new window opens the default example for it. */
static void
open_style (IplWindow *self, const char *path)
{
  g_autofree char *shown = ipl_file_shown (path), *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)ipl_figure_style_load (path, &error);

  if (ipl_document_get_solve_result (self->document) == NULL)
    ipl_window_open_example (self, IPL_DEFAULT_EXPERIMENT);
  if (style == NULL)
    {
      ipl_window_show_message (self, error->message, TRUE);
      return;
    }
  ipl_document_set_figure_style (self->document, style, NULL);
  text = g_strdup_printf ("Figure style %s applied. Ctrl+Z undoes it.", shown);
  ipl_window_show_status (self, text);
}

/* Adds opened files to the recent ones. */
static void
list_opened (IplWindow *self)
{
  g_auto (GStrv) paths = NULL;

  if (self->opening_paths == NULL || ipl_document_get_opening (self->document) != NULL)
    return;
  paths = g_steal_pointer (&self->opening_paths);
  for (guint i = 0; paths[i] != NULL; i++)
    if (g_file_test (paths[i], G_FILE_TEST_EXISTS))
      ipl_recent_files_add (paths[i]);
}

/* A file that could not be opened is no recent file. */
static void
on_message (IplWindow *self, const char *text, gboolean is_error)
{
  if (is_error)
    g_clear_pointer (&self->opening_paths, g_strfreev);
}

/* Opens files whose kinds are known. */
static void
on_opened (IplWindow *self, const IplOpened *opened)
{
  if (opened->opens == IPL_OPENS_SESSION)
    ipl_window_open_session (self, opened->path);
  else if (opened->opens == IPL_OPENS_STORY)
    ipl_window_open_story (self, opened->path, FALSE);
  else if (opened->opens == IPL_OPENS_STYLE)
    open_style (self, opened->path);
  if (opened->opens >= IPL_OPENS_SESSION)
    return;
  g_strfreev (self->opening_paths);
  self->opening_paths = g_strdupv (opened->paths);
  if (opened->kind->page != NULL)
    ipl_window_show_page (self, opened->kind->page);
}

void
ipl_window_open_path (IplWindow *self, const char *path)
{
  const char *paths[] = { path, NULL };

  ipl_window_open_paths (self, paths);
}

static void
open_now (gpointer window, gpointer paths)
{
  ipl_window_open_paths (window, paths);
}

static void
open_files (IplWindow *self, GPtrArray *files)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; i < files->len; i++)
    {
      const char *path = g_file_peek_path (files->pdata[i]);

      if (path == NULL)
        {
          ipl_window_show_message (self, "Only files on this machine can be opened.", TRUE);
          return;
        }
      g_ptr_array_add (paths, (gpointer)path);
    }
  if (paths->len == 0)
    return;
  g_ptr_array_add (paths, NULL);
  ipl_window_leave_then (self, IPL_LEAVING_CASE, open_now, g_strdupv ((char **)paths->pdata),
                         (GDestroyNotify)g_strfreev);
}

static void
on_images_chosen (IplWindow *self, const char *path)
{
  ipl_document_add_images (self->document, path);
}

static void
on_test_set_chosen (IplWindow *self, const char *path)
{
  const char *paths[] = { path, NULL };

  ipl_document_open_images (self->document, paths + 1, paths);
}

/* Opens an example with its defaults.
 * @id: id of a generated case or of an example file */
void
ipl_window_open_example (IplWindow *self, const char *id)
{
  const IplExperiment *experiment = ipl_experiment_find (id);
  const IplExampleCase *file = ipl_example_case_find (id);

  self->wanted_page = NULL;
  ipl_window_clear_status (self);
  if (file != NULL)
    {
      g_autofree char *path = ipl_example_case_path (id);

      if (file->run_of != NULL)
        ipl_window_open_path (self, path);
      else
        ipl_document_open_file (self->document, path);
      return;
    }
  ipl_document_open_experiment (self->document, id);
  if (experiment != NULL && experiment->page != NULL)
    ipl_window_show_page (self, experiment->page);
}

static void
open_example_now (gpointer window, gpointer id)
{
  ipl_window_open_example (window, id);
}

static void
on_open_example (IplWindow *self, const char *text)
{
  ipl_window_leave_then (self, IPL_LEAVING_CASE, open_example_now, g_strdup (text), g_free);
}

static void
show_figure (IplWindow *self, const IplExampleFigure *figure)
{
  const IplPanel *panel = ipl_panel_find (figure->panel);
  const char *own_page = ipl_example_figure_experiment (figure)->page;

  ipl_window_show_enlarged (self, ipl_page_find_with_panel (own_page, panel)->id, panel);
}

static void
open_figure_now (gpointer window, gpointer data)
{
  const IplExampleFigure *figure = data;
  IplWindow *self = window;
  IplParameters parameters;

  if (ipl_example_case_find (figure->example) != NULL)
    ipl_window_open_example (self, figure->example);
  else
    {
      ipl_example_figure_get_parameters (figure, &parameters);
      ipl_window_clear_status (self);
      ipl_document_open_example (self->document, &parameters);
    }
  show_figure (self, figure);
}

static void
on_open_checkpoints (IplWindow *self)
{
  static const IplFileQuestion question = { "Open Folders of Checkpoints", IPL_FILE_FOLDER, "_Open",
                                            .help = "stable-rank", .several = TRUE };

  ipl_file_chooser_open_several (GTK_WINDOW (self), &question, G_CALLBACK (open_files), self);
}

/* Opens a figure of a paper by its name; if its example is open, shows only the figure. */
static void
on_open_figure (IplWindow *self, const char *name)
{
  const IplExampleFigure *figure = ipl_example_figure_find (name);
  const IplParameters *now = ipl_document_get_parameters (self->document);
  IplParameters parameters;

  if (figure == NULL)
    return;
  if (ipl_example_figure_needs_files (figure))
    {
      on_open_checkpoints (self);
      return;
    }
  if (ipl_example_case_find (figure->example) == NULL)
    {
      ipl_example_figure_get_parameters (figure, &parameters);
      if (figure->words == NULL && ipl_parameters_same_case (&parameters, now))
        {
          show_figure (self, figure);
          return;
        }
    }
  ipl_window_leave_then (self, IPL_LEAVING_CASE, open_figure_now, (gpointer)figure, NULL);
}

/* @page: name of a page of the window of examples */
static void
on_examples (IplWindow *self, const char *page)
{
  if (self->examples == NULL)
    g_set_weak_pointer (&self->examples, ipl_examples_window_new (GTK_WINDOW (self)));
  ipl_examples_window_show (self->examples, page);
}

/* The first nine examples have keys. */
static void
add_shortcuts (GPtrArray *shortcuts)
{
  guint n;
  const IplExample *examples = ipl_examples (&n);

  for (guint i = 0; i < MIN (n, 9); i++)
    {
      g_autofree char *action = g_strconcat ("win.open-example::", examples[i].id, NULL);
      g_autofree char *keys = g_strdup_printf ("<Alt>%u", i + 1);

      ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_CASES, examples[i].title, action, keys);
    }
}

/* Opens a recent file, or a saved network. */
static void
on_open_this (IplWindow *self, const char *text)
{
  const char *paths[] = { text, NULL };

  ipl_window_leave_then (self, IPL_LEAVING_CASE, open_now, g_strdupv ((char **)paths),
                         (GDestroyNotify)g_strfreev);
}

static void
on_open (IplWindow *self)
{
  static const IplFileQuestion question
      = { "Open a Session, a Case, a Network, Images or a Text",
          IPL_FILE_OPEN,
          "_Open",
          "*.interplay *.npz *.safetensors *.zip *-ubyte *-ubyte.gz *.gz *.txt *.md *.json "
          "*.interplay-style",
          "Sessions, cases, networks, images, texts (*.interplay, *.npz, *.safetensors, *.zip, "
          "*-ubyte.gz, *.txt)",
          "own-model",
          TRUE };

  ipl_file_chooser_open_several (GTK_WINDOW (self), &question, G_CALLBACK (open_files), self);
}

static gboolean
on_drop (IplWindow *self, const GValue *value)
{
  g_autoptr (GSList) list = gdk_file_list_get_files (g_value_get_boxed (value));
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  for (GSList *l = list; l != NULL; l = l->next)
    g_ptr_array_add (files, l->data);
  if (files->len == 0)
    return FALSE;
  ipl_window_clear_status (self);
  open_files (self, files);
  return TRUE;
}

static GdkDragAction
on_enter (IplWindow *self)
{
  ipl_window_show_status (self,
                          "Drop a session, a case, results, a story, networks, images, a text or a "
                          "folder of checkpoints to open it.");
  return GDK_ACTION_COPY;
}

/* Accepts dropped files everywhere on the window. */
static void
set_up (IplWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  ipl_document_follow (self->document, "opened", G_CALLBACK (on_opened), self);
  ipl_document_follow (self->document, "message", G_CALLBACK (on_message), self);
  ipl_recent_files_follow (self->recent_menu, "win.open-recent", GTK_WIDGET (self));
  g_signal_connect_swapped (target, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (target, "leave", G_CALLBACK (ipl_window_clear_status), self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

static void
update (IplWindow *self)
{
  gboolean trainable = ipl_document_is_trainable (self->document);

  list_opened (self);
  ipl_window_enable (self, "open::images", trainable);
  ipl_window_enable (self, "open::test-set", trainable);
}

static const IplFileQuestion add_images_question
    = { "Add Drawings",
        IPL_FILE_OPEN,
        "_Open",
        "*.zip *-ubyte *-ubyte.gz *.gz",
        "Archives of drawings (*.zip), IDX files (*-ubyte.gz)",
        "task" };

static const IplFileQuestion add_test_set_question
    = { "Add a Test Set",
        IPL_FILE_OPEN,
        "_Open",
        "*.zip *-ubyte *-ubyte.gz *.gz",
        "IDX files of images (*-ubyte.gz), archives of drawings (*.zip)",
        "task" };

static const IplCommand commands[] = {
  { "open::file", G_CALLBACK (on_open), "<Control>o", "Open a case, a network, images or a text",
    IPL_SHORTCUTS_CASES, .help = "own-model" },
  { "open::checkpoints", G_CALLBACK (on_open_checkpoints), "<Control><Alt>o",
    "Open folders of checkpoints", IPL_SHORTCUTS_CASES, .help = "stable-rank" },
  { "open-recent", G_CALLBACK (on_open_this), .parameter_type = "ay" },
  { "examples", G_CALLBACK (on_examples), .parameter_type = "s" },
  { "win.examples::first", NULL, "<Control><Shift>o", "Examples", IPL_SHORTCUTS_CASES,
    .help = "papers", .also = "figures of the papers, tables" },
  { "open-example", G_CALLBACK (on_open_example), .parameter_type = "s" },
  { "open-figure", G_CALLBACK (on_open_figure), .parameter_type = "s" },
  { "open::images", G_CALLBACK (on_images_chosen), .question = &add_images_question,
    .title = "Add drawings to the task", .group = IPL_SHORTCUTS_CASES,
    .why = "Only a task of one-shot images takes drawings.", .help = "task" },
  { "open::test-set", G_CALLBACK (on_test_set_chosen), .question = &add_test_set_question,
    .title = "Add a test set to the task", .group = IPL_SHORTCUTS_CASES,
    .why = "Only a task of one-shot images takes test sets.", .help = "task" },
};

const IplWindowPart ipl_window_open_part
    = { commands, G_N_ELEMENTS (commands), set_up, update, add_shortcuts };
