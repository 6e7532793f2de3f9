/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* Training examples rotated among themselves, so that those without path features can be left out
 * (THEORY.md section 9). */
typedef struct
{
  gsize count; /* rows, at least 1 */
  gsize Pi;    /* paths */
  gsize N0;    /* components of a token in use, at least 1 */
  /* (nullable): [count x Pi x N0] row-major path features; %NULL for the case's own */
  double *Xi;
  guint outputs; /* of whose labels it is */
  /* (nullable): [outputs x P] labels of the training examples; %NULL for the case's own */
  double *labels;
  double *y; /* (nullable): [outputs x count] labels; %NULL with @Xi */
  /* (nullable): [the case's N0 x N0] with orthonormal columns: its token components in terms of
   * those in use; %NULL if all are in use */
  double *basis;
  gboolean lower;     /* TRUE if row m has only zeros after column m */
  gsize rest;         /* examples that are not among the rows */
  double rest_square; /* |y|^2 of their labels, after the rotation */
  /* (nullable): [outputs x outputs] rows with the inner products of these labels; %NULL: 0 */
  double *rest_labels;
  /* (nullable): [count] rotated vector of ones; %NULL if it is not rotated */
  double *ones;
  double rest_ones; /* sum of its squares over the examples outside the rows */
} IplFeatureRows;

void ipl_feature_rows_init (IplFeatureRows *self, const IplCase *the_case);
const double *ipl_feature_rows_get_labels (const IplFeatureRows *self, const IplCase *the_case);
const double *ipl_feature_rows_get_y (const IplFeatureRows *self, const IplCase *the_case);
void ipl_feature_rows_clear (IplFeatureRows *self);
gboolean ipl_feature_rows_reduce_tokens (IplFeatureRows *self, const IplCase *the_case,
                                         GCancellable *cancellable, GError **error);
gboolean ipl_feature_rows_rotate (IplFeatureRows *self, const IplCase *the_case,
                                  GCancellable *cancellable, GError **error);
gboolean ipl_feature_rows_cut (IplFeatureRows *self, const IplCase *the_case,
                               GCancellable *cancellable, GError **error);
