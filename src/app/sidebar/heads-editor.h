/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/session-widget.h"

#define IPL_TYPE_HEADS_EDITOR (ipl_heads_editor_get_type ())
G_DECLARE_FINAL_TYPE (IplHeadsEditor, ipl_heads_editor, IPL, HEADS_EDITOR, IplSessionWidget)
