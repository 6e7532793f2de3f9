/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"

/* Numbers of a sampling run in its file: a name is that of a part, as "chain_1_", and of what it
 * is. Find returns NULL where there are not exactly so many, all finite. */
void ipl_kept_add (IplNpzWriter *npz, const char *part, const char *name, const double *values,
                   gsize n);
const double *ipl_kept_find (IplNpz *npz, const char *part, const char *name, gsize n);
gboolean ipl_kept_is_count (double value, guint most); /* a whole number from 0 */
