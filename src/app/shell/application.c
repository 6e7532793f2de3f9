/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/shell/application.h"

#include <glib-unix.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdlib.h>

#include "core/base/unix-signals.h"
#include "core/case/example-cases.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"

#include "app/base/window-command.h"
#include "app/base/widget-helpers.h"
#include "app/help/context-help.h"
#include "app/window/window.h"
#include "interplay-resources.h"

/* The application: opens a window with the default example, or one per named case. */
struct _IplApplication
{
  GtkApplication parent_instance;
  GPtrArray *shortcuts; /* (element-type IplShortcut) */
  GPtrArray *left;      /* (nullable): (element-type filename): sessions of processes that ended */
  gboolean opens_example;
  IplDocument *first; /* (nullable): session of the first window, if it shows the default example */
};

G_DEFINE_FINAL_TYPE (IplApplication, ipl_application, GTK_TYPE_APPLICATION)

static void
enable_recovery (IplApplication *self)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "recover")),
      self->left != NULL && self->left->len > 0);
}

/* Offers the sessions of processes that ended, in the first window. */
static void
offer_recovery (IplApplication *self, IplWindow *window)
{
  if (self->left != NULL)
    return;
  self->left = ipl_autosave_list_left ();
  if (self->left->len > 0)
    ipl_window_offer_recovery (window, self->left->len);
  enable_recovery (self);
}

/* Makes the shortcuts window at its first use. GTK then adds an action of the same name, so this
 * one is removed. */
static void
on_shortcuts (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplApplication *self = IPL_APPLICATION (g_application_get_default ());

  g_action_map_remove_action (data, "show-help-overlay");
  gtk_application_window_set_help_overlay (data, ipl_shortcuts_window_new (self->shortcuts));
  g_action_group_activate_action (data, "show-help-overlay", NULL);
}

static IplWindow *
make_window_of (GtkApplication *application, IplDocument *document)
{
  static const GActionEntry shortcuts[] = { { "show-help-overlay", on_shortcuts } };
  IplWindow *window = ipl_window_new (application, document);

  g_action_map_add_action_entries (G_ACTION_MAP (window), shortcuts, 1, window);
  offer_recovery (IPL_APPLICATION (application), window);
  return window;
}

static IplWindow *
make_window (GtkApplication *application)
{
  return make_window_of (application, ipl_document_new ());
}

static IplWindow *
add_window (GtkApplication *application)
{
  IplWindow *window = make_window (application);

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static IplDocument *
new_example (void)
{
  IplDocument *document = ipl_document_new ();

  ipl_document_open_experiment (document, IPL_DEFAULT_EXPERIMENT);
  return document;
}

static void
on_new_window (GtkApplication *self)
{
  IplDocument *first = g_steal_pointer (&IPL_APPLICATION (self)->first);

  gtk_window_present (GTK_WINDOW (make_window_of (self, first != NULL ? first : new_example ())));
}

static GPtrArray *
list_windows (GtkApplication *application)
{
  GPtrArray *windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (IPL_IS_WINDOW (l->data))
      g_ptr_array_add (windows, g_object_ref (l->data));
  return windows;
}

/* Asks the windows one after the other. Closes them after all have agreed: staying in one window
 * keeps all. */
static void
quit_after (gpointer window, gpointer data)
{
  GPtrArray *asked_windows = data;
  GtkApplication *application = gtk_window_get_application (window);
  g_autoptr (GPtrArray) windows = list_windows (application);

  g_ptr_array_add (asked_windows, g_object_ref (window));
  for (guint i = 0; i < windows->len; i++)
    if (!g_ptr_array_find (asked_windows, windows->pdata[i], NULL))
      {
        ipl_window_leave_then (windows->pdata[i], IPL_LEAVING_WINDOW, quit_after,
                               g_ptr_array_ref (asked_windows), (GDestroyNotify)g_ptr_array_unref);
        return;
      }
  for (guint i = 0; i < windows->len; i++)
    ipl_window_close_unasked (windows->pdata[i]);
}

static void
on_quit (IplApplication *self)
{
  g_autoptr (GPtrArray) windows = list_windows (GTK_APPLICATION (self));

  if (windows->len == 0)
    g_application_quit (G_APPLICATION (self));
  else
    ipl_window_leave_then (windows->pdata[0], IPL_LEAVING_WINDOW, quit_after,
                           g_ptr_array_new_with_free_func (g_object_unref),
                           (GDestroyNotify)g_ptr_array_unref);
}

/* Ends the offer and returns the sessions; (transfer full). */
static GPtrArray *
steal_left_sessions (IplApplication *self)
{
  GPtrArray *left = g_steal_pointer (&self->left);
  g_autoptr (GPtrArray) windows = list_windows (GTK_APPLICATION (self));

  self->left = g_ptr_array_new ();
  for (guint i = 0; i < windows->len; i++)
    ipl_window_offer_recovery (windows->pdata[i], 0);
  enable_recovery (self);
  return left;
}

/* Restores a session in the active window if that is unused, else in a new one. */
static void
recover (IplApplication *self, const char *left)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self));
  gboolean fresh = IPL_IS_WINDOW (active) && ipl_window_get_message (IPL_WINDOW (active)) == NULL
                   && !ipl_document_is_worth_saving (ipl_window_get_document (IPL_WINDOW (active)));
  IplWindow *window = fresh ? IPL_WINDOW (active) : make_window (GTK_APPLICATION (self));
  g_autoptr (GError) error = NULL;

  if (!ipl_window_recover (window, left, &error))
    {
      ipl_window_open_example (window, IPL_DEFAULT_EXPERIMENT);
      ipl_window_show_message (window, error->message, TRUE);
    }
  gtk_window_present (GTK_WINDOW (window));
}

