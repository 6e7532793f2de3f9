/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/task-card.h"
#include "figures/plot/plot.h"

const char *ipl_card_empty (const IplView *view, const char **more);
const IplTokenTexts *ipl_card_tokens (const IplView *view);
char *ipl_card_sentence (const IplView *view, guint sequence);
void ipl_tell_card (IplPlot *plot, const IplView *view);
