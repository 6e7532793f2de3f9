/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _IplSafetensorsIndex IplSafetensorsIndex;

/* The tensors of a file that may be larger than memory: their names and shapes at once, their
 * numbers one tensor at a time. */
IplSafetensorsIndex *ipl_safetensors_index_new (const char *path, GError **error);
void ipl_safetensors_index_free (IplSafetensorsIndex *self);
guint ipl_safetensors_index_get_n (const IplSafetensorsIndex *self);
const char *ipl_safetensors_index_get_name (const IplSafetensorsIndex *self, guint i);
guint ipl_safetensors_index_get_shape (const IplSafetensorsIndex *self, guint i,
                                       const gsize **shape);
const char *ipl_safetensors_index_get_metadata (const IplSafetensorsIndex *self, const char *key);
const char *ipl_safetensors_index_get_type (const IplSafetensorsIndex *self, guint i);
double *ipl_safetensors_index_read_doubles (IplSafetensorsIndex *self, guint i,
                                            GCancellable *cancellable, GError **error);
float *ipl_safetensors_index_read (IplSafetensorsIndex *self, guint i, int *exponent,
                                   GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSafetensorsIndex, ipl_safetensors_index_free)

G_END_DECLS
