/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "manual/program.h"

/* A shell that completes command lines. */
typedef struct
{
  const char *shell;  /* "bash" */
  const char *prefix; /* of the name of its files, before that of the program */
  const char *suffix; /* behind it */
  void (*write) (const ManualProgram *program, GString *text);
} ManualCompletion;

extern const ManualCompletion manual_completion_bash;
extern const ManualCompletion manual_completion_zsh;
extern const ManualCompletion manual_completion_fish;
