/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that a window reads: cases, trained networks, images and texts; from choosers, drops or the
 * command line. */
#include "app/window/window-private.h"

#include "app/base/session-widget.h"

#include "core/case/example-cases.h"
#include "core/base/shown-text.h"
#include "core/experiments/experiment-table.h"
#include "figures/output/style-json.h"

#include "app/base/file-chooser.h"
#include "app/dialogs/recent-files.h"
#include "runs/file-kind.h"

/* Opens files after a job has found their kinds. */
void
ipl_window_open_paths (IplWindow *self, const char *const *paths)
{
  ipl_window_stop_opening_session (self);
  ipl_window_say_no_more (self);
  ipl_session_open_paths (self->session, paths, NULL);
}

/* Applies a style file. A new window opens the default example for it. */
static void
open_style (IplWindow *self, const char *path)
{
  g_autofree char *shown = ipl_file_shown (path), *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)ipl_figure_style_load (path, &error);

  if (ipl_session_get_solve_result (self->session) == NULL)
    ipl_window_open_example (self, IPL_DEFAULT_EXPERIMENT);
  if (style == NULL)
    {
      ipl_window_tell (self, error->message, TRUE);
      return;
    }
  ipl_session_set_figure_style (self->session, style, NULL);
  text = g_strdup_printf ("Figure style %s applied. Ctrl+Z undoes it.", shown);
  ipl_window_say (self, text);
}

/* Adds opened files to the recent ones. */
static void
list_opened (IplWindow *self)
{
  g_auto (GStrv) paths = NULL;

  if (self->opening_paths == NULL || ipl_session_get_opening (self->session) != NULL)
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
          ipl_window_tell (self, "Only files on this machine can be opened.", TRUE);
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
  ipl_session_add_images (self->session, path);
}

static void
on_test_set_chosen (IplWindow *self, const char *path)
{
  const char *paths[] = { path, NULL };

  ipl_session_open_images (self->session, paths + 1, paths);
}

/* Opens an example with its defaults.
 * @id: id of a generated case or of an example file */
void
ipl_window_open_example (IplWindow *self, const char *id)
{
  const IplExperiment *experiment = ipl_experiment_find (id);

  self->wanted_page = NULL;
  ipl_window_say_no_more (self);
  if (ipl_example_case_is (id))
    {
      g_autofree char *path = ipl_example_case_path (id);

      if (ipl_example_case_is_run (id))
        ipl_window_open_path (self, path);
      else
        ipl_session_open_file (self->session, path);
      return;
    }
  ipl_session_open_experiment (self->session, id);
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

  ipl_file_chooser_ask_all (GTK_WINDOW (self), &question, G_CALLBACK (open_files), self);
}

static void
on_open_checkpoints (IplWindow *self)
{
  static const IplFileQuestion question = { "Open Folders of Checkpoints", IPL_FILE_FOLDER, "_Open",
                                            .help = "stable-rank", .several = TRUE };

  ipl_file_chooser_ask_all (GTK_WINDOW (self), &question, G_CALLBACK (open_files), self);
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
  ipl_window_say_no_more (self);
  open_files (self, files);
  return TRUE;
}

typedef void (*ExampleFunc) (const IplExperiment *experiment, guint i, gpointer data);

/* Calls @func for each example that is generated without files. */
static void
for_each_example (ExampleFunc func, gpointer data)
{
  guint n, n_examples = 0;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    if (experiments[i]->built_in)
      func (experiments[i], n_examples++, data);
}

/* Returns: (transfer full): submenu of @menu with this label, inserted at @end if it is missing */
static GMenu *
get_family (GMenu *menu, const char *family, int end)
{
  GMenuModel *model = G_MENU_MODEL (menu);
  g_autoptr (GMenu) made = NULL;

  for (int i = 0; i < end; i++)
    {
      g_autofree char *label = NULL;

      if (g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_LABEL, "s", &label)
          && g_str_equal (label, family))
        return G_MENU (g_menu_model_get_item_link (model, i, G_MENU_LINK_SUBMENU));
    }
  made = g_menu_new ();
  g_menu_insert_submenu (menu, end, family, G_MENU_MODEL (made));
  return g_steal_pointer (&made);
}

