/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Called once for every index in [0, n), on any thread; results must not depend on the thread. */
typedef void (*IplParallelFunc) (gsize index, gpointer data);

gboolean ipl_parallel_check (GError **error);
void ipl_parallel_for (gsize n, guint threads, IplParallelFunc func, gpointer data,
                       GCancellable *cancellable);
guint ipl_parallel_default_threads (void);
void ipl_parallel_set_inner_threads (guint threads);
/* For use after a loop that stored its first error: FALSE with this error, or if cancelled. */
gboolean ipl_parallel_succeeded (GCancellable *cancellable, GError **stored, GError **error);
void ipl_parallel_for_inner (gsize n, double products, IplParallelFunc func, gpointer data,
                             GCancellable *cancellable);
