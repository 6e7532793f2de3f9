/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"
#include "figures/view/view.h"
#include "runs/heads-run.h"

void ipl_view_network_usable (IplView *self);
double ipl_view_head_score (const IplView *self, guint index);
double ipl_view_head_entropy (const IplView *self, guint index);
double ipl_view_head_gradient (const IplView *self, guint index);
const IplSetting *ipl_view_head_setting (const IplView *self);
const char *ipl_removal_order_words (IplRemovalOrder order); /* "by score" */
double ipl_view_theory_answer (const IplView *self, guint example);
double ipl_view_trained_answer (const IplView *self, guint example);
gboolean ipl_answer_is_right (double answer, int y);
char *ipl_view_test_name (const IplCaseInfo *the_case, guint test);
char *ipl_head_number (const IplCaseInfo *the_case, guint layer, guint head);
char *ipl_correlation_text (const IplCorrelation *self);
void ipl_view_head_at (const IplCaseInfo *the_case, guint index, guint *layer, guint *head);
gboolean ipl_view_head_is_removed (const IplView *self, guint index);
char *ipl_seconds_text (double seconds);
double *ipl_view_attention (const IplView *self, guint layer, guint head);

gboolean ipl_network_figures_make (IplQuantities *self, guint needs, const IplQuantityInput *input,
                                   GCancellable *cancellable, IplProgressFunc progress,
                                   gpointer user_data, IplView *view, GError **error);
