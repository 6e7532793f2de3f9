/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

char **ipl_case_names (void);
gboolean ipl_case_names_refuse (const char *name, GError **error);
