/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_TRAINING_EDITOR (ipl_training_editor_get_type ())
G_DECLARE_FINAL_TYPE (IplTrainingEditor, ipl_training_editor, IPL, TRAINING_EDITOR, GtkWidget)

void ipl_training_editor_set_session (IplTrainingEditor *self, IplSession *session);

G_END_DECLS
