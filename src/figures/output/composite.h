/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/rect.h"
#include "figures/view/panel.h"

typedef struct
{
  const IplPanel *composite;
  IplRect panel[IPL_PANEL_MAX_PARTS];
  double letter_x[IPL_PANEL_MAX_PARTS], letter_y[IPL_PANEL_MAX_PARTS];
  double letter_size;
} IplComposite;

void ipl_composite_layout (IplComposite *self, const IplPanel *composite, const IplStyle *style,
                           double width, double height);
void ipl_composite_draw_letters (const IplComposite *self, const IplView *view,
                                 const IplStyle *style, cairo_t *cr);

/* A panel, or half of it where two views are drawn beside each other. */
typedef struct
{
  const IplView *view; /* what is drawn there */
  IplRect area;        /* where */
  IplRect heading;     /* the line above it */
  char *text;          /* (transfer full) (nullable): what that says, in Pango markup */
} IplHalf;

guint ipl_halves_layout (IplHalf halves[2], const IplPanel *panel, const IplView *view,
                         const IplStyle *style, const IplRect *area);
void ipl_half_draw_heading (const IplHalf *self, const IplStyle *style, cairo_t *cr);
