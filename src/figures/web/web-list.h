/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

void ipl_web_write_list (JsonBuilder *json, const guint *values, guint n);

G_END_DECLS
