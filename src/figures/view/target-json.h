/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "figures/view/target.h"

G_BEGIN_DECLS

void ipl_target_add_json (const IplTarget *self, JsonBuilder *builder);
const char *ipl_target_read_json (IplTarget *self, JsonObject *object);

G_END_DECLS
