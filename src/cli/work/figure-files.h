/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/subject.h"

/* The files that a figure is written to. */
typedef struct
{
  char *format; /* by commas */
  gboolean transparent;
  gboolean mark_width;
  gboolean outlines;
} CliFigureFiles;

/* TRUE if the options make a file; to be called before any work. */
CliExit cli_figure_files_check (const CliFigureFiles *self, const CliArguments *arguments);
/* Draws a subject into every format, and prints the names of the files. */
CliExit cli_figure_files_write (const CliFigureFiles *self, const IplPanel *panel,
                                const CliSubject *subject);
