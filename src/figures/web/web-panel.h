/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/paper.h"
#include "figures/web/web-drawing.h"

G_BEGIN_DECLS

IplWebDrawing *ipl_web_panel_new (const IplPanel *panel, guint n, const IplView *views,
                                  const IplPaper *page, IplLook look);

G_END_DECLS
