/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

G_BEGIN_DECLS

GtkWindow *ipl_run_log_dialog_new (GtkWindow *parent, IplSession *session);

G_END_DECLS
