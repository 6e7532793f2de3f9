/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/shown-paths.h"

/* Which names stand at the readout. */
typedef enum
{
  IPL_PATH_NAMES_NONE,
  IPL_PATH_NAMES_LARGEST, /* of the paths of the largest U_pp */
  IPL_PATH_NAMES_SHORT,
  IPL_PATH_NAMES_FULL,
} IplPathNames;

char **ipl_path_names_new (const IplCaseInfo *the_case, const IplStyle *style,
                           const IplShownPaths *shown, IplPathNames which, gsize rows);
void ipl_path_names_spread (char **names, gsize n, double *y, double row, double top,
                            double bottom);
