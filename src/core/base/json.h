/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

void ipl_json_add_name (JsonBuilder *builder, const char *name);
void ipl_json_begin_array (JsonBuilder *builder, const char *name);
void ipl_json_begin_object (JsonBuilder *builder, const char *name);
void ipl_json_add_double (JsonBuilder *builder, const char *name, double value);
void ipl_json_add_int (JsonBuilder *builder, const char *name, gint64 value);
void ipl_json_add_seed (JsonBuilder *builder, const char *name, guint64 seed);
void ipl_json_add_boolean (JsonBuilder *builder, const char *name, gboolean value);
void ipl_json_add_text (JsonBuilder *builder, const char *name, const char *text);
void ipl_json_add_path (JsonBuilder *builder, const char *name, const char *path);

gboolean ipl_json_wrong_type (const char *name, const char *expected, GError **error);
gboolean ipl_json_refuse (GError **error, const char *place, const char *name,
                          const char *expected);
gboolean ipl_json_get_object (JsonObject *object, const char *place, const char *name,
                              JsonObject **found, GError **error);
gboolean ipl_json_get_double (JsonObject *object, const char *name, double *value, GError **error);
gboolean ipl_json_get_uint (JsonObject *object, const char *name, guint low, guint high,
                            guint *value, GError **error);
gboolean ipl_json_get_boolean (JsonObject *object, const char *name, gboolean *value,
                               GError **error);
gboolean ipl_json_get_seed (JsonObject *object, const char *name, guint64 *value, GError **error);
gboolean ipl_json_get_text (JsonObject *object, const char *name, const char **text,
                            GError **error);
gboolean ipl_json_get_array (JsonObject *object, const char *name, guint low, guint high,
                             JsonArray **array, GError **error);
const char *ipl_json_node_text (JsonNode *node);
gboolean ipl_json_node_path (JsonNode *node, const char *name, const char **path, GError **error);
