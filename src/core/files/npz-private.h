/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npy-private.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "core/files/zip-read.h"

#define IPL_NPZ_CHUNK (256 * 1024) /* bytes between two looks at the cancellable */

G_STATIC_ASSERT (IPL_ARRAY_MAX_DIM == IPL_NPY_MAX_DIM);

struct _IplNpz
{
  GPtrArray *arrays;       /* in the file's order */
  GHashTable *lookup;      /* name, or role given by hand -> array, borrowed */
  char *shown;             /* (nullable) the file, for further reads */
  int fd;                  /* -1: none */
  IplSafetensors *tensors; /* (nullable) or this file */
  double file_size;
};

/* The state of reading one archive. */
typedef struct
{
  IplZip zip;
  double file_size;
  guint8 chunk[IPL_NPZ_CHUNK];
} IplNpzReader;

IplArray *ipl_array_new (const char *name, const char *type, guint ndim, const gsize *shape);
void ipl_array_free (IplArray *array);
void ipl_npz_insert (IplNpz *self, IplArray *array);

gboolean ipl_npz_reader_set_array_error (IplNpzReader *self, const char *name, const char *why,
                                         GError **error);
IplArray *ipl_npz_reader_begin_array (IplNpzReader *self, struct archive_entry *entry,
                                      const char *name, IplNpyHeader *header, GError **error);
gboolean ipl_npz_reader_read_values (IplNpzReader *self, const IplNpyHeader *header,
                                     IplArray *array, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplArray, ipl_array_free)