static void
on_recover (IplApplication *self)
{
  g_autoptr (GPtrArray) left = steal_left_sessions (self);

  for (guint i = 0; i < left->len; i++)
    recover (self, left->pdata[i]);
}

static void
on_discard_left (IplApplication *self)
{
  g_autoptr (GPtrArray) left = steal_left_sessions (self);

  for (guint i = 0; i < left->len; i++)
    g_unlink (left->pdata[i]);
}

/* Saves without a question after SIGTERM, SIGHUP or SIGINT, since there may be no user to answer
 * it. The next start offers the sessions. */
static gboolean
on_end_signal (int signals, GIOCondition condition, gpointer data)
{
  g_autoptr (GPtrArray) windows = list_windows (data);

  for (guint i = 0; i < windows->len; i++)
    ipl_window_leave_saved (windows->pdata[i]);
  g_application_quit (data);
  return G_SOURCE_REMOVE;
}

static void
on_about (GtkApplication *self)
{
  gtk_show_about_dialog (
      gtk_application_get_active_window (self), "program-name", "Interplay", "logo-icon-name",
      IPL_APPLICATION_ID, "version", IPL_VERSION, "license-type", GTK_LICENSE_GPL_3_0, "comments",
      "The interplay of attention paths in a statistical mechanics theory of transformers.\n\n"
      "After L. Tiberi, F. Mignacco, K. Irie and H. Sompolinsky, “Dissecting the Interplay of "
      "Attention Paths in a Statistical Mechanics Theory of Transformers”, NeurIPS 2024.",
      "website", "https://arxiv.org/abs/2405.15926", "website-label", "The paper (arXiv)", NULL);
}

/* Presents a story of the command line in a new window. */
static void
on_present_story (GtkApplication *self, const char *story)
{
  IplWindow *window = make_window (self);

  ipl_window_open_example (window, IPL_DEFAULT_EXPERIMENT);
  gtk_window_present (GTK_WINDOW (window));
  ipl_window_open_story (window, story, TRUE);
}

