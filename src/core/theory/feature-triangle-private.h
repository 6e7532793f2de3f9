/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Rows that a triangle takes in at a time, and columns of a panel in which it does. */
#define BLOCK_ROWS 256
#define PANEL 32

/* The triangle R with R^T R = A^T A of rows that come block by block: by Householder reflections,
 * which unlike A^T A itself do not square the condition of A. */
typedef struct
{
  gsize width;
  double *R;        /* [width x width] column-major, upper */
  double *block;    /* [BLOCK_ROWS x width] column-major */
  double *T;        /* [PANEL x width] */
  double *work;     /* [PANEL x width] */
  double *ones;     /* [width] what the reflections make of a 1 for each row taken in */
  double *column;   /* [BLOCK_ROWS] */
  double rest_ones; /* sum of the squares of what they make of the other rows' */
  double *space;
} IplFeatureTriangle;

gboolean ipl_feature_triangle_init (IplFeatureTriangle *self, gsize width, GError **error);
void ipl_feature_triangle_clear (IplFeatureTriangle *self);
gboolean ipl_feature_triangle_add (IplFeatureTriangle *self, gsize rows, const double *A,
                                   guint outputs, const double *y, GCancellable *cancellable,
                                   GError **error);
gboolean ipl_feature_triangle_is_full (const IplFeatureTriangle *self, gsize columns);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplFeatureTriangle, ipl_feature_triangle_clear)
