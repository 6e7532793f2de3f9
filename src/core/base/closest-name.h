/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

char *ipl_closest_name_hint (const char *given, const char *const *names);