static const IplCommand commands[] = {
  { "new-window", G_CALLBACK (on_new_window), "<Control>n", "New window", IPL_SHORTCUTS_CASES },
  { "window.close", NULL, "<Control>w", "Close window", IPL_SHORTCUTS_CASES },
  { "quit", G_CALLBACK (on_quit), "<Control>q", "Quit", IPL_SHORTCUTS_CASES },
  { "present-story", G_CALLBACK (on_present_story), .parameter_type = "ay" },
  { "recover::restore", G_CALLBACK (on_recover), .title = "Restore unsaved sessions",
    .group = IPL_SHORTCUTS_GENERAL, .why = "There are no unsaved sessions.", .help = "sessions" },
  { "recover::discard", G_CALLBACK (on_discard_left), .title = "Discard unsaved sessions",
    .group = IPL_SHORTCUTS_GENERAL, .why = "There are no unsaved sessions.", .help = "sessions" },
  { "theme", .parameter_type = "s", .state = "'system'", .activate = ipl_appearance_choose },
  { "look", .parameter_type = "s", .state = "'own'", .activate = ipl_appearance_choose },
  { "step-text", .step = G_CALLBACK (ipl_appearance_step_text), .parameter_type = "i" },
  { "app.step-text(1)", NULL, "<Control>plus <Control>equal <Control>KP_Add",
    "Larger text in figures", IPL_SHORTCUTS_PANELS, .also = "zoom in bigger font size" },
  { "app.step-text(-1)", NULL, "<Control>minus <Control>KP_Subtract", "Smaller text in figures",
    IPL_SHORTCUTS_PANELS, .also = "zoom out font size" },
  { "app.step-text(0)", NULL, "<Control>0 <Control>KP_0", "Normal text in figures",
    IPL_SHORTCUTS_PANELS, .also = "zoom reset font size" },
  { "about", G_CALLBACK (on_about), .title = "About Interplay", .group = IPL_SHORTCUTS_GENERAL },
};

static void
on_command (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree char *detailed = ipl_action_describe (G_ACTION (action), parameter);
  const IplCommand *command = ipl_commands_find (commands, G_N_ELEMENTS (commands), detailed);

  if (command != NULL)
    ipl_command_run (command, data, parameter);
}

/* Returns: (transfer full): keys for the shortcuts window */
static GPtrArray *
collect_shortcuts (void)
{
  GPtrArray *shortcuts = ipl_shortcuts_new ();

  ipl_window_add_shortcuts (shortcuts);
  ipl_commands_add_shortcuts (commands, G_N_ELEMENTS (commands), "app", shortcuts);
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_GENERAL, "Keyboard shortcuts",
                     "win.show-help-overlay", "<Control>question <Control>F1");
  return shortcuts;
}

static void
set_accels (IplApplication *self)
{
  for (guint i = 0; i < self->shortcuts->len; i++)
    {
      const IplShortcut *shortcut = self->shortcuts->pdata[i];
      g_auto (GStrv) keys = g_strsplit (shortcut->keys, " ", -1);

      if (shortcut->action != NULL)
        gtk_application_set_accels_for_action (GTK_APPLICATION (self), shortcut->action,
                                               (const char *const *)keys);
    }
}

/* Uses a decimal point everywhere, as in figures, files and commands; typed numbers may have a
 * comma. GTK would set the locale later, while the thread of the first example already writes
 * numbers. */
static void
set_locale (void)
{
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
}

static void
ipl_application_startup (GApplication *application)
{
  IplApplication *self = IPL_APPLICATION (application);
  g_autoptr (GtkCssProvider) provider = NULL;

  ipl_register_resource ();
  set_locale ();
  if (self->opens_example)
    self->first = new_example ();
  G_APPLICATION_CLASS (ipl_application_parent_class)->startup (application);
  ipl_help_add_to_dialogs ();
  ipl_widgets_follow_settings ();
  gtk_window_set_default_icon_name (IPL_APPLICATION_ID);

  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider, "/org/interplay/Interplay/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);

  ipl_commands_add_actions (commands, G_N_ELEMENTS (commands), G_ACTION_MAP (self), on_command,
                            self);
  ipl_commands_set_application (commands, G_N_ELEMENTS (commands));
  self->shortcuts = collect_shortcuts ();
  set_accels (self);
  ipl_appearance_restore (G_ACTION_GROUP (self));
}

static void
ipl_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window != NULL)
    {
      gtk_window_present (window);
      return;
    }
  on_new_window (GTK_APPLICATION (application));
}

static void
ipl_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  ipl_application_open_files (GTK_APPLICATION (application), (guint)n_files, files, add_window);
}

