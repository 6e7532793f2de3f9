/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/legend.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

void ipl_accuracy_awaited_add_keys (const IplView *view, const IplStyle *style, IplLegend *legend);
void ipl_accuracy_awaited_describe (GString *text, const IplView *view);

G_END_DECLS
