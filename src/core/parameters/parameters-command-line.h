/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"
#include "core/parameters/run-settings.h"
#include "core/posterior/posterior-summary.h"

char *ipl_parameters_command (const IplParameters *parameters, const IplPosteriorSummary *posterior,
                              gboolean *complete);
char *ipl_parameters_figure_command (const IplParameters *parameters, gboolean *complete);
char *ipl_parameters_map_command (const IplRunSettings *run);
char *ipl_parameters_summary (const IplParameters *parameters);
char *ipl_parameters_train_command (const IplParameters *parameters);
void ipl_parameters_append_case (GString *text, const IplParameters *parameters);
