/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several widgets are made with. */
#include "app/base/widgets.h"

/* A button whose label is its tooltip, and is read to whoever does not see the icon. */
GtkWidget *
ipl_icon_button_new (const char *icon, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  return button;
}

/* Removes its children. */
void
ipl_widget_clear (gpointer widget)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (child);
}

static gboolean
close_window (GtkWidget *widget, GVariant *args, gpointer data)
{
  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

/* For a window that is no class of its own, which binds the key itself. */
void
ipl_window_close_on_escape (GtkWindow *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (close_window, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
}
