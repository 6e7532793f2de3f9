/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/rect.h"
#include "figures/kit/style.h"

/* The task's images. */
IplRect ipl_picture_patch (const IplRect *area, guint patch);
int ipl_picture_patch_at (const IplRect *area, double x, double y);
void ipl_picture_draw (cairo_t *cr, const IplStyle *style, const guint8 *pixels,
                       const IplRect *area, const IplColor *tints, gboolean grid);
