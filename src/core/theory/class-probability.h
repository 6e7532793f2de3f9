/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/predictor.h"

gboolean ipl_class_probabilities (gsize count, guint K, const double *mean,
                                  const double *covariance, double temperature, double *probability,
                                  GError **error);
gboolean ipl_prediction_find_classes (IplPrediction *self, const IplExamples *test,
                                      const IplLabels *labels, double temperature, GError **error);
