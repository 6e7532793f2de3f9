/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_HEADS_EDITOR (ipl_heads_editor_get_type ())
G_DECLARE_FINAL_TYPE (IplHeadsEditor, ipl_heads_editor, IPL, HEADS_EDITOR, GtkWidget)

void ipl_heads_editor_set_session (IplHeadsEditor *self, IplSession *session);

G_END_DECLS
