/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

char *ipl_python_template (const char *name);
char *ipl_python_function (const char *panel_id);
GHashTable *ipl_python_identifiers (const char *text);
char *ipl_python_gather_parts (const char *text);
