/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "training-support.h"

/**
 * Command:
 * @title: for messages
 * @action: (nullable): a detailed action of window, application or panel
 * @run: (nullable): in its place, what else can be done to a window
 * @argument: (nullable): for @run
 *
 * Anything that can be asked of a window.
 */
typedef struct
{
  char *title;
  char *action;
  void (*run) (IplWindow *window, const char *argument);
  char *argument;
} Command;

/* (element-type Command): every action of the tables with everything it takes, every experiment,
 * a file and a damaged one opened, saves, exports. Files are made in the folder of the test. */
GPtrArray *every_command (IplWindow *window);
void command_run (const Command *command, IplWindow *window);
