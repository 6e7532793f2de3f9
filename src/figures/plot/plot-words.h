/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

char *ipl_plot_describe_target (const IplPlot *self, const IplTarget *target);
void ipl_plot_describe (const IplPlot *self, GString *text);
