/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/* For tests: a point of the chosen curve. */
gboolean ipl_pruning_plot_point (const IplView *view, const IplStyle *style, double width,
                                 double height, guint step, double *x, double *y);

G_END_DECLS
