/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"
#include "figures/view/target.h"

G_BEGIN_DECLS

const char *ipl_weights_empty (const IplView *view, const char **more);
char *ipl_weights_say (const IplTarget *target, const IplView *view);
void ipl_describe_weights (GString *text, const IplView *view);
void ipl_table_weights (GString *text, const IplView *view);

G_END_DECLS
