/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/description.h"

/* A program as its tables describe it. */
typedef struct
{
  CliDescription *own;  /* what it takes where it has no commands, or in the place of one */
  GPtrArray *commands;  /* (nullable) (element-type CliDescription): its commands */
  const char *see_also; /* (nullable): the other program */
} ManualProgram;

ManualProgram *manual_program_window (void);
ManualProgram *manual_program_commands (void);
void manual_program_free (ManualProgram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ManualProgram, manual_program_free)

char *manual_program_function (const ManualProgram *self);
GStrv manual_program_experiments (const ManualProgram *self);
void manual_append_quoted (GString *text, const char *word);
