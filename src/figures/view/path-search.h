/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target.h"

gboolean ipl_path_search (const IplCaseInfo *the_case, const char *text, IplTarget *target,
                          char **why);
GArray *ipl_path_search_list (const IplCaseInfo *the_case, const IplTarget *target); /* of gsize */
