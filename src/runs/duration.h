/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ipl_duration_text (double seconds);
char *ipl_duration_left_text (const char *sentence, double seconds_left);

G_END_DECLS
