/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The colors of paths. */

#include "figures/view/path-color.h"

#include "figures/view/view.h"

IplColor
ipl_style_path_color (const IplStyle *self, const IplCase *the_case, gsize path)
{
  return ipl_style_identity_color (self, ipl_case_display_rank (the_case, path));
}

/* For its name on paper: the same colour as far as it can be read, or ink where it has none. */
IplColor
ipl_style_path_text_color (const IplStyle *self, const IplCase *the_case, gsize path)
{
  gsize rank = ipl_case_display_rank (the_case, path);

  return rank < IPL_N_IDENTITIES
             ? ipl_style_text_color (self, ipl_style_identity_color (self, rank))
             : self->ink;
}
