/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target.h"
#include "figures/view/view.h"

gboolean ipl_target_has_output_entry (const IplTarget *self, const IplView *view);
double ipl_target_get_output_entry (const IplTarget *self, const IplView *view);
void ipl_target_append_output_names (const IplTarget *self, const IplView *view, GString *text);
void ipl_target_append_outputs (const IplTarget *self, const IplView *view, GString *text);
char *ipl_target_describe_output (const IplTarget *self, const IplView *view);
