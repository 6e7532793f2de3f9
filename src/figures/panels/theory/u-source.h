/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/panels/theory/u-layout.h"

G_BEGIN_DECLS

/* u-source.c */
void ipl_u_layout_find_sources (const IplULayout *self, const IplSolution *solution,
                                const IplPosteriorSummary *posterior,
                                IplUSource source[IPL_U_MAX_MAPS]);
double ipl_u_layout_largest (const IplULayout *self, const IplUSource source[IPL_U_MAX_MAPS]);
void ipl_u_layout_choose_maps (IplULayout *self, const IplView *view);
double ipl_u_layout_limit (const IplULayout *self, guint map);
void ipl_u_layout_make_titles (IplULayout *self, const IplView *view);
gboolean ipl_u_layout_is_known (const IplULayout *self); /* whether some map has numbers */

G_END_DECLS
