/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

gboolean ipl_alone_run (void (*func) (gpointer data), gpointer data, GDestroyNotify data_free,
                        GCancellable *cancellable);
gboolean ipl_alone_is_running (void);
