/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/files/safetensors-dtype-private.h"

G_BEGIN_DECLS

#define IPL_TENSOR_ENTRY_MAX_DIM 6

/* What the header of a safetensors file says of a tensor. */
typedef struct
{
  char *name; /* the tensor's name */
  /* (nullable): how its numbers are stored; NULL where they cannot be read */
  const IplTensorDtype *dtype;
  guint ndim;                            /* number of dimensions */
  gsize shape[IPL_TENSOR_ENTRY_MAX_DIM]; /* [ndim] */
  /* product of @shape @begin, @end: where its bytes are, from where the data begin */
  gsize size;
  guint64 begin, end;
} IplTensorEntry;

/* An open safetensors file whose header has been read and checked. */
typedef struct
{
  int fd;        /* the file, open for reading */
  char *shown;   /* its name in sentences */
  guint64 begin; /* where the data begin */
  guint64 size;  /* bytes of data */
  /* (element-type IplTensorEntry): the tensors, one after the other as in the file */
  GArray *entries;
  GHashTable *metadata;      /* key -> text */
  GCancellable *cancellable; /* (nullable): looked at while reading; not owned */
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
