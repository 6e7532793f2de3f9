/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The colors of paths: those that the user chose, or the house's. */

#include "figures/view/path-color.h"

#include "figures/view/view.h"

/* One that was chosen; %FALSE where none was. */
static gboolean
find_chosen (const IplStyle *self, const IplCaseInfo *the_case, gsize path, IplColor *color)
{
  const IplPathStyle *chosen = ipl_figure_style_get_path (self->chosen, the_case, path);

  if (chosen == NULL || !chosen->has_color)
    return FALSE;
  *color = chosen->color;
  return TRUE;
}

IplColor
ipl_style_path_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path)
{
  IplColor color;

  if (find_chosen (self, the_case, path, &color))
    return color;
  return ipl_style_identity_color (self, ipl_case_display_rank (the_case, path));
}

/* For its name on paper: the same colour as far as it can be read, or ink where it has none. */
IplColor
ipl_style_path_text_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path)
{
  gsize rank = ipl_case_display_rank (the_case, path);
  IplColor color;

  if (find_chosen (self, the_case, path, &color))
    return ipl_style_text_color (self, color);
  return rank < IPL_N_IDENTITIES
             ? ipl_style_text_color (self, ipl_style_identity_color (self, rank))
             : self->ink;
}

/* Of a GP limit of @n_paths of the case's paths: that of its path where it is of one that has a
 * color which the user chose, else that of the @line. */
IplColor
ipl_style_gp_line_color (const IplStyle *self, const IplCaseInfo *the_case, const guint *paths,
                         gsize n_paths, guint line)
{
  IplColor color;

  if (paths != NULL && n_paths == 1 && find_chosen (self, the_case, paths[0], &color))
    return color;
  return ipl_style_gp_color (self, line);
}