static void
add_item (const IplExperiment *experiment, guint i, gpointer data)
{
  IplWindow *self = data;
  const char *label = experiment->label != NULL ? experiment->label : experiment->title;
  gboolean has_paths = experiment->compute == NULL;
  GMenu *menu = has_paths ? self->examples_menu : self->dynamics_menu;
  /* The last item of the dynamics menu opens files. */
  int end = g_menu_model_get_n_items (G_MENU_MODEL (menu)) - (has_paths ? 0 : 1);
  g_autoptr (GMenu) family = NULL;

  if (experiment->family != NULL)
    {
      family = get_family (menu, experiment->family, end);
      menu = family;
      end = -1;
    }
  ipl_window_insert_item (menu, end, label, 0, "win.open-example", experiment->id);
}

/* Adds a submenu of example files, which have the format of user files. */
static void
add_files (IplWindow *self)
{
  guint n;
  const IplExampleCase *files = ipl_example_cases (&n);
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < n; i++)
    ipl_window_insert_item (menu, -1, files[i].title, 0, "win.open-example", files[i].id);
  g_menu_append_submenu (self->examples_menu, "Sample Files for _Your Own Model",
                         G_MENU_MODEL (menu));
}

/* The first nine examples have keys. */
static void
add_shortcut (const IplExperiment *experiment, guint i, gpointer data)
{
  g_autofree char *action = g_strconcat ("win.open-example::", experiment->id, NULL);
  g_autofree char *keys = g_strdup_printf ("<Alt>%u", i + 1);

  if (i < 9)
    ipl_shortcuts_add (data, IPL_SHORTCUTS_CASES,
                       experiment->short_title != NULL ? experiment->short_title
                                                       : experiment->title,
                       action, keys);
}

static GdkDragAction
on_enter (IplWindow *self)
{
  ipl_window_say (self, "Drop a session, a case, results, a story, networks, images, a text or a "
                        "folder of checkpoints to open it.");
  return GDK_ACTION_COPY;
}

/* Accepts dropped files everywhere on the window. */
static void
set_up (IplWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  ipl_session_follow (self->session, "opened", G_CALLBACK (on_opened), self);
  ipl_session_follow (self->session, "message", G_CALLBACK (on_message), self);
  for_each_example (add_item, self);
  ipl_recent_files_follow (self->recent_menu, "win.open-recent", GTK_WIDGET (self));
  add_files (self);
  g_signal_connect_swapped (target, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (target, "leave", G_CALLBACK (ipl_window_say_no_more), self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

static void
update (IplWindow *self)
{
  gboolean trainable = ipl_session_is_trainable (self->session);

  list_opened (self);
  ipl_window_enable (self, "add-images", trainable);
  ipl_window_enable (self, "add-test-set", trainable);
}

static void
add_shortcuts (GPtrArray *shortcuts)
{
  for_each_example (add_shortcut, shortcuts);
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
  { "open", G_CALLBACK (on_open), "<Control>o", "Open a case, a network, images or a text",
    IPL_SHORTCUTS_CASES, .help = "own-model" },
  { "open-checkpoints", G_CALLBACK (on_open_checkpoints), "<Control><Alt>o",
    "Open folders of checkpoints", IPL_SHORTCUTS_CASES, .help = "stable-rank" },
  { "open-recent", G_CALLBACK (on_open_this), .parameter_type = "ay" },
  { "open-example", G_CALLBACK (on_open_example), .parameter_type = "s" },
  { "add-images", G_CALLBACK (on_images_chosen), .question = &add_images_question,
    .title = "Add drawings to the task", .group = IPL_SHORTCUTS_CASES,
    .why = "Only a task of one-shot images takes drawings.", .help = "task" },
  { "add-test-set", G_CALLBACK (on_test_set_chosen), .question = &add_test_set_question,
    .title = "Add a test set to the task", .group = IPL_SHORTCUTS_CASES,
    .why = "Only a task of one-shot images takes test sets.", .help = "task" },
};

const IplWindowPart ipl_window_open_part
    = { commands, G_N_ELEMENTS (commands), set_up, update, add_shortcuts };
