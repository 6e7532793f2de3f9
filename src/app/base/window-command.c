/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of commands, from which actions, their keys and the shortcuts window are made. */
#include "app/base/window-command.h"

#include <string.h>

static const char *const group_titles[IPL_SHORTCUTS_N_GROUPS] = {
  [IPL_SHORTCUTS_CASES] = "Cases",         [IPL_SHORTCUTS_WIDTHS] = "Widths",
  [IPL_SHORTCUTS_NETWORKS] = "Networks",   [IPL_SHORTCUTS_PARAMETERS] = "Parameters",
  [IPL_SHORTCUTS_GENERAL] = "General",     [IPL_SHORTCUTS_PANELS] = "Panels",
  [IPL_SHORTCUTS_IN_PANEL] = "In a panel", [IPL_SHORTCUTS_STORY] = "Story",
  [IPL_SHORTCUTS_EXPORT] = "Export",
};

const char *
ipl_shortcut_group_get_title (IplShortcutGroup group)
{
  return group_titles[group];
}

static void
shortcut_free (gpointer data)
{
  IplShortcut *self = data;

  g_free (self->title);
  g_free (self->action);
  g_free (self->keys);
  g_free (self);
}

/* Returns: (transfer full): an empty list */
GPtrArray *
ipl_shortcuts_new (void)
{
  return g_ptr_array_new_with_free_func (shortcut_free);
}

/* @title: (nullable): function of the keys
 * @action: (nullable): detailed name of their action */
void
ipl_shortcuts_add (GPtrArray *shortcuts, IplShortcutGroup group, const char *title,
                   const char *action, const char *keys)
{
  IplShortcut *self = g_new0 (IplShortcut, 1);

  self->group = group;
  self->title = g_strdup (title);
  self->action = g_strdup (action);
  self->keys = g_strdup (keys);
  g_ptr_array_add (shortcuts, self);
}

/* @keys: in the syntax of gtk_accelerator_parse(), separated by spaces
 * Returns: (transfer full): the keys as labels */
char *
ipl_keys_describe (const char *keys)
{
  g_auto (GStrv) each = g_strsplit (keys, " ", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; each[i] != NULL; i++)
    {
      g_autofree char *label = NULL;
      GdkModifierType modifiers;
      guint key;

      if (!gtk_accelerator_parse (each[i], &key, &modifiers))
        continue;
      label = gtk_accelerator_get_label (key, modifiers);
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", label);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
has_action (const IplCommand *command)
{
  return command->act != NULL || command->activate != NULL || command->call != NULL
         || command->step != NULL;
}

/* @prefix: "app" or "win"
 * Returns: (transfer full): full name of its action */
char *
ipl_command_get_action (const IplCommand *self, const char *prefix)
{
  return has_action (self) ? g_strconcat (prefix, ".", self->name, NULL) : g_strdup (self->name);
}

static const IplCommand *of_application;
static guint n_of_application;

/* @commands: [n] commands of the application, which windows list with their own */
void
ipl_commands_set_application (const IplCommand *commands, guint n)
{
  of_application = commands;
  n_of_application = n;
}

/* @n: (out): number of commands */
const IplCommand *
ipl_commands_get_of_application (guint *n)
{
  *n = n_of_application;
  return of_application;
}

/* @detailed: name of an action, with its target after "::"
 * Returns: (nullable): the command of this variant, or else of the action */
const IplCommand *
ipl_commands_find (const IplCommand *commands, guint n, const char *detailed)
{
  const IplCommand *action = NULL;

  for (guint i = 0; i < n; i++)
    if (has_action (&commands[i]) && g_str_equal (commands[i].name, detailed))
      return &commands[i];
    else if (has_action (&commands[i]) && ipl_command_is_of (&commands[i], detailed)
             && strchr (commands[i].name, ':') == NULL)
      action = &commands[i];
  return action;
}

/* Returns: TRUE if the command is a variant of the action, or all of it
 * @name: name of the action, with or without a target */
gboolean
ipl_command_is_of (const IplCommand *self, const char *name)
{
  gsize length = strcspn (self->name, ":");

  return has_action (self) && strcspn (name, ":(") == length
         && strncmp (self->name, name, length) == 0;
}

/* Returns: (transfer full): "save::npz", or "undo" without a parameter */
char *
ipl_action_describe (GAction *action, GVariant *parameter)
{
  return g_action_print_detailed_name (g_action_get_name (action), parameter);
}

/* Adds the shortcuts of commands with keys.
 * @commands: [n] a table of commands
 * @prefix: prefix of their actions: "app" or "win" */
void
ipl_commands_add_shortcuts (const IplCommand *commands, guint n, const char *prefix,
                            GPtrArray *shortcuts)
{
  for (guint i = 0; i < n; i++)
    if (commands[i].keys != NULL)
      {
        g_autofree char *action = ipl_command_get_action (&commands[i], prefix);

        ipl_shortcuts_add (shortcuts, commands[i].group, commands[i].title, action,
                           commands[i].keys);
      }
}

/* Runs a command without @activate and @call.
 * @object: the window, if the command asks for files
 * @parameter: (nullable): a string, a bytestring or a number */
void
ipl_command_run (const IplCommand *self, gpointer object, GVariant *parameter)
{
  const char *text = NULL;

  if (parameter != NULL && g_variant_is_of_type (parameter, G_VARIANT_TYPE_STRING))
    text = g_variant_get_string (parameter, NULL);
  else if (parameter != NULL && g_variant_is_of_type (parameter, G_VARIANT_TYPE_BYTESTRING))
    text = g_variant_get_bytestring (parameter);
  if (self->question != NULL)
    ipl_file_chooser_open (object, self->question, self->file_name, self->act, object, NULL);
  else if (self->step != NULL)
    ((void (*) (gpointer, int))self->step) (object, g_variant_get_int32 (parameter));
  else
    ((void (*) (gpointer, const char *))self->act) (object, text);
}

/* Adds the actions of commands that define one. Commands "save::npz" and "save::csv" are variants
 * of one action "save", whose parameter selects the command. The first variant has the state.
 * @commands: [n] a table of commands
 * @call: activates commands without @activate */
void
ipl_commands_add_actions (const IplCommand *commands, guint n, GActionMap *map, IplActivate call,
                          gpointer data)
{
  for (guint i = 0; i < n; i++)
    if (has_action (&commands[i]))
      {
        gsize length = strcspn (commands[i].name, ":");
        g_autofree char *name = g_strndup (commands[i].name, length);
        GActionEntry entry
            = { .name = name,
                .activate = commands[i].activate != NULL ? commands[i].activate : call,
                .parameter_type
                = commands[i].name[length] == ':' ? "s" : commands[i].parameter_type,
                .state = commands[i].state };

        if (g_action_map_lookup_action (map, name) == NULL)
          g_action_map_add_action_entries (map, &entry, 1, data);
      }
}
