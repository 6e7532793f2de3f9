/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-entry.h"
#include "figures/plot/plot.h"

double ipl_entry_of (const IplSolution *solution, const IplView *view);
IplPosteriorEntry ipl_sampled_entry (const IplView *view);
void ipl_plot_note_samples (IplPlot *plot);
void ipl_words_append (GString *text, const char *sentence, double value, int digits);
void ipl_describe_diagnostics (GString *text, const IplView *view);
void ipl_table_diagnostics (GString *text, const IplView *view);
