/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/field.h"
#include "core/tasks/image-task.h"

G_BEGIN_DECLS

#define IPL_N_IMAGE_TASK_FIELDS 12

extern const IplField ipl_image_task_fields[IPL_N_IMAGE_TASK_FIELDS];

char *ipl_image_task_to_json (const IplImageTask *self);
gboolean ipl_image_task_from_json (IplImageTask *self, const char *json, GError **error);

G_END_DECLS
