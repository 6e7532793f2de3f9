/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/file-chooser.h"
#include "document/document.h"

/* Groups of the shortcuts window, in their order. */
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

/* An action with its keys and its group in the shortcuts window: a row of a table of commands. */
typedef struct
{
  const char *name; /* name of the action; "save::npz" for a variant of the action "save" */
  /* (nullable): void (*) (Object *self), or void (*) (Object *self, const char *text) with the
   * string parameter or the chosen file. Without @act, @activate, @call and @step, @name is the
   * detailed name of an action of another row or of GTK: "win.step-width(1)" */
  GCallback act;
  /* (nullable): keys in the syntax of gtk_accelerator_parse(), separated by spaces */
  const char *keys;
  /* (nullable): title in the shortcuts window and in the search; NULL for commands with a
   * parameter */
  const char *title;
  IplShortcutGroup group;               /* group in the shortcuts window */
  const char *parameter_type;           /* (nullable): type string of the parameter */
  const char *state;                    /* (nullable): initial state, as text */
  IplActivate activate;                 /* (nullable): replaces @act */
  void (*call) (IplDocument *document); /* (nullable): replaces @act */
  /* (nullable): replaces @act: void (*) (Object *self, int by), with the integer parameter */
  GCallback step;
  const IplFileQuestion *question;         /* (nullable): file chooser that opens first */
  const char *file_name;                   /* (nullable): suggested file name */
  gboolean (*can) (IplDocument *document); /* (nullable): TRUE if the command is enabled */
  const char *page; /* (nullable): page of the window that shows the result */
  const char *why;  /* (nullable): sentence for a disabled command */
  const char *help; /* (nullable): help page; NULL for that of its group */
  const char *also; /* (nullable): further search words */
} IplCommand;

/* Keys and their function. */
typedef struct
{
  IplShortcutGroup group; /* group in the shortcuts window */
  /* (nullable): function of the keys; without it the shortcuts window leaves them out */
  char *title;
  /* (nullable): detailed name of the action; NULL for keys of a widget */
  char *action;
  /* keys, separated by spaces; only the first one of an action is shown */
  char *keys;
} IplShortcut;

/* (element-type IplShortcut) */
GPtrArray *ipl_shortcuts_new (void);
void ipl_shortcuts_add (GPtrArray *shortcuts, IplShortcutGroup group, const char *title,
                        const char *action, const char *keys);
void ipl_commands_add_shortcuts (const IplCommand *commands, guint n, const char *prefix,
                                 GPtrArray *shortcuts);
const char *ipl_shortcut_group_get_title (IplShortcutGroup group);
char *ipl_keys_describe (const char *keys);
char *ipl_command_get_action (const IplCommand *self, const char *prefix);
void ipl_commands_set_application (const IplCommand *commands, guint n);
const IplCommand *ipl_commands_get_of_application (guint *n);
const IplCommand *ipl_commands_find (const IplCommand *commands, guint n, const char *detailed);
gboolean ipl_command_is_of (const IplCommand *self, const char *name);
char *ipl_action_describe (GAction *action, GVariant *parameter);
void ipl_command_run (const IplCommand *self, gpointer object, GVariant *parameter);
void ipl_commands_add_actions (const IplCommand *commands, guint n, GActionMap *map,
                               IplActivate call, gpointer data);
