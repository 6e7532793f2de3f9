/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/text-parameters.h"

G_BEGIN_DECLS

void ipl_text_cost_count (const IplTextParameters *parameters, guint V, double n_recorded,
                          double *step, double *recording);
double ipl_text_cost_count_run (const IplTextParameters *parameters, guint V, double n_recorded,
                                guint64 steps);
double ipl_text_cost_seconds (double multiply_adds, guint threads);
void ipl_text_cost_predict (const IplTextParameters *parameters, guint threads, double *seconds,
                            double *bytes);

G_END_DECLS
