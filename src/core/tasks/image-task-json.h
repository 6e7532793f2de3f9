/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/image-task.h"
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* As an object among others. */
void ipl_image_task_add_json (const IplImageTask *self, JsonBuilder *builder);
gboolean ipl_image_task_read_json (IplImageTask *self, JsonObject *object, GError **error);

G_END_DECLS
