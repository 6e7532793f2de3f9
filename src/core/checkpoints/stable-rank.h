/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ipl_stable_rank (float *W, gsize rows, gsize columns, guint threads,
                          GCancellable *cancellable, double *frobenius, double *spectral,
                          GError **error);

G_END_DECLS
