/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

gboolean ipl_abandonable_call_run (void (*func) (gpointer data), gpointer data,
                                   GDestroyNotify data_free, GCancellable *cancellable);
gboolean ipl_abandonable_call_is_running (void);
