/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

char *ipl_fuzzy_fold (const char *text);
char **ipl_fuzzy_terms (const char *query);
guint ipl_fuzzy_score (const char *folded, const char *term);
