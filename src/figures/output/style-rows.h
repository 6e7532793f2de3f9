/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "figures/view/panel.h"

char *ipl_style_rows_text (const IplPanelStyle *style, const IplPanel *composite);
gboolean ipl_style_rows_set (IplPanelStyle *style, const char *text, GError **error);
void ipl_style_rows_add_json (JsonBuilder *builder, const IplPanelStyle *panel);
gboolean ipl_style_rows_read (JsonObject *object, const char *place, IplPanelStyle *style,
                              GError **error);

gboolean ipl_style_refuse (GError **error, const char *place, const char *name,
                           const char *expected);
gboolean ipl_style_check_names (JsonObject *object, const char *place, const char *const *known,
                                GError **error);
gboolean ipl_style_get_number (JsonNode *node, double *value);
