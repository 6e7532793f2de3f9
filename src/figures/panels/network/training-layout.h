/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/legend.h"
#include "figures/kit/rect.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/* The loss and the accuracies, one above the other or side by side. */
typedef struct
{
  const IplView *view;
  const IplLearningCurve *training; /* nullable: nothing to draw */
  IplLegend legend;
  double legend_y;
  gboolean beside;
  IplRect plot[2]; /* loss, accuracy */
  IplAxis x;       /* steps */
  IplAxis time;    /* where on it times lie */
  const char *time_title;
  IplAxis y[2];
  double label_x[2]; /* middles of the rotated titles */
} IplTrainingLayout;

void ipl_training_layout_init (IplTrainingLayout *self, const IplView *view, const IplStyle *style,
                               double width, double height);
void ipl_training_layout_clear (IplTrainingLayout *self);
double ipl_training_layout_x (const IplTrainingLayout *self, guint plot, double step);
double ipl_training_layout_y (const IplTrainingLayout *self, guint plot, double value);
IplColor ipl_training_holdout_color (const IplStyle *style);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplTrainingLayout, ipl_training_layout_clear)

G_END_DECLS
