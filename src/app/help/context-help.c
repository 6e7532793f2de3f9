/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help pages of widgets, and F1 in dialogs, file choosers and questions. */
#include "app/help/context-help.h"

#include "app/base/file-chooser.h"
#include "app/base/widget-helpers.h"
#include "figures/help/help-table.h"
#include "app/help/help-window.h"

#define PAGE "ipl-help-page"
#define FOLLOWED "ipl-help-followed"

/* Sets the page that F1 opens while the focus is in the widget; a page of a widget inside takes
 * precedence.
 * @page: (nullable): name of the page, a static string */
void
ipl_help_mark (GtkWidget *widget, const char *page)
{
  g_object_set_data (G_OBJECT (widget), PAGE, (gpointer)page);
}

/* @widget: (nullable): focused widget
 * Returns: (nullable): help page of the widget, or of its nearest ancestor with one */
const char *
ipl_help_find_page (GtkWidget *widget)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      const char *page = g_object_get_data (G_OBJECT (widget), PAGE);

      if (page != NULL)
        return page;
    }
  return NULL;
}

/* Returns: help page of the focused widget, or of the window */
static const char *
page_of (GtkWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (window);
  const char *page = ipl_help_find_page (focus != NULL ? focus : GTK_WIDGET (window));
  GtkWindow *parent = gtk_window_get_transient_for (window);

  if (page == NULL && IPL_IS_FILE_CHOOSER (window) && parent != NULL)
    page = g_object_get_data (G_OBJECT (parent), IPL_CHOOSER_PAGE);
  if (page == NULL && parent != NULL && !GTK_IS_APPLICATION_WINDOW (parent))
    page = ipl_help_find_page (GTK_WIDGET (parent));
  return page != NULL ? page : IPL_HELP_FIRST;
}

/* Opens help in the main window that @window belongs to. */
static gboolean
on_help (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GtkWindow *main_window = GTK_WINDOW (widget);

  while (main_window != NULL && !GTK_IS_APPLICATION_WINDOW (main_window))
    main_window = gtk_window_get_transient_for (main_window);
  if (main_window == NULL)
    return FALSE;
  g_action_group_activate_action (G_ACTION_GROUP (main_window), "help",
                                  g_variant_new_string (page_of (GTK_WINDOW (widget))));
  return TRUE;
}

static void
on_help_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  on_help (data, NULL, NULL);
}

/* Adds a help button next to the chooser's own. */
static void
add_button (GtkWidget *chooser)
{
  GtkWidget *button = gtk_button_new_with_label ("?");

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "dialog.help");
  gtk_widget_set_tooltip_text (button, "Help about this (F1)");
  ipl_widget_set_name (button, "Help about this");
  ipl_file_chooser_add_button (chooser, button);
}

/* Called when a window is realized, since it is complete then. */
static void
on_realize (GtkWidget *window)
{
  static const GActionEntry entries[] = { { "help", on_help_action, NULL, NULL, NULL, { 0 } } };
  g_autoptr (GSimpleActionGroup) actions = NULL;
  GtkEventController *keys;

  if (GTK_IS_APPLICATION_WINDOW (window) || IPL_IS_HELP_WINDOW (window)
      || g_object_get_data (G_OBJECT (window), FOLLOWED) != NULL)
    return;
  g_object_set_data (G_OBJECT (window), FOLLOWED, window);
  actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), window);
  gtk_widget_insert_action_group (window, "dialog", G_ACTION_GROUP (actions));
  keys = gtk_shortcut_controller_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F1, 0),
                        gtk_callback_action_new (on_help, NULL, NULL)));
  gtk_widget_add_controller (window, keys);
  if (IPL_IS_FILE_CHOOSER (window))
    add_button (window);
}

static void
on_windows (GListModel *windows, guint position, guint removed, guint added)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      g_signal_connect (window, "realize", G_CALLBACK (on_realize), NULL);
    }
}

/* Adds F1 and the action "dialog.help" to every window opened from now on, except main windows and
 * the help window. */
void
ipl_help_add_to_dialogs (void)
{
  static gboolean is_followed;

  if (is_followed)
    return;
  is_followed = TRUE;
  g_signal_connect (gtk_window_get_toplevels (), "items-changed", G_CALLBACK (on_windows), NULL);
}
