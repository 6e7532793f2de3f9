/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/* For tests: the middle of a patch of the large images, or of a small map where @token is -1. */
gboolean ipl_attention_plot_point (const IplView *view, const IplStyle *style, double width,
                                   double height, guint layer, guint head, int token, double *x,
                                   double *y);

G_END_DECLS
