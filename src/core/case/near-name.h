/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

const char *ipl_near_name (const char *wanted, GList *names);
char *ipl_near_name_hint (const char *const *wanted, GList *names);
