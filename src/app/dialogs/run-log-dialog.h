/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

GtkWindow *ipl_run_log_dialog_new (GtkWindow *parent, IplSession *session);