/* Forwards a story to the primary instance, which may have another working folder, so the path is
 * made absolute. */
static int
present_story (GApplication *application, const char *story)
{
  g_autofree char *path = g_file_test (story, G_FILE_TEST_EXISTS)
                              ? g_canonicalize_filename (story, NULL)
                              : g_strdup (story);
  g_autoptr (GError) error = NULL;

  if (!g_application_register (application, NULL, &error))
    {
      g_printerr ("interplay: %s\n", error->message);
      return EXIT_FAILURE;
    }
  g_action_group_activate_action (G_ACTION_GROUP (application), "present-story",
                                  g_variant_new_bytestring (path));
  return g_application_get_is_remote (application) ? EXIT_SUCCESS : -1;
}

static int
ipl_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  g_autofree char *story = NULL;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("Interplay %s\n", IPL_VERSION);
      return EXIT_SUCCESS;
    }
  if (g_variant_dict_lookup (options, "present", "^ay", &story))
    return present_story (application, story);
  return -1;
}

static void
ipl_application_finalize (GObject *object)
{
  g_clear_pointer (&IPL_APPLICATION (object)->shortcuts, g_ptr_array_unref);
  g_clear_pointer (&IPL_APPLICATION (object)->left, g_ptr_array_unref);
  if (IPL_APPLICATION (object)->first != NULL)
    ipl_document_close (IPL_APPLICATION (object)->first);
  g_clear_object (&IPL_APPLICATION (object)->first);
  G_OBJECT_CLASS (ipl_application_parent_class)->finalize (object);
}

static void
ipl_application_class_init (IplApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ipl_application_finalize;
  application_class->startup = ipl_application_startup;
  application_class->activate = ipl_application_activate;
  application_class->open = ipl_application_open;
  application_class->handle_local_options = ipl_application_handle_local_options;
}

/* Values are in the dictionary of the application. */
static const GOptionEntry options[] = {
  { "present", 0, 0, G_OPTION_ARG_FILENAME, NULL, "Present a story: a file, or a built-in one",
    "STORY" },
  { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, "Print the version and exit", NULL },
  { NULL },
};

/* Returns: (transfer full): "hmc4, hmc2, glyphs" */
static char *
list_examples (void)
{
  GString *list = g_string_new (NULL);
  guint n, n_files;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  const IplExampleCase *files = ipl_example_cases (&n_files);

  for (guint i = 0; i < n; i++)
    if (experiments[i]->built_in)
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", experiments[i]->id);
  for (guint i = 0; i < n_files; i++)
    g_string_append_printf (list, ", %s", files[i].id);
  return g_string_free (list, FALSE);
}

/* Returns: (transfer full): summary for --help */
static char *
make_summary (void)
{
  g_autofree char *examples = list_examples ();

  return g_strdup_printf (
      "Shows which attention paths of a transformer matter and how they interact.\nA FILE is the "
      "name of a built-in example (%s), a case (.npz), a trained "
      "network (.safetensors), an archive of drawings such as Omniglot's (.zip), MNIST-style "
      "images (-ubyte.gz), a text for a transformer to learn (.txt) or checkpoints of a language "
      "model, as files or a folder. Files of images are opened together.",
      examples);
}

static void
ipl_application_init (IplApplication *self)
{
  g_autofree char *summary = make_summary ();

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), "[FILE…]");
  g_application_set_option_context_summary (G_APPLICATION (self), summary);
}

/* Solves the default example while GTK and the window start. Called without files on the command
 * line. */
void
ipl_application_open_example (IplApplication *self)
{
  self->opens_example = TRUE;
}

/* Ends the application without a question after a signal. A second signal ends the process at
 * once. */
void
ipl_application_end_on_signals (IplApplication *self)
{
  int signals = ipl_end_signals_catch ();

  if (signals >= 0)
    g_unix_fd_add (signals, G_IO_IN, on_end_signal, self);
}

/* Returns: (transfer full): the application */
IplApplication *
ipl_application_new (GApplicationFlags flags)
{
  return g_object_new (IPL_TYPE_APPLICATION, "application-id", IPL_APPLICATION_ID, "flags",
                       flags | G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       "/org/interplay/Interplay", NULL);
}
