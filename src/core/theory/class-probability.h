/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

gboolean ipl_class_probabilities (gsize count, guint K, const double *mean,
                                  const double *covariance, double temperature, double *probability,
                                  GError **error);
