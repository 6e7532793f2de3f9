/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Rows that a triangle takes in at a time, and columns of a panel in which it does. */
#define BLOCK_ROWS 256
#define PANEL 32

/* The triangle R with R^T R = A^T A, for rows that arrive block by block, by Householder
 * reflections. Unlike A^T A they do not square the condition number of A. */
typedef struct
{
  gsize width;
  double *R;        /* [width x width] column-major, upper */
  double *block;    /* [BLOCK_ROWS x width] column-major */
  double *T;        /* [PANEL x width] */
  double *work;     /* [PANEL x width] */
  double *ones;     /* [width] reflected vector of ones of the rows so far */
  double *column;   /* [BLOCK_ROWS] */
  double rest_ones; /* sum of the squares of its remaining components */
  double *space;
} IplFeatureTriangle;

gboolean ipl_feature_triangle_init (IplFeatureTriangle *self, gsize width, GError **error);
void ipl_feature_triangle_clear (IplFeatureTriangle *self);
gboolean ipl_feature_triangle_add (IplFeatureTriangle *self, gsize rows, const double *A,
                                   guint outputs, const double *y, GCancellable *cancellable,
                                   GError **error);
gboolean ipl_feature_triangle_is_full (const IplFeatureTriangle *self, gsize columns);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplFeatureTriangle, ipl_feature_triangle_clear)
