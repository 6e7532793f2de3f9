/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/session-widget.h"

#define IPL_TYPE_TRAINING_EDITOR (ipl_training_editor_get_type ())
G_DECLARE_FINAL_TYPE (IplTrainingEditor, ipl_training_editor, IPL, TRAINING_EDITOR,
                      IplSessionWidget)
