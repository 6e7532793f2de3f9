/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/files/safetensors-dtype-private.h"

G_BEGIN_DECLS

#define IPL_TENSOR_ENTRY_MAX_DIM 6

/**
 * IplTensorEntry:
 * @name: the tensor's name
 * @dtype: (nullable): how its numbers are stored; %NULL where they cannot be read
 * @ndim: number of dimensions
 * @shape: [ndim]
 * @size: product of @shape
 * @begin, @end: where its bytes are, from where the data begin
 *
 * What the header of a safetensors file says of a tensor.
 */
typedef struct
{
  char *name;
  const IplTensorDtype *dtype;
  guint ndim;
  gsize shape[IPL_TENSOR_ENTRY_MAX_DIM];
  gsize size;
  guint64 begin, end;
} IplTensorEntry;

/**
 * IplSafetensorsHeader:
 * @fd: the file, open for reading
 * @shown: its name in sentences
 * @begin: where the data begin
 * @size: bytes of data
 * @entries: (element-type IplTensorEntry): the tensors, one after the other as in the file
 * @metadata: key -> text
 * @cancellable: (nullable): looked at while reading; not owned
 *
 * An open safetensors file whose header has been read and checked.
 */
typedef struct
{
  int fd;
  char *shown;
  guint64 begin;
  guint64 size;
  GArray *entries;
  GHashTable *metadata;
  GCancellable *cancellable;
} IplSafetensorsHeader;

gboolean ipl_safetensors_header_open (IplSafetensorsHeader *self, const char *path,
                                      GCancellable *cancellable, GError **error);
void ipl_safetensors_header_clear (IplSafetensorsHeader *self);
void ipl_safetensors_set_tensor_error (const IplSafetensorsHeader *self, const char *name,
                                       const char *why, GError **error);
gboolean ipl_safetensors_read_bytes (const IplSafetensorsHeader *self, guint64 offset,
                                     gpointer bytes, gsize n, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSafetensorsHeader, ipl_safetensors_header_clear)

G_END_DECLS
