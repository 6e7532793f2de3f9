/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"
#include "figures/view/view.h"

void ipl_view_leave_names (IplView *self, IplView *other);
const char *ipl_view_get_name (const IplView *self);
char *ipl_view_refuse_comparison (const IplView *self, const IplView *other);
gboolean ipl_view_has_same_paths (const IplView *self, const IplView *other);
IplView ipl_view_usable_pair (const IplView *self, IplView *compared);
gboolean ipl_target_translate (const IplTarget *self, const IplView *from, const IplView *to,
                               IplTarget *translated);

char *ipl_view_warnings_text (const IplView *self);
