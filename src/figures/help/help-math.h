/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

char *ipl_help_math_markup (const char *text);
char *ipl_help_math_plain (const char *text);
