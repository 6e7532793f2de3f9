/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/session-widget.h"

#define IPL_TYPE_IMAGE_TASK_EDITOR (ipl_image_task_editor_get_type ())
G_DECLARE_FINAL_TYPE (IplImageTaskEditor, ipl_image_task_editor, IPL, IMAGE_TASK_EDITOR,
                      IplSessionWidget)
