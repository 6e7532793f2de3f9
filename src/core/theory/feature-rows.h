/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

G_BEGIN_DECLS

/**
 * IplFeatureRows:
 * @count: rows, at least 1
 * @Pi: paths
 * @N0: components of a token in use, at least 1
 * @Xi: (nullable): [count x Pi x N0] row-major path features; %NULL where the case's own serve
 * @y: (nullable): [count] labels; %NULL with @Xi
 * @basis: (nullable): [the case's N0 x N0] with orthonormal columns: its token components in terms
 *   of those in use; %NULL where all are
 * @lower: whether row m has nothing beyond column m
 * @rest: examples that are not among the rows
 * @rest_square: |y|^2 of their labels, after the rotation
 * @ones: (nullable): [count] what the rotation makes of a 1 for each example; %NULL where it is
 * that
 * @rest_ones: sum of its squares over the examples that are not among the rows
 *
 * Training examples rotated among themselves, so that those without path features can be left out
 * (THEORY.md section 9).
 */
typedef struct
{
  gsize count;
  gsize Pi;
  gsize N0;
  double *Xi;
  double *y;
  double *basis;
  gboolean lower;
  gsize rest;
  double rest_square;
  double *ones;
  double rest_ones;
} IplFeatureRows;

void ipl_feature_rows_init (IplFeatureRows *self, const IplCase *the_case);
void ipl_feature_rows_clear (IplFeatureRows *self);
gboolean ipl_feature_rows_reduce_tokens (IplFeatureRows *self, const IplCase *the_case,
                                         GCancellable *cancellable, GError **error);
gboolean ipl_feature_rows_rotate (IplFeatureRows *self, const IplCase *the_case,
                                  GCancellable *cancellable, GError **error);
gboolean ipl_feature_rows_cut (IplFeatureRows *self, const IplCase *the_case,
                               GCancellable *cancellable, GError **error);

G_END_DECLS
