/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target.h"
#include "figures/view/view.h"

gsize ipl_case_shown_path (const IplCaseInfo *the_case, gsize rank);
gsize ipl_step_move (gsize at, int by, gsize n);
IplTarget ipl_step_widths (const IplTarget *self, const IplView *view, int dx, int dy);
IplTarget ipl_step_cells (const IplTarget *self, const IplView *view, int dx, int dy);
IplTarget ipl_step_entries (const IplTarget *self, const IplView *view, int dx, int dy);
IplTarget ipl_step_heads (const IplTarget *self, const IplView *view, int dx, int dy);
