/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/legend.h"
#include "figures/view/view.h"

gboolean ipl_solution_is_doubtful (const IplSolution *solution);
gboolean ipl_view_theory_is_doubtful (const IplView *self);
gboolean ipl_view_scores_are_doubtful (const IplView *self);
const char *ipl_view_doubt_heading (const IplView *self);
char *ipl_view_doubt_markup (const IplView *self);
void ipl_legend_add_theory_doubt (IplLegend *self, const IplView *view, const IplStyle *style,
                                  const char *markup);
void ipl_describe_doubt (GString *text, const IplSolution *solution);
