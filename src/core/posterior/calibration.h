/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/predictor.h"

G_BEGIN_DECLS

typedef struct
{
  gsize n;
  double *z;           /* [n] standardized residuals (y - mean) / sqrt (var + T), rising */
  double mean, sd;     /* of them */
  double within;       /* share of |z| below the standard normal's 95 % */
  guint n_bins;        /* 0 for regression */
  double *confidence;  /* [n_bins] mean probability of the predicted class */
  double *correct;     /* [n_bins] share predicted right */
  double *low, *high;  /* [n_bins] its standard error (Wilson's interval) */
  gsize *bin_n;        /* [n_bins] examples in it */
  double expected_gap; /* mean of |confidence - correct| over examples */
} IplCalibration;

IplCalibration *ipl_calibration_new (const IplCase *the_case, const IplPrediction *prediction,
                                     double temperature);
void ipl_calibration_free (IplCalibration *self);
double ipl_calibration_normal (gsize i, gsize n);
void ipl_calibration_envelope (gsize i, gsize n, double *low, double *high);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCalibration, ipl_calibration_free)

G_END_DECLS
