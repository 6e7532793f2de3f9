/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trainer.h"

G_BEGIN_DECLS

/* A value of the points, as many as can be told apart. */
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

G_END_DECLS
