/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "training-support.h"

/**
 * Command:
 * @title: for messages
 * @action: (nullable): a detailed action of window, application or panel
 * @family: (nullable): the same without what it takes, where it takes something
 * @turn: which of its family it is, from 0
 * @run: (nullable): in its place, what else can be done to a window
 * @argument: (nullable): for @run
 * @closes: whether the window may be gone afterwards
 *
 * Anything that can be asked of a window.
 */
typedef struct
{
  char *title;
  char *action;
  char *family;
  guint turn;
  void (*run) (IplWindow *window, const char *argument);
  char *argument;
  gboolean closes;
} Command;

/* (element-type Command): every action of the tables with everything it takes, every experiment,
 * files right and damaged opened and dropped, saves, exports, parameters, closing. Files are made
 * in the folder of the test. */
GPtrArray *every_command (IplWindow *window);
void command_run (const Command *command, IplWindow *window);

/* Afterwards @window is the only one. */
void close_dialogs (void);
void close_others (IplWindow *window);
