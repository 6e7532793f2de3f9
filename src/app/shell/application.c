/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/shell/application.h"

#include "core/experiments/experiment.h"
#include <stdlib.h>

#include "interplay-resources.h"
#include "app/base/measure.h"
#include "app/base/preferences.h"
#include "app/base/theme.h"
#include "app/window/window.h"

/**
 * IplApplication:
 *
 * Interplay: opens a window for the paper's example, or one for each case named.
 */
struct _IplApplication
{
  GtkApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (IplApplication, ipl_application, GTK_TYPE_APPLICATION)

typedef struct
{
  const char *action;
  const char *accels[3];
} Accel;

static const Accel accels[] = {
  { "app.new-window", { "<Control>n" } },
  { "app.quit", { "<Control>q" } },
  { "window.close", { "<Control>w" } },
  { "win.open", { "<Control>o" } },
  { "win.open-example::hmc4", { "<Alt>1" } },
  { "win.open-example::hmc2", { "<Alt>2" } },
  { "win.open-example::glyphs", { "<Alt>3" } },
  { "win.save-case", { "<Control>s" } },
  { "win.save-npz", { "<Control><Shift>s" } },
  { "win.save-csv", { "<Control><Alt>s" } },
  { "win.export", { "<Control>e" } },
  { "win.copy-figure", { "<Control><Shift>c" } },
  { "win.copy-command", { "<Control><Alt>c" } },
  { "win.numbers", { "<Control><Shift>t" } },
  { "win.undo", { "<Control>z" } },
  { "win.redo", { "<Control><Shift>z", "<Control>y" } },
  { "win.reset-all", { "<Control><Shift>r" } },
  { "win.new-seed", { "<Control>d" } },
  { "win.run", { "F5", "<Control>r" } },
  { "win.stop", { "<Control>period" } },
  { "win.sample", { "<Control>Return", "<Control>KP_Enter" } },
  { "win.add-draws", { "<Control><Shift>Return", "<Control><Shift>KP_Enter" } },
  { "win.train", { "<Control>g" } },
  { "win.go-on-training", { "<Control><Shift>g" } },
  { "win.stop-training", { "<Control><Alt>period" } },
  { "win.prune", { "<Control><Shift>p" } },
  { "win.next-examples", { "<Control><Shift>Right" } },
  { "win.previous-examples", { "<Control><Shift>Left" } },
  { "win.previous-page", { "<Control>Page_Up" } },
  { "win.next-page", { "<Control>Page_Down" } },
  { "win.next-heatmap", { "<Control>h" } },
  { "win.play", { "<Control>p" } },
  { "win.wider", { "<Alt>Right" } },
  { "win.narrower", { "<Alt>Left" } },
  { "win.sidebar", { "F9" } },
  { "win.shared-limits", { "<Control>l" } },
  { "win.fullscreen", { "F11" } },
  { "win.even-panels", { "<Control>0" } },
  { "win.panel-enlarge::paths", { "<Control>1" } },
  { "win.panel-enlarge::u", { "<Control>2" } },
  { "win.panel-enlarge::accuracy", { "<Control>3" } },
  { "win.panel-enlarge::overlap", { "<Control>4" } },
  { "win.panel-enlarge::trace", { "<Control>5" } },
  { "win.panel-enlarge::ranks", { "<Control>6" } },
  { "win.panel-enlarge::marginal", { "<Control>7" } },
  { "win.panel-enlarge::calibration", { "<Control>8" } },
  { "win.panel-enlarge::task", { "<Control><Alt>1" } },
  { "win.panel-enlarge::training", { "<Control><Alt>2" } },
  { "win.panel-enlarge::attention", { "<Control><Alt>3" } },
  { "win.panel-enlarge::heads", { "<Control><Alt>4" } },
  { "win.panel-enlarge::pruning", { "<Control><Alt>5" } },
};

static void
on_theme (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *id = g_variant_get_string (parameter, NULL);
  GSettings *settings = ipl_preferences_get_default ();

  ipl_theme_choice_set (ipl_theme_choice_get_default (), id);
  g_simple_action_set_state (action, g_variant_new_string (id));
  if (settings != NULL)
    g_settings_set_string (settings, "theme", id);
}

static void
on_new_window (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *window = ipl_window_new (GTK_APPLICATION (data));

  ipl_window_open_example (window, "hmc4");
  gtk_window_present (GTK_WINDOW (window));
}

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (data));

  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
}

