/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

guint64 ipl_process_start (gint64 pid);
gboolean ipl_process_lives (gint64 pid, guint64 start);
