/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/job.h"

/* The result of writing files.
 * what: contents of the files ("The web page")
 * paths: NULL-terminated: files that have been written
 * doubt: (nullable): caveat about the results they show
 * note: (nullable): properties that a script leaves out
 * error: (nullable): reason why other files are missing */
typedef struct
{
  const char *what;
  char **paths;
  char *doubt;
  char *note;
  GError *error;
} IplFileResult;

IplFileResult *ipl_file_result_new (const char *what);
void ipl_file_result_set_path (IplFileResult *self, const char *path);
void ipl_file_result_free (IplFileResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplFileResult, ipl_file_result_free)
