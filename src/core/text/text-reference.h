/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* A correlation of shapes from which on they are said to agree. */
#define IPL_TEXT_AGREES 0.9

/* Entropy of attention of a network that others trained, the mean over their seeds. */
typedef struct
{
  guint layers;
  double rate;
  gsize S;
  double *time;    /* [S] steps */
  double *entropy; /* [S x layers] */
} IplTextReference;

GPtrArray *ipl_text_references_load (const char *path, GCancellable *cancellable, GError **error);
const IplTextReference *ipl_text_references_find (const GPtrArray *references, guint layers,
                                                  double rate);
double ipl_text_shape_agreement (const double *time, const double *values, gsize n, gsize stride,
                                 const IplTextReference *reference, guint layer);
