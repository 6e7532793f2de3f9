/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions for all parts of a window: messages, actions, and the signal of changes. */
#include "app/window/window-private.h"

#include "core/base/text-escape.h"

#include <string.h>

#define STATUS_SECONDS 6
#define STATUS_LEAST_USEC (2 * G_USEC_PER_SEC)

/* Emits "state-changed". */
void
ipl_window_changed (IplWindow *self)
{
  g_signal_emit_by_name (self, "state-changed");
}

/* Updates the enabled commands and the widgets of every part. */
void
ipl_window_update (IplWindow *self)
{
  for (guint i = 0; self->parts[i] != NULL; i++)
    {
      const IplWindowPart *part = self->parts[i];

      for (guint k = 0; k < part->n_commands; k++)
        if (part->commands[k].can != NULL)
          ipl_window_enable (self, part->commands[k].name, part->commands[k].can (self->document));
      if (part->update != NULL)
        part->update (self);
    }
}

/* Returns: (nullable): the command of an action with its target */
const IplCommand *
ipl_window_find_command (IplWindow *self, const char *detailed)
{
  const IplCommand *command = NULL;

  for (guint i = 0; self->parts[i] != NULL; i++)
    {
      const IplCommand *found
          = ipl_commands_find (self->parts[i]->commands, self->parts[i]->n_commands, detailed);

      if (found != NULL && (command == NULL || strchr (found->name, ':') != NULL))
        command = found;
    }
  return command;
}

/* TRUE if a command of this action is enabled. */
static gboolean
has_enabled (IplWindow *self, const char *name)
{
  for (guint i = 0; self->parts[i] != NULL; i++)
    for (guint k = 0; k < self->parts[i]->n_commands; k++)
      {
        const IplCommand *command = &self->parts[i]->commands[k];

        if (ipl_command_is_of (command, name)
            && !g_hash_table_contains (self->disabled, command->name))
          return TRUE;
      }
  return FALSE;
}

/* Enables a command. An action is disabled if all its variants are.
 * @name: name of a command, or of an action without one */
void
ipl_window_enable (IplWindow *self, const char *name, gboolean enabled)
{
  g_autofree char *action = g_strndup (name, strcspn (name, ":"));

  if (enabled)
    g_hash_table_remove (self->disabled, name);
  else
    g_hash_table_add (self->disabled, g_strdup (name));
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), action)),
      ipl_window_find_command (self, name) != NULL ? has_enabled (self, action) : enabled);
}

/* Returns: TRUE if the action is enabled with the target
 * @detailed: "save::npz", without "win." */
gboolean
ipl_window_can (IplWindow *self, const char *detailed)
{
  const IplCommand *command = ipl_window_find_command (self, detailed);
  g_autofree char *action = g_strndup (detailed, strcspn (detailed, ":("));

  return g_action_group_get_action_enabled (G_ACTION_GROUP (self), action)
         && (command == NULL || !g_hash_table_contains (self->disabled, command->name));
}

void
ipl_window_set_state (IplWindow *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

/* Adds a menu item from a table.
 * @mnemonic: mnemonic letter of @title, or 0 */
void
ipl_window_insert_item (GMenu *menu, int position, const char *title, char mnemonic,
                        const char *action, const char *target)
{
  const char *at = mnemonic != 0 ? strchr (title, mnemonic) : NULL;
  int before = at != NULL ? (int)(at - title) : 0;
  g_autofree char *label
      = g_strdup_printf ("%.*s%s%s", before, title, at != NULL ? "_" : "", title + before);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_insert_item (menu, position, item);
}

/* Shows the hovered target in the status line, unless a message is shown. */
void
ipl_window_update_status (IplWindow *self)
{
  g_autofree char *text = NULL;

  if (self->status_timeout != 0)
    return;
  if (ipl_document_is_replacing (self->document))
    {
      g_autofree char *name = ipl_file_shown (ipl_document_get_opening (self->document));

      text = g_strdup_printf ("Opening %s…", name);
    }
  else
    text = ipl_document_describe (self->document);
  if (g_strcmp0 (gtk_label_get_label (self->status), text) != 0)
    gtk_label_set_label (self->status, text);
}

/* A hover replaces a status message that is older than 2 s. */
void
ipl_window_hover_changed (IplWindow *self)
{
  if (self->status_timeout != 0
      && g_get_monotonic_time () - self->status_shown_usec > STATUS_LEAST_USEC)
    g_clear_handle_id (&self->status_timeout, g_source_remove);
  ipl_window_update_status (self);
}

/* Removes the status message. */
void
ipl_window_clear_status (IplWindow *self)
{
  g_clear_handle_id (&self->status_timeout, g_source_remove);
  ipl_window_update_status (self);
}

static gboolean
on_status_timeout (gpointer data)
{
  IplWindow *self = data;

  self->status_timeout = 0;
  ipl_window_update_status (self);
  return G_SOURCE_REMOVE;
}

/* Escapes the text, which may contain file names in any encoding. */
static void
set_shown (GtkLabel *label, const char *text)
{
  g_autofree char *shown = ipl_text_escape (text);

  gtk_label_set_label (label, shown);
}

/* Shows a status message for a few seconds. */
void
ipl_window_show_status (IplWindow *self, const char *text)
{
  g_clear_handle_id (&self->status_timeout, g_source_remove);
  set_shown (self->status, text);
  self->status_shown_usec = g_get_monotonic_time ();
  self->status_timeout = g_timeout_add_seconds (STATUS_SECONDS, on_status_timeout, self);
  ipl_window_changed (self);
}

/* @path: (nullable): file of the message in the bar */
static void
set_file (IplWindow *self, const char *path)
{
  g_free (self->info_path);
  self->info_path = g_strdup (path);
  gtk_widget_set_visible (self->info_file, path != NULL);
  ipl_window_enable (self, "exported::open", path != NULL);
  ipl_window_enable (self, "exported::folder", path != NULL);
}

/* Shows a sentence in the message bar until the user closes it or it is outdated.
 * @text: a sentence, or "" to remove the last one */
void
ipl_window_show_message (IplWindow *self, const char *text, gboolean is_error)
{
  if (self->info_path != NULL)
    set_file (self, NULL);
  if (*text != '\0')
    {
      set_shown (self->info_label, text);
      gtk_image_set_from_icon_name (self->info_icon, is_error ? "dialog-error-symbolic"
                                                              : "dialog-information-symbolic");
      ipl_message_bar_set_kind (self->info_bar, is_error ? GTK_MESSAGE_ERROR : GTK_MESSAGE_INFO);
    }
  ipl_message_bar_show (self->info_bar, *text != '\0');
  ipl_window_changed (self);
}

/* Shows a sentence in the message bar, with buttons that open the file or its folder. */
void
ipl_window_show_file_message (IplWindow *self, const char *text, const char *path)
{
  ipl_window_show_message (self, text, FALSE);
  set_file (self, path);
  ipl_window_changed (self);
}

/* Returns: (nullable): the session; NULL after it is closed */
IplDocument *
ipl_window_get_document (IplWindow *self)
{
  return self->document;
}

const char *
ipl_window_get_status (IplWindow *self)
{
  return gtk_label_get_label (self->status);
}

/* Returns: (nullable): the sentence in the message bar, while it is visible */
const char *
ipl_window_get_message (IplWindow *self)
{
  return ipl_message_bar_is_shown (self->info_bar) ? gtk_label_get_label (self->info_label) : NULL;
}
