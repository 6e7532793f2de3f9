/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/predictor.h"

/* Bins of the reliability diagram, at most. */
#define IPL_CALIBRATION_BINS 10

typedef struct
{
  gsize n;
  double *z; /* [n] standardized residuals (y - mean) / sqrt (var + T), rising; K of an example */
  double mean, sd; /* of them */
  double within;   /* share of |z| below the standard normal's 95 % */
  guint n_bins;    /* 0 for regression */
  /* [n_bins] */
  double confidence[IPL_CALIBRATION_BINS]; /* mean probability of the predicted class */
  double correct[IPL_CALIBRATION_BINS];    /* share of correct predictions */
  double low[IPL_CALIBRATION_BINS];        /* its standard error (Wilson's interval), */
  double high[IPL_CALIBRATION_BINS];       /* from here to there */
  gsize bin_n[IPL_CALIBRATION_BINS];       /* examples in it */
  double expected_gap;                     /* mean of |confidence - correct| over examples */
} IplCalibration;

IplCalibration *ipl_calibration_new (const IplCase *the_case, const IplPrediction *prediction,
                                     double temperature);
void ipl_calibration_free (IplCalibration *self);
double ipl_calibration_normal (gsize i, gsize n);
void ipl_calibration_envelope (gsize i, gsize n, double *low, double *high);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCalibration, ipl_calibration_free)
