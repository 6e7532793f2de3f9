/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "support.h"

/* An .npz built by hand, so that it can be wrong in any way. */
typedef struct _NpzBuilder NpzBuilder;

NpzBuilder *npz_builder_new (void);
void npz_builder_member (NpzBuilder *self, const char *member, gconstpointer bytes, gsize n);
void npz_builder_npy (NpzBuilder *self, const char *name, const char *header, gconstpointer data,
                      gsize n);
void npz_builder_doubles (NpzBuilder *self, const char *name, const double *values,
                          const char *shape);
/* Arrays as a list: "y[4]= 1 -1; x[4,3]~7; w[2,2]; w[2,2]@3= nan; name: text; names{a,b}". Numbers
 * are those given, over and over, or from -2 to 2 by a seed, or 1, but for the one at a place. */
void npz_builder_add (NpzBuilder *self, const char *arrays, ...) G_GNUC_PRINTF (2, 3);
/* A file of such arrays. */
NpzBuilder *npz_builder_of (const char *arrays);
char *npz_builder_finish (NpzBuilder *self);

/* Asserts that an array is there and has this shape: "[3, 2]". */
void npz_assert_shape (IplNpz *npz, const char *name, const char *shape);
gboolean npz_run_python (const char *script, const char *argument, char **output);
