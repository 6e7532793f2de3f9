/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "figures/view/view.h"

void ipl_describe_setting (GString *text, const IplView *view);
void ipl_table_number (GString *text, double value);
void ipl_table_cell (GString *text, double value);

/* Text of scores and labels in figures. */
char *ipl_score_text (const IplScore *self, double value);
char *ipl_score_text_with_error (const IplScore *self, double value, double standard_error);
char *ipl_label_text (const IplCaseInfo *the_case, const double *label, int significant);
char *ipl_label_markup (const IplCaseInfo *the_case, const double *label, int significant);
