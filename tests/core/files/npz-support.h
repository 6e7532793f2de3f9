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
void npz_builder_ones (NpzBuilder *self, const char *name, const char *shape);
void npz_builder_text (NpzBuilder *self, const char *name, const char *text);
char *npz_builder_finish (NpzBuilder *self);

gboolean npz_run_python (const char *script, const char *argument, char **output);
