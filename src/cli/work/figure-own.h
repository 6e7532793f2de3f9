/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/options.h"
#include "cli/work/figure-files.h"

/* Of an experiment whose result is no case of attention paths, the panel asked for, or its first.
 * @checkpoint: (nullable): where the run is kept, and gone on with. */
CliExit cli_figure_own (const char *command, const CliFigureFiles *files,
                        const IplParameters *parameters, const char *checkpoint, guint threads);

/* Reads a file of such results. @flags may change how they are shown, and nothing else. */
CliExit cli_result_file_open (const char *command, const char *path, const CliImageArguments *flags,
                              IplParameters *parameters, IplExperimentResult **own);
/* The same of such a file, with nothing computed. @shown_time: negative for what the file says. */
CliExit cli_figure_result_file (const char *command, const CliFigureFiles *files, const char *path,
                                const CliImageArguments *flags, double shown_time);
