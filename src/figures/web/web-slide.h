/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/paper.h"
#include "figures/story/story.h"
#include "figures/web/web-drawing.h"

G_BEGIN_DECLS

IplWebDrawing *ipl_web_slide_new (const IplStop *stop, const IplView *view, const IplPaper *page,
                                  IplLook look);

G_END_DECLS
