/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/* For tests: the middle of a sequence's query. */
gboolean ipl_task_plot_point (const IplView *view, const IplStyle *style, double width,
                              double height, guint example, double *x, double *y);

G_END_DECLS
