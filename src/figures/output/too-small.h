/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/paper.h"

char *ipl_figure_too_small (const IplPanel *panel, const IplView *view, const IplStyle *style,
                            const IplPaper *page);
