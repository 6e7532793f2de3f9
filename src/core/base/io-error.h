/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ipl_set_io_error (GError **error, const char *verb, const char *path, int code);

G_END_DECLS
