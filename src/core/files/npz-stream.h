/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"

/* Members that are no arrays. */
void ipl_npz_writer_add_bytes (IplNpzWriter *self, const char *member, gconstpointer bytes,
                               gsize n);
char *ipl_npz_writer_add_file (IplNpzWriter *self, const char *member, const char *path,
                               gsize *size, GCancellable *cancellable);
void ipl_npz_writer_set_prefix (IplNpzWriter *self, const char *prefix);

/* Between what is added and ipl_npz_writer_close(): a look at what was written. */
int ipl_npz_writer_finish (IplNpzWriter *self);
void ipl_npz_writer_fail (IplNpzWriter *self, GError *error);
