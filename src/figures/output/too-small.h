/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/paper.h"

G_BEGIN_DECLS

char *ipl_figure_too_small (const IplPanel *panel, const IplView *view, const IplStyle *style,
                            const IplPaper *page);

G_END_DECLS
