/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel-support.h"

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

/* training-curve.c: a value of the points, as many as can be told apart */
typedef enum
{
  IPL_CURVE_LOSS,
  IPL_CURVE_TRAIN,
  IPL_CURVE_HOLDOUT,
} IplCurveKind;

/* One place of a curve: the points that fall on it. */
typedef struct
{
  double step, mean, low, high;
  double se; /* NaN unless it is a single point's */
  guint n;
} IplCurvePlace;

double ipl_curve_value (const IplTrainerPoint *point, IplCurveKind kind);
GArray *ipl_curve_places (const IplLearningCurve *training, IplCurveKind kind, double last_step,
                          guint n_bins); /* of IplCurvePlace */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplTrainingLayout, ipl_training_layout_clear)

G_END_DECLS
