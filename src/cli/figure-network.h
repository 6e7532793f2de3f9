/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/cli.h"

#include "figures/output/figure.h"
#include "runs/heads.h"

/* What the panels of a trained network need beside the theory; zero-filled at first. */
typedef struct
{
  IplHeadResult *heads;
  IplTrainer *trainer; /* whose learning curve is shown */
  IplLearningCurve training;
} CliNetworkFigures;

void cli_network_figures_clear (CliNetworkFigures *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliNetworkFigures, cli_network_figures_clear)

/* Computes what @panel needs beside @view->current, and lets @view point at it. */
gboolean cli_network_figures_make (CliNetworkFigures *self, const IplPanel *panel,
                                   const IplParameters *parameters, IplKernel *kernel,
                                   guint threads, IplView *view, GError **error);
