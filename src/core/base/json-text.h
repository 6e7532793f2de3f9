/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* The limits of a JSON text. Our documents are 4 levels deep; a network of 10 000
 * tensors has 110 000 values. */
#define IPL_JSON_MAX_DEPTH 64
#define IPL_JSON_MAX_SIZE (32 * 1024 * 1024)
#define IPL_JSON_MAX_VALUES 250000

JsonNode *ipl_json_parse (const char *text, gsize length, char **why);
JsonObject *ipl_json_parse_object (const char *text, gsize length, char **why);
char *ipl_json_write (JsonNode *root, gboolean pretty);
char *ipl_json_write_built (JsonBuilder *builder, gboolean pretty);
