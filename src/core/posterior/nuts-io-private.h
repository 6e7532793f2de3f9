/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/posterior/nuts-state-private.h"

/* Keeps where a chain stands, to the last bit, in arrays with a prefix to their names;
 * read returns FALSE, and leaves the chain unfit for use, where they are not there or cannot be. */
void ipl_nuts_write (const IplNuts *self, const char *prefix, IplNpzWriter *npz);
gboolean ipl_nuts_read (IplNuts *self, const char *prefix, IplNpz *npz);
