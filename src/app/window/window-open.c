/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a window reads: cases, trained networks, images and texts, chosen, dropped or named at its
 * start. */
#include "app/window/window-open.h"

#include <string.h>

#include "core/case/example-cases.h"
#include "core/experiments/experiment-table.h"

#include "app/dialogs/file-chooser.h"
#include "app/dialogs/recent-files.h"
#include "app/dialogs/networks-dialog.h"
#include "app/window/window-leave.h"
#include "app/window/window-pages.h"
#include "app/window/window-session.h"
#include "app/window/window-state-private.h"
#include "core/base/shown-text.h"
#include "core/case/case-io.h"
#include "core/checkpoints/checkpoints.h"
#include "core/dynamics/joint.h"
#include "core/sessions/session-file.h"
#include "core/text/text-file.h"
#include "runs/kept-roles.h"
#include "core/images/image-set-load.h"

/* What the names say, where a file is damaged or missing and its contents do not. */
static IplImageFileKind
kind_of (const char *path)
{
  IplImageFileKind kind = ipl_image_file_kind (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *lower = g_ascii_strdown (name, -1);

  if (kind != IPL_IMAGE_FILE_OTHER)
    return kind;
  if (g_str_has_suffix (lower, ".zip"))
    return IPL_IMAGE_FILE_ZIP;
  if (strstr (lower, "-ubyte") != NULL)
    return strstr (lower, "labels") != NULL ? IPL_IMAGE_FILE_IDX_LABELS : IPL_IMAGE_FILE_IDX_IMAGES;
  return IPL_IMAGE_FILE_OTHER;
}

/* Returns: whether it is, or is called like, a file of images or of their labels */
gboolean
ipl_window_is_images (const char *path)
{
  return kind_of (path) != IPL_IMAGE_FILE_OTHER;
}

/* Whether they all are checkpoints of a network that was trained elsewhere, or a folder is among
 * them. */
static gboolean
are_checkpoints (const char *const *paths)
{
  /* What a folder lacks is said where its files are looked for. */
  for (guint i = 0; paths[i] != NULL; i++)
    if (g_file_test (paths[i], G_FILE_TEST_IS_DIR))
      return TRUE;
  for (guint i = 0; paths[i] != NULL; i++)
    if (!ipl_checkpoints_are_at (paths[i]))
      return FALSE;
  return paths[0] != NULL;
}

/* Tensors of a case, by their names or as they were imported before; others are a network. */
static gboolean
is_case (const char *path)
{
  g_autofree char *roles = ipl_kept_roles_find (path);

  return roles != NULL || ipl_case_file_is (path);
}

/* Opens what the files hold: archives of drawings together are a one-shot task, IDX files of images
 * are further test sets of it or of the one there is. With a trained network they are what it was
 * trained on; checkpoints of other networks, and folders of them, are measured. A text is for a
 * transformer to learn, frequencies of tokens are for joint dynamics. The folder of a sweep is its
 * case, and its rows as they come; a file of results is what it was computed from, with its rows.
 * Else the last case. */
void
ipl_window_open_paths (IplWindow *self, const char *const *paths)
{
  g_autoptr (GPtrArray) drawings = g_ptr_array_new ();
  g_autoptr (GPtrArray) extras = g_ptr_array_new ();
  const char *labels = NULL, *other = NULL;

  ipl_window_stop_opening_session (self);
  if (paths[0] != NULL && paths[1] == NULL
      && (ipl_session_file_is (paths[0]) || g_str_has_suffix (paths[0], IPL_SESSION_SUFFIX)))
    {
      ipl_window_open_session (self, paths[0]);
      return;
    }
  for (guint i = 0; paths[i] != NULL; i++)
    if (g_file_test (paths[i], G_FILE_TEST_EXISTS))
      ipl_recent_files_add (paths[i]);
  if (paths[0] != NULL && paths[1] == NULL && ipl_session_is_sweep (paths[0]))
    {
      ipl_session_open_sweep (self->session, paths[0]);
      return;
    }
  if (paths[0] != NULL && paths[1] == NULL && ipl_session_is_results (paths[0]))
    {
      ipl_session_open_results (self->session, paths[0]);
      return;
    }
  if (are_checkpoints (paths))
    {
      ipl_session_open_checkpoints (self->session, paths);
      ipl_window_show_page (self, "stable-rank");
      return;
    }
  for (guint i = 0; paths[i] != NULL; i++)
    switch (kind_of (paths[i]))
      {
      case IPL_IMAGE_FILE_ZIP:
        g_ptr_array_add (drawings, (gpointer)paths[i]);
        break;
      case IPL_IMAGE_FILE_IDX_IMAGES:
        g_ptr_array_add (extras, (gpointer)paths[i]);
        break;
      case IPL_IMAGE_FILE_IDX_LABELS:
        labels = paths[i];
        break;
      case IPL_IMAGE_FILE_OTHER:
      default:
        other = paths[i];
        break;
      }
  /* Labels are found beside their images; alone, a sentence says so. */
  if (labels != NULL && other == NULL && drawings->len == 0 && extras->len == 0)
    g_ptr_array_add (extras, (gpointer)labels);
  g_ptr_array_add (drawings, NULL);
  g_ptr_array_add (extras, NULL);
  if (other != NULL && g_str_has_suffix (other, ".safetensors") && !is_case (other))
    ipl_session_open_network (self->session, other, (const char *const *)drawings->pdata,
                              (const char *const *)extras->pdata);
  else if (other != NULL && ipl_text_file_is (other))
    {
      ipl_session_open_text (self->session, other);
      ipl_window_show_page (self, "text");
    }
  else if (other != NULL && ipl_joint_frequencies_are_at (other))
    {
      ipl_session_open_frequencies (self->session, other);
      ipl_window_show_page (self, "joint");
    }
  else if (other != NULL)
    ipl_session_open_file (self->session, other);
  else
    {
      ipl_session_open_images (self->session, (const char *const *)drawings->pdata,
                               (const char *const *)extras->pdata);
      if (ipl_session_get_opening (self->session) != NULL && drawings->len > 1)
        ipl_window_show_page (self, "training");
    }
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
on_open_response (GtkFileChooserNative *chooser, int response, IplWindow *self)
{
  g_autoptr (GPtrArray) files = ipl_file_chooser_finish (chooser, response);

  open_files (self, files);
}

/* A folder that is none of a sweep is not taken for one of checkpoints. */
static void
on_sweep_response (GtkFileChooserNative *chooser, int response, IplWindow *self)
{
  g_autoptr (GPtrArray) files = ipl_file_chooser_finish (chooser, response);
  const char *path = files->len > 0 ? g_file_peek_path (files->pdata[0]) : NULL;

  if (path != NULL && !ipl_session_is_sweep (path))
    {
      g_autofree char *shown = ipl_path_shown (path);
      g_autofree char *text = g_strdup_printf (
          "%s is no sweep’s folder: it has no plan.json. “interplay-cli plan” makes one.", shown);

      ipl_window_tell (self, text, TRUE);
    }
  else
    open_files (self, files);
}

static void
on_images_response (GtkFileChooserNative *chooser, int response, IplWindow *self)
{
  g_autoptr (GPtrArray) files = ipl_file_chooser_finish (chooser, response);

  for (guint i = 0; i < files->len; i++)
    if (g_file_peek_path (files->pdata[i]) != NULL)
      ipl_session_add_images (self->session, g_file_peek_path (files->pdata[i]));
}

static void
on_test_set_response (GtkFileChooserNative *chooser, int response, IplWindow *self)
{
  g_autoptr (GPtrArray) files = ipl_file_chooser_finish (chooser, response);
  const char *none[] = { NULL };

  for (guint i = 0; i < files->len; i++)
    {
      const char *extras[] = { g_file_peek_path (files->pdata[i]), NULL };

      if (extras[0] != NULL)
        ipl_session_open_images (self->session, none, extras);
    }
}

static void
ask (IplWindow *self, const char *title, GtkFileChooserAction action, const char *patterns,
     const char *pattern_name, gboolean several, const char *help, GCallback on_response)
{
  GtkFileChooserNative *chooser = ipl_file_chooser_new (GTK_WINDOW (self), title, action, "_Open",
                                                        patterns, pattern_name, NULL, help);

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), several);
  g_signal_connect_object (chooser, "response", on_response, self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* Opens it with its defaults.
 * @id: of an experiment that makes its own case, or of a case that comes as a file */
void
ipl_window_open_example (IplWindow *self, const char *id)
{
  const IplExperiment *experiment = ipl_experiment_find (id);

  self->wanted_page = NULL;
  if (ipl_example_case_is (id))
    {
      g_autofree char *path = ipl_example_case_path (id);

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
on_open_example (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_window_leave_then (data, IPL_LEAVING_CASE, open_example_now,
                         g_variant_dup_string (parameter, NULL), g_free);
}

static void
on_open_recent (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *paths[] = { g_variant_get_bytestring (parameter), NULL };

  ipl_window_leave_then (data, IPL_LEAVING_CASE, open_now, g_strdupv ((char **)paths),
                         (GDestroyNotify)g_strfreev);
}

static void
on_open (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ask (data, "Open a Session, a Case, a Network, Images or a Text", GTK_FILE_CHOOSER_ACTION_OPEN,
       "*.interplay *.npz *.safetensors *.zip *-ubyte *-ubyte.gz *.gz *.txt *.md plan.json",
       "Sessions, cases, networks, images, texts (*.interplay, *.npz, *.safetensors, *.zip, "
       "*-ubyte.gz, *.txt)",
       TRUE, "own-model", G_CALLBACK (on_open_response));
}

static void
on_open_sweep (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ask (data, "Open the Folder of a Sweep", GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL, FALSE,
       "cluster", G_CALLBACK (on_sweep_response));
}

static void
on_open_checkpoints (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ask (data, "Open Folders of Checkpoints", GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL, TRUE,
       "stable-rank", G_CALLBACK (on_open_response));
}

static void
on_network_chosen (IplWindow *self, const char *path)
{
  const char *paths[] = { path, NULL };

  ipl_window_leave_then (self, IPL_LEAVING_CASE, open_now, g_strdupv ((char **)paths),
                         (GDestroyNotify)g_strfreev);
}

static void
on_open_network (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;
  IplNetworksDialog *dialog = ipl_networks_dialog_new (GTK_WINDOW (self), self->session);

  g_signal_connect_object (dialog, "chosen", G_CALLBACK (on_network_chosen), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_add_images (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ask (data, "Add Drawings", GTK_FILE_CHOOSER_ACTION_OPEN, "*.zip *-ubyte *-ubyte.gz *.gz",
       "Archives of drawings (*.zip), IDX files (*-ubyte.gz)", FALSE, "task",
       G_CALLBACK (on_images_response));
}

static void
on_add_test_set (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ask (data, "Add a Test Set", GTK_FILE_CHOOSER_ACTION_OPEN, "*.zip *-ubyte *-ubyte.gz *.gz",
       "IDX files of images (*-ubyte.gz), archives of drawings (*.zip)", FALSE, "task",
       G_CALLBACK (on_test_set_response));
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
  open_files (self, files);
  return TRUE;
}

typedef void (*ExampleFunc) (const IplExperiment *experiment, guint i, gpointer data);

/* Experiments that are made from their parameters alone, without any file. */
static void
for_each_example (ExampleFunc func, gpointer data)
{
  guint n, n_examples = 0;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    if (experiments[i]->built_in)
      func (experiments[i], n_examples++, data);
}

static void
add_item (const IplExperiment *experiment, guint i, gpointer data)
{
  IplWindow *self = data;
  const char *label = experiment->label != NULL ? experiment->label : experiment->title;
  gboolean has_paths = experiment->compute == NULL;
  GMenu *menu = has_paths ? self->examples_menu : self->dynamics_menu;
  int last = g_menu_model_get_n_items (G_MENU_MODEL (menu)) - 1;

  /* The last of each asks for files. */
  ipl_window_insert_item (menu, last, label, 0, "win.open-example", experiment->id);
}

/* Cases that come as files, as one's own would, in a menu of their own. */
static void
add_files (IplWindow *self)
{
  guint n;
  const IplExampleCase *files = ipl_example_cases (&n);
  g_autoptr (GMenu) menu = g_menu_new ();
  int last = g_menu_model_get_n_items (G_MENU_MODEL (self->examples_menu)) - 1;

  for (guint i = 0; i < n; i++)
    ipl_window_insert_item (menu, -1, files[i].title, 0, "win.open-example", files[i].id);
  g_menu_insert_submenu (self->examples_menu, last, "As _Your Own Model Would Come",
                         G_MENU_MODEL (menu));
}

/* The first nine have keys. */
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
  ipl_window_say (self, "Drop a case, networks, images, a text or a folder of checkpoints to open "
                        "it.");
  return GDK_ACTION_COPY;
}

/* Files can be dropped anywhere on the window, which lights up. */
static void
set_up (IplWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  for_each_example (add_item, self);
  ipl_recent_files_follow (self->recent_menu, "win.open-recent", GTK_WIDGET (self));
  add_files (self);
  g_signal_connect_swapped (target, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

static void
update (IplWindow *self)
{
  gboolean trainable = ipl_session_is_trainable (self->session);

  ipl_window_enable_action (self, "add-images", trainable);
  ipl_window_enable_action (self, "add-test-set", trainable);
}

static void
add_shortcuts (GPtrArray *shortcuts)
{
  for_each_example (add_shortcut, shortcuts);
}

static const IplCommand commands[] = {
  { "open", on_open, "<Control>o", "Open a case, a network, images or a text",
    IPL_SHORTCUTS_CASES },
  { "open-checkpoints", on_open_checkpoints, "<Control><Alt>o", "Open folders of checkpoints",
    IPL_SHORTCUTS_CASES },
  { "open-sweep", on_open_sweep, "<Control><Alt>w", "Open the folder of a sweep",
    IPL_SHORTCUTS_CASES },
  { "open-network", on_open_network, "<Control><Shift>o", "Open a trained network",
    IPL_SHORTCUTS_CASES },
  { "open-recent", on_open_recent, .parameter_type = "ay" },
  { "open-example", on_open_example, .parameter_type = "s" },
  { "add-images", on_add_images },
  { "add-test-set", on_add_test_set },
};

const IplWindowPart ipl_window_open_part
    = { commands, G_N_ELEMENTS (commands), set_up, update, add_shortcuts };
