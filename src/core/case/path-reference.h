/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

char **ipl_path_references_split (const char *text, char separator);
gssize ipl_path_reference_parse (IplAnyCase any, const char *text, GError **error);
char *ipl_path_reference_describe (IplAnyCase any, gsize path);
