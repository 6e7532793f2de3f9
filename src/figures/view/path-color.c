/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The colors of paths. */

#include "figures/view/path-color.h"

#include "figures/view/view.h"

#include <math.h>

IplColor
ipl_style_path_color (const IplStyle *self, const IplCase *the_case, gsize path)
{
  return ipl_style_rank_color (self, ipl_case_display_rank (the_case, path), the_case->Pi);
}
