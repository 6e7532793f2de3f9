/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/base/cli.h"

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
