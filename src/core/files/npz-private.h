/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <archive.h>

#include "core/files/npz.h"

G_BEGIN_DECLS

#define IPL_NPZ_CHUNK (256 * 1024) /* bytes between two looks at the cancellable */

/* What is needed while one archive is read. */
typedef struct
{
  struct archive *archive;
  const char *shown; /* file name for sentences */
  double file_size;
  double memory; /* bytes taken by the arrays so far */
  guint8 *chunk; /* [IPL_NPZ_CHUNK] */
  GCancellable *cancellable;
} IplNpzReader;

void ipl_array_free (IplArray *array);
void ipl_npz_reader_set_array_error (IplNpzReader *self, const char *name, const char *why,
                                     GError **error);
void ipl_npz_reader_set_cut_short (IplNpzReader *self, const char *name, GError **error);
IplArray *ipl_npz_reader_read_array (IplNpzReader *self, const char *name, double entry_size,
                                     GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplArray, ipl_array_free)

G_END_DECLS