static void
on_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_show_about_dialog (
      gtk_application_get_active_window (data), "program-name", "Interplay", "logo-icon-name",
      IPL_APPLICATION_ID, "version", IPL_VERSION, "license-type", GTK_LICENSE_GPL_3_0, "comments",
      "The interplay of attention paths in a statistical mechanics theory of transformers.\n\n"
      "After L. Tiberi, F. Mignacco, K. Irie and H. Sompolinsky, “Dissecting the Interplay of "
      "Attention Paths in a Statistical Mechanics Theory of Transformers”, NeurIPS 2024.",
      "website", "https://arxiv.org/abs/2405.15926", "website-label", "The paper (arXiv)", NULL);
}

static const GActionEntry actions[] = {
  { .name = "theme", .activate = on_theme, .parameter_type = "s", .state = "'system'" },
  { .name = "new-window", .activate = on_new_window },
  { .name = "about", .activate = on_about },
  { .name = "quit", .activate = on_quit },
};

static void
ipl_application_startup (GApplication *application)
{
  IplApplication *self = IPL_APPLICATION (application);
  g_autoptr (GtkCssProvider) provider = NULL;
  GSettings *settings;

  ipl_register_resource ();
  G_APPLICATION_CLASS (ipl_application_parent_class)->startup (application);
  ipl_measure_start ();
  gtk_window_set_default_icon_name (IPL_APPLICATION_ID);

  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider, "/org/interplay/Interplay/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action,
                                           accels[i].accels);
  settings = ipl_preferences_get_default ();
  if (settings != NULL)
    {
      g_autofree char *theme = g_settings_get_string (settings, "theme");
      g_action_group_activate_action (G_ACTION_GROUP (self), "theme", g_variant_new_string (theme));
    }
}

static void
ipl_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    on_new_window (NULL, NULL, application);
  else
    gtk_window_present (window);
}

static IplWindow *
add_window (GApplication *application)
{
  IplWindow *window = ipl_window_new (GTK_APPLICATION (application));

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static gboolean
is_network (GFile *file)
{
  const char *path = g_file_peek_path (file);

  return path != NULL && g_str_has_suffix (path, ".safetensors");
}

/* A name on the command line is a built-in example where it is one, else a file. Files of images
 * belong together, and to a network beside them; anything else has a window of its own. */
static void
ipl_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  g_autoptr (GPtrArray) images = g_ptr_array_new ();
  int n_networks = 0;

  for (int i = 0; i < n_files; i++)
    n_networks += is_network (files[i]);
  for (int i = 0; i < n_files; i++)
    {
      g_autofree char *name = g_file_get_basename (files[i]);
      const IplExperiment *experiment = ipl_experiment_find (name);
      const char *path = g_file_peek_path (files[i]);

      if (experiment != NULL && experiment->generated && !g_file_query_exists (files[i], NULL))
        ipl_window_open_example (add_window (application), name);
      else if (path == NULL)
        {
          IplWindow *window = add_window (application);

          ipl_window_open_example (window, "hmc4");
          ipl_window_tell (window, "Only files on this machine can be opened.", TRUE);
        }
      else if (ipl_window_is_images (path)
               || (is_network (files[i]) && n_networks == 1 && n_files > 1))
        g_ptr_array_add (images, (gpointer)path);
      else
        ipl_window_open_path (add_window (application), path);
    }
  if (images->len == 0)
    return;
  g_ptr_array_add (images, NULL);
  ipl_window_open_paths (add_window (application), (const char *const *)images->pdata);
}

static int
ipl_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("Interplay %s\n", IPL_VERSION);
      return EXIT_SUCCESS;
    }
  return -1;
}

static void
ipl_application_class_init (IplApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->startup = ipl_application_startup;
  application_class->activate = ipl_application_activate;
  application_class->open = ipl_application_open;
  application_class->handle_local_options = ipl_application_handle_local_options;
}

static void
ipl_application_init (IplApplication *self)
{
  static const GOptionEntry options[] = {
    { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, "Print the version and exit", NULL },
    { NULL },
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), "[FILE…]");
  g_application_set_option_context_summary (
      G_APPLICATION (self),
      "Shows which attention paths of a transformer matter, how they work together and what that "
      "buys.\nA FILE is the name of a built-in example (hmc4, hmc2, glyphs), a case (.npz), a "
      "trained "
      "network (.safetensors), an archive of drawings such as Omniglot's (.zip) or MNIST-style "
      "images (-ubyte.gz). Files of images are opened together.");
}

/**
 * ipl_application_new:
 * @flags: %G_APPLICATION_HANDLES_OPEN is added
 *
 * Returns: (transfer full): the application
 */
IplApplication *
ipl_application_new (GApplicationFlags flags)
{
  return g_object_new (IPL_TYPE_APPLICATION, "application-id", IPL_APPLICATION_ID, "flags",
                       flags | G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       "/org/interplay/Interplay", NULL);
}
