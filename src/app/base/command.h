/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * IplShortcutGroup:
 *
 * Where a command stands in the window of shortcuts, in the order of its groups.
 */
typedef enum
{
  IPL_SHORTCUTS_CASES,
  IPL_SHORTCUTS_WIDTHS,
  IPL_SHORTCUTS_NETWORKS,
  IPL_SHORTCUTS_PARAMETERS,
  IPL_SHORTCUTS_GENERAL,
  IPL_SHORTCUTS_PANELS,
  IPL_SHORTCUTS_IN_PANEL,
  IPL_SHORTCUTS_STORY,
  IPL_SHORTCUTS_EXPORT,
  IPL_SHORTCUTS_N_GROUPS
} IplShortcutGroup;

/**
 * IplCommand:
 * @name: of the action
 * @activate: (nullable): what it does; %NULL where another has the action of this full name
 * @keys: (nullable): its keys as gtk_accelerator_parse() reads them, separated by spaces
 * @title: (nullable): in the window of shortcuts; left out of it where there is none
 * @group: where it stands there
 * @parameter_type: (nullable): of the action
 * @state: (nullable): of the action, as text
 *
 * One row of a table of commands: an action, its keys and its place in the window of shortcuts.
 */
typedef struct
{
  const char *name;
  void (*activate) (GSimpleAction *action, GVariant *parameter, gpointer data);
  const char *keys;
  const char *title;
  IplShortcutGroup group;
  const char *parameter_type;
  const char *state;
} IplCommand;

/**
 * IplShortcut:
 * @group: where it stands
 * @title: (nullable): what the keys do; not in the window of shortcuts where there is none
 * @action: (nullable): detailed name of the action the keys are for; none where a widget has them
 * @keys: the keys, separated by spaces; of several for an action only the first is shown
 *
 * Keys and what they do.
 */
typedef struct
{
  IplShortcutGroup group;
  char *title;
  char *action;
  char *keys;
} IplShortcut;

/* An array of #IplShortcut. */
GPtrArray *ipl_shortcuts_new (void);
void ipl_shortcuts_add (GPtrArray *shortcuts, IplShortcutGroup group, const char *title,
                        const char *action, const char *keys);
void ipl_commands_add_shortcuts (const IplCommand *commands, guint n, const char *prefix,
                                 GPtrArray *shortcuts);
void ipl_commands_add_actions (const IplCommand *commands, guint n, GActionMap *map, gpointer data);

G_END_DECLS
