/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/learned-paths-experiment.h"
#include "figures/kit/style.h"
#include "figures/panels/time/time-plot.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/* What panels of learned paths ask of a view. */
guint ipl_learned_view_n_heads (const IplView *view);
char *ipl_learned_view_head_markup (const IplView *view, guint head);
char *ipl_learned_view_head_text (const IplView *view, guint head);
IplColor ipl_learned_view_color (const IplView *view, const IplStyle *style, guint head);
void ipl_learned_view_add_heads (const IplView *view, const IplStyle *style, IplTimePlot *plot,
                                 const char *array, gsize stride);

G_END_DECLS
