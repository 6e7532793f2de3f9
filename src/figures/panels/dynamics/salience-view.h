/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dynamics/salience.h"
#include "figures/kit/frame.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/* What the panels of salience read in a view. */
typedef struct
{
  guint M;
  gboolean linear;
  const double *drive;           /* [M] mu or Delta */
  const double *v, *attention;   /* [M] at the moment shown */
  guint order[IPL_SALIENCE_MAX]; /* [M] components, the least drive first */
} IplSalienceView;

void ipl_salience_view_init (IplSalienceView *self, const IplView *view);
void ipl_salience_pick_nearest (const double *x, const double *y, guint n, const IplStyle *style,
                                double at_x, double at_y, IplTarget *target);
void ipl_salience_caption (const IplView *view, const IplStyle *style, const IplTarget *selected,
                           const IplTarget *hovered, cairo_t *cr, double width);
char *ipl_salience_say (const IplTarget *target, const IplView *view);
IplTarget ipl_salience_step (const IplTarget *from, const IplView *view, int dx, int dy);

G_END_DECLS
