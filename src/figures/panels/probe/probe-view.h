/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads of a probed model as targets: a layer is a moment, a head a column, the other head of a
 * pair a component. */
#pragma once

#include "figures/view/target.h"
#include "figures/view/view.h"

gsize ipl_probe_view_most (const IplView *view);
const double *ipl_probe_view_find (const IplView *view, const char *name, guint layer);
void ipl_probe_view_set_head (const IplView *view, gsize layer, gsize head, IplTarget *target);
gboolean ipl_probe_view_get_head (const IplTarget *target, const IplView *view, guint *layer,
                                  gsize *head);
gboolean ipl_probe_view_get_pair (const IplTarget *target, const IplView *view, guint *layer,
                                  gsize *head, gsize *other);
char *ipl_probe_view_say (const IplTarget *target, const IplView *view);
IplTarget ipl_probe_view_step (const IplTarget *from, const IplView *view, int dx, int dy);
const char *ipl_probe_view_no_drops (const IplView *view, const char **more);
