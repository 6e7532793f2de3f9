/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

char *ipl_data_file (const char *name);
char **ipl_find_above (const char *const *within);
