/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target.h"
#include "figures/view/view.h"

void ipl_target_append_outputs (const IplTarget *self, const IplView *view, GString *text);
char *ipl_target_describe_output (const IplTarget *self, const IplView *view);
char *ipl_target_caption_output (const IplTarget *self, const IplView *view);
