/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/drawing.h"
#include "cli/work/figure-python.h"
#include "cli/work/work.h"

/* The files that a figure is written to: how it looks, what --format, --out, --transparent,
 * --outlines and --mark-width say, and the whole command line; @arrays: where a script finds its
 * numbers. */
typedef struct
{
  CliDrawing drawing;
  char *format;
  char *out;
  char *command_line;
  const char *named;         /* (nullable): CASE as it was given; borrowed */
  const char *compare_named; /* (nullable): and what is compared; borrowed */
  CliFigureArrays arrays;
  gboolean transparent;
  gboolean mark_width;
  gboolean outlines;
  const IplParameters *compared; /* (nullable): of what is compared; borrowed */
} CliFigureFiles;

void cli_figure_files_clear (CliFigureFiles *self);

/* TRUE if the options make a file; to be called before any work. */
CliExit cli_figure_files_check (const CliFigureFiles *self, const char *command);
/* Draws into every format, and prints the names of the files, which say that they come from
 * @parameters. */
CliExit cli_figure_files_write (const CliFigureFiles *self, const char *command,
                                const IplPanel *panel, const IplView *view,
                                const IplParameters *parameters);
/* The command line that draws the same once more, on any number of threads and, unless @with_out,
 * wherever it is written. */
char *cli_figure_command_line (int argc, char **argv, gboolean with_out);
