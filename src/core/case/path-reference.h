/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

G_BEGIN_DECLS

char **ipl_path_references_split (const char *text, char separator);
gssize ipl_path_reference_parse (const IplCase *the_case, const char *text, GError **error);
char *ipl_path_reference_understood (const IplCase *the_case, gsize path);

G_END_DECLS
