/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Ends the program, and names what hangs, where one thing takes longer than @seconds. */
void watch_start (guint seconds);
/* What begins now, or NULL. */
void watch (const char *what);
