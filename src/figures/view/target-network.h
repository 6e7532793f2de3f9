/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target.h"
#include "figures/view/view.h"

char *ipl_target_describe_sequence (const IplTarget *self, const IplView *view);
char *ipl_target_describe_step (const IplTarget *self, const IplView *view);
char *ipl_target_caption_sequence (const IplTarget *self, const IplView *view);
char *ipl_target_caption_step (const IplTarget *self, const IplView *view);
void ipl_target_append_worths (GString *text, const IplView *view, guint head);
void ipl_target_append_drops (GString *text, const IplView *view, guint head);
