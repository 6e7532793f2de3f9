/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

const IplPosteriorSummary *ipl_view_posterior_at (const IplView *self, const IplSetting *setting);
GPtrArray *ipl_view_posteriors (const IplView *self); /* of borrowed const IplPosteriorSummary */
const IplPosteriorSummary **ipl_view_posteriors_of_rows (const IplView *self);
const IplSetting *ipl_view_setting (const IplView *self);
const char *ipl_view_posterior_empty (const IplView *self, const char **more);
IplPosteriorEntry ipl_view_posterior_entry (const IplView *self, gsize p, gsize q);
double *ipl_view_posterior_draws (const IplView *self, gsize p, gsize q);
char *ipl_view_entry_markup (const IplView *self);
char *ipl_view_entry_text (const IplView *self);
void ipl_view_posterior_usable (IplView *self);
