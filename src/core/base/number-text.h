/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Size of a buffer for ipl_number_format(). */
#define IPL_NUMBER_TEXT_SIZE 32

void ipl_number_format (double value, char text[IPL_NUMBER_TEXT_SIZE]);
gboolean ipl_number_parse_real (const char *text, double *value);
gboolean ipl_number_parse_integer (const char *text, guint64 *value);
gboolean ipl_number_list_check (const char *list, GError **error);
