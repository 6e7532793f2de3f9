/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/document.h"
#include "core/posterior/posterior.h"

G_BEGIN_DECLS

IplCase *ipl_parameters_sketch (const IplParameters *parameters);
void ipl_parameters_keep_ways (IplParameters *parameters, const IplParameters *old);
void ipl_parameters_fit_layers (IplParameters *parameters);
gboolean ipl_parameters_same_prior (const IplParameters *a, const IplParameters *b);
gboolean ipl_parameters_same_heads (const IplParameters *a, const IplParameters *b);
char *ipl_parameters_widths_text (const IplParameters *parameters);
gboolean ipl_parameters_parse_widths (IplParameters *parameters, const char *text, GError **error);
char *ipl_parameters_command (const IplParameters *parameters, const IplPosteriorSummary *posterior,
                              gboolean *complete);

char *ipl_parameters_train_command (const IplParameters *parameters, gboolean *complete);

G_END_DECLS
