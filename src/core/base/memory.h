/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

double ipl_memory_physical (void);
double *ipl_memory_try_doubles (double count, const char *what, GError **error);
char *ipl_memory_describe (double bytes);

G_END_DECLS
