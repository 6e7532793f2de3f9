/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "figures/view/target.h"

gboolean ipl_path_search (const IplCaseInfo *the_case, const char *text, IplTarget *target,
                          char **why);
