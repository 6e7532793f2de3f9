/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_IMAGE_TASK_EDITOR (ipl_image_task_editor_get_type ())
G_DECLARE_FINAL_TYPE (IplImageTaskEditor, ipl_image_task_editor, IPL, IMAGE_TASK_EDITOR, GtkWidget)

void ipl_image_task_editor_set_session (IplImageTaskEditor *self, IplSession *session);

G_END_DECLS
