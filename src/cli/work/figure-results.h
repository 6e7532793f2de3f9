/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/options.h"
#include "cli/work/figure-files.h"

#include "core/parameters/run-settings.h"
#include "core/results/results-load.h"
#include "figures/view/panel.h"

/* A file of results that is drawn as it is. */
typedef struct
{
  IplResults *results; /* what the file holds */
  IplRunSettings
      run;   /* what it was computed from; @run.command is %NULL where that cannot be read */
  guint row; /* which of its rows is shown */
} CliFigureResults;

CliExit cli_figure_results_open (CliFigureResults *self, const char *command, const char *path,
                                 const IplPanel *panel, const char *width, const char *temperature);
void cli_figure_results_clear (CliFigureResults *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFigureResults, cli_figure_results_clear)

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
