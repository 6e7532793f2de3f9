/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of every page of every example, of every panel alone, and of every dialog, to be looked
 * at: tools/look runs it in a virtual screen. Panels and dialogs are of the first size and theme.
 *
 * usage: look FOLDER SIZE[,SIZE...] THEME[,THEME...] TEXT-ZOOM [dialogs | [pages] EXAMPLE...]
 *
 * "pages" leaves panels out. The theme "paper" is the light one with figures as on paper. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/base/theme.h"
#include "app/pages/page-table.h"
#include "core/experiments/experiment-table.h"
#include "every-command.h"
#include "window-fixture.h"
#include "runs/job.h"

static const char *out;
static char **sizes, **themes;
static gboolean pages_alone;

static void
save (gpointer window, const char *name)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = g_build_filename (out, file, NULL);
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (GTK_WIDGET (window)),
                          gtk_widget_get_height (GTK_WIDGET (window)));
  node = gtk_snapshot_to_node (snapshot);
  if (node == NULL)
    {
      g_printerr ("look: there is nothing to be seen of %s\n", name);
      return;
    }
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node, NULL);
  if (!gdk_texture_save_to_png (texture, path))
    g_printerr ("look: %s could not be written\n", path);
}

static void
set_size (IplWindow *window, const char *size)
{
  int width, height;

  if (sscanf (size, "%dx%d", &width, &height) != 2)
    g_error ("%s is not a size: WIDTHxHEIGHT", size);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  settle ();
}

static void
set_theme (const char *theme)
{
  gboolean paper = g_str_equal (theme, "paper");

  act_application ("theme", paper ? "light" : theme);
  act_application ("look", paper ? "paper" : "own");
  settle ();
}

static gboolean
is_done (IplWindow *window)
{
  return is_idle (window) && !ipl_document_get_status (document_of (window), "map")->running;
}

/* Long runs are looked at while they go on. */
static void
wait_some (IplWindow *window)
{
  gint64 end = g_get_monotonic_time () + 40 * G_USEC_PER_SEC;

  while (!is_done (window) && g_get_monotonic_time () < end)
    wait_step (end + G_USEC_PER_SEC, "some results");
}

static void
look_at_panels (IplWindow *window, const char *example)
{
  const IplPanel *panels[IPL_PANEL_GRID_PLACES];
  guint n = ipl_panel_grid_list_shown (ipl_window_get_grid (window), panels);

  set_size (window, sizes[0]);
  set_theme (themes[0]);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strjoin ("-", "panel", example, panels[i]->id, NULL);

      act (window, "panel-enlarge", panels[i]->id);
      settle ();
      save (window, name);
      act (window, "panel-enlarge", panels[i]->id);
    }
}

static gboolean
has_same_name (const Command *command, const Command *before)
{
  gsize length = strcspn (command->action, ":(");

  return before != NULL && before->action != NULL
         && strncmp (command->action, before->action, length) == 0
         && strcspn (before->action, ":(") == length;
}

/* Every window that a command opens beside the one that it is a command of. */
static void
look_at_dialogs (IplWindow *window, const char *example)
{
  g_autoptr (GPtrArray) commands = every_command (window);

  for (guint i = 0; i < commands->len; i++)
    {
      const Command *command = commands->pdata[i];
      GListModel *windows = gtk_window_get_toplevels ();

      /* Of an action that takes something, once. */
      if (command->action == NULL || has_same_name (command, i > 0 ? commands->pdata[i - 1] : NULL))
        continue;
      /* A command before it may have changed them. */
      set_size (window, sizes[0]);
      set_theme (themes[0]);
      command_run (command, window);
      settle ();
      for (guint k = 0; k < g_list_model_get_n_items (windows); k++)
        {
          g_autoptr (GtkWidget) dialog = g_list_model_get_item (windows, k);
          g_autofree char *name = g_strjoin ("-", "dialog", example, command->action, NULL);

          if (!IPL_IS_WINDOW (dialog) && gtk_widget_get_mapped (dialog))
            save (dialog, name);
        }
      close_dialogs ();
      settle ();
    }
}

static void
look_at (IplWindow *window, const char *example)
{
  act (window, "open-example", example);
  wait_some (window);
  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    {
      if (!ipl_window_offers_page (window, (*page)->id))
        continue;
      act (window, "page", (*page)->id);
      wait_some (window);
      for (guint i = 0; sizes[i] != NULL; i++)
        for (guint k = 0; themes[k] != NULL; k++)
          {
            g_autofree char *name
                = g_strjoin ("-", example, (*page)->id, sizes[i], themes[k], NULL);

            set_size (window, sizes[i]);
            set_theme (themes[k]);
            save (window, name);
          }
      if (!pages_alone)
        look_at_panels (window, example);
    }
}

static void
look (int n_asked, char **asked)
{
  if (n_asked > 0 && g_str_equal (asked[0], "dialogs"))
    look_at_dialogs (the_window (), "hmc4");
  else if (n_asked > 0)
    for (int i = 0; i < n_asked; i++)
      look_at (the_window (), asked[i]);
  else
    for (const IplExperiment *const *experiment = ipl_experiments (NULL); *experiment != NULL;
         experiment++)
      if ((*experiment)->built_in)
        look_at (the_window (), (*experiment)->id);
}

static int n_args;
static char **args;

TEST (test_look, "/look")
{
  int first = pages_alone ? 6 : 5;

  /* What GTK warns of is printed, and the rest is still looked at. */
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  /* As a desktop's larger text: of widgets and figures. */
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi",
                (int)(96 * 1024 * g_ascii_strtod (args[4], NULL)), NULL);
  g_application_activate (G_APPLICATION (application));
  wait_some (the_window ());
  look (n_args - first, args + first);
}

int
main (int argc, char **argv)
{
  int status;

  if (argc < 5)
    {
      g_printerr ("usage: look FOLDER SIZE[,SIZE...] THEME[,THEME...] TEXT-ZOOM "
                  "[dialogs | [pages] EXAMPLE...]\n");
      return 2;
    }
  out = argv[1];
  sizes = g_strsplit (argv[2], ",", -1);
  themes = g_strsplit (argv[3], ",", -1);
  pages_alone = argc > 5 && g_str_equal (argv[5], "pages");
  n_args = argc;
  args = argv;
  status = test_main (1, (char *[]){ argv[0], NULL });
  g_strfreev (sizes);
  g_strfreev (themes);
  return status;
}
