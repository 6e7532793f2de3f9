/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target.h"
#include "figures/view/view.h"

/* One line with the numbers of what is hovered, for a status line and for screen readers. */
char *ipl_target_describe (const IplTarget *self, const IplView *view);
char *ipl_target_caption (const IplTarget *self, const IplView *view);
