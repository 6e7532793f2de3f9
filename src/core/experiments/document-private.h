/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/document.h"
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* document-json-images.c: what the one-shot task and its training are made from. */
void ipl_parameters_add_images_json (const IplParameters *self, JsonBuilder *builder);
gboolean ipl_parameters_read_images_json (IplParameters *self, JsonObject *root, GError **error);

G_END_DECLS
