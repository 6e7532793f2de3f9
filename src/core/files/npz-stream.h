/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"

G_BEGIN_DECLS

/* Arrays larger than memory. */
void ipl_npz_writer_add_from (IplNpzWriter *self, const char *name, gboolean ints, guint ndim,
                              const gsize *shape, int fd);

G_END_DECLS
