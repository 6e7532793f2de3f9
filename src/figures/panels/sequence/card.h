/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/task-card.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

const char *ipl_card_empty (const IplView *view, const char **more);
const IplTokenTexts *ipl_card_tokens (const IplView *view);
char *ipl_card_sentence (const IplView *view, guint sequence);
char *ipl_card_say (const IplTarget *target, const IplView *view);
void ipl_describe_card (GString *text, const IplView *view);
void ipl_table_card (GString *text, const IplView *view);
