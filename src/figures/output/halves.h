/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/rect.h"
#include "figures/view/panel.h"

G_BEGIN_DECLS

/**
 * IplHalf:
 * @view: what is drawn there
 * @area: where
 * @heading: the line above it
 * @text: (transfer full) (nullable): what that says, in Pango markup
 *
 * A panel, or half of it where two views are drawn beside each other.
 */
typedef struct
{
  const IplView *view;
  IplRect area;
  IplRect heading;
  char *text;
} IplHalf;

guint ipl_halves_layout (IplHalf halves[2], const IplPanel *panel, const IplView *view,
                         const IplStyle *style, const IplRect *area);
void ipl_half_draw_heading (const IplHalf *self, const IplStyle *style, cairo_t *cr);

G_END_DECLS
