/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

G_BEGIN_DECLS

gboolean ipl_accuracy_seeds_are_shown (const IplView *view);
gboolean ipl_accuracy_seeds_is_one (const IplView *view);
IplSeedSpread ipl_accuracy_seeds_row (const IplSeedMean *seeds, guint row);
IplSeedSpread ipl_accuracy_seeds_line (const IplSeedMean *seeds, guint line);
void ipl_accuracy_seeds_describe (GString *text, const IplView *view);
void ipl_accuracy_seeds_append_headings (GString *text, const IplView *view);
void ipl_accuracy_seeds_append_row (GString *text, const IplView *view, const IplSetting *setting);
void ipl_accuracy_seeds_append_line (GString *text, const IplView *view, const char *label);

G_END_DECLS
