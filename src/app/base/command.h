/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/file-chooser.h"
#include "session/session.h"

/* Where a command stands in the window of shortcuts, in the order of its groups. */
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

typedef void (*IplActivate) (GSimpleAction *action, GVariant *parameter, gpointer data);

/* One row of a table of commands: an action, its keys and its place in the window of shortcuts. */
typedef struct
{
  const char *name; /* of the action */
  /* (nullable): what it does: void (*) (Object *self), or with a text that is its parameter or the
   * file that was chosen. Without it and its likes below, this is the full name of an action that
   * another row or GTK has, with its target: "win.turn-page(1)" */
  GCallback act;
  /* (nullable): its keys as gtk_accelerator_parse() reads them, separated by spaces */
  const char *keys;
  /* (nullable): what it is called in the window of shortcuts, and found by; those that take a
   * parameter have none */
  const char *title;
  IplShortcutGroup group;             /* where it stands there */
  const char *parameter_type;         /* (nullable): of the action */
  const char *state;                  /* (nullable): of the action, as text */
  IplActivate activate;               /* (nullable): in the place of @act */
  void (*call) (IplSession *session); /* (nullable): in the place of @act: all that it does */
  GCallback turn; /* (nullable): the same: void (*) (Object *self, int by), by its parameter */
  const IplFileQuestion *question;       /* (nullable): asks for files first */
  const char *file_name;                 /* (nullable): the name that is offered then */
  gboolean (*can) (IplSession *session); /* (nullable): whether it can be done now */
  const char *page; /* (nullable): the page of the window that shows what comes of it */
  const char *why;  /* (nullable): the sentence to say where it cannot be done */
  const char
      *help; /* (nullable): the page of help about it; that of its group where there is none */
  const char *also; /* (nullable): other words that it is found by */
} IplCommand;

/* Keys and what they do. */
typedef struct
{
  IplShortcutGroup group; /* where it stands */
  /* (nullable): what the keys do; not in the window of shortcuts where there is none */
  char *title;
  /* (nullable): detailed name of the action the keys are for; none where a widget has them */
  char *action;
  /* the keys, separated by spaces; of several for an action only the first is shown */
  char *keys;
} IplShortcut;

/* An array of #IplShortcut. */
GPtrArray *ipl_shortcuts_new (void);
void ipl_shortcuts_add (GPtrArray *shortcuts, IplShortcutGroup group, const char *title,
                        const char *action, const char *keys);
void ipl_commands_add_shortcuts (const IplCommand *commands, guint n, const char *prefix,
                                 GPtrArray *shortcuts);
const char *ipl_shortcut_group_get_title (IplShortcutGroup group);
char *ipl_keys_describe (const char *keys);
char *ipl_command_get_action (const IplCommand *self, const char *prefix);
void ipl_commands_set_of_application (const IplCommand *commands, guint n);
const IplCommand *ipl_commands_get_of_application (guint *n);
const IplCommand *ipl_commands_find (const IplCommand *commands, guint n, const char *name);
void ipl_command_run (const IplCommand *self, gpointer object, GVariant *parameter);
void ipl_commands_add_actions (const IplCommand *commands, guint n, GActionMap *map,
                               IplActivate call, gpointer data);
