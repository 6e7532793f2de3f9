/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The colors of paths, the same in all panels: those that the user chose, or the house's. Of a case
 * of more paths than there are colors, those of the largest U_pp have one. */

#include "figures/view/path-color.h"

#include "figures/view/outputs.h"

#include <math.h>

/* The larger U_pp of those before, while another case is being solved of none. */
static void
include (double *weight, const IplSolution *solution, gsize Pi)
{
  IplOutputsView outputs;

  if (solution == NULL || solution->U == NULL || solution->the_case == NULL
      || solution->the_case->Pi != Pi)
    return;
  outputs = ipl_outputs_traced (solution->the_case);
  for (gsize p = 0; p < Pi; p++)
    {
      double value = ipl_outputs_entry (&outputs, solution->U, p, p);

      if (isfinite (value))
        weight[p] = fmax (weight[p], value);
    }
}

/* A path keeps the color of its place among all of them unless a heavier one has that: a color
 * changes hands as seldom as can be. */
static void
give_color (IplColoredPaths *self, gsize path, gsize rank)
{
  for (gsize k = 0; k < IPL_N_IDENTITIES; k++)
    {
      gsize *slot = &self->path[(rank + k) % IPL_N_IDENTITIES];

      if (*slot < self->Pi)
        continue;
      *slot = path;
      return;
    }
}

/* Finds the paths that have colors: those of the largest U_pp at the width shown, or at the one
 * that colors are held to (view->colored); of all of a film's frames. */
static void
color_paths (IplStyle *self, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  gsize Pi = the_case != NULL ? the_case->Pi : 0;
  g_autofree double *weight = NULL;
  const IplQuantities *frame;

  self->colored = (IplColoredPaths){ 0 };
  if (Pi <= IPL_N_IDENTITIES)
    return;
  weight = g_new (double, Pi);
  for (gsize p = 0; p < Pi; p++)
    weight[p] = -INFINITY;
  include (weight, view->colored != NULL ? view->colored : view->current, Pi);
  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL; i++)
    include (weight, frame->current, Pi);
  self->colored.Pi = Pi;
  for (gsize k = 0; k < IPL_N_IDENTITIES; k++)
    self->colored.path[k] = Pi;
  for (gsize k = 0; k < IPL_N_IDENTITIES; k++)
    {
      gsize best = Pi, best_rank = 0;

      for (gsize rank = 0; rank < Pi; rank++)
        {
          gsize p = the_case->display_order != NULL ? the_case->display_order[rank] : rank;

          if (!isnan (weight[p]) && (best == Pi || weight[p] > weight[best]))
            {
              best = p;
              best_rank = rank;
            }
        }
      give_color (&self->colored, best, best_rank);
      weight[best] = NAN;
    }
}

/* Takes over the looks that the user chose, and finds the paths that have colors. @view outlives
 * @self. */
void
ipl_style_follow_view (IplStyle *self, const IplView *view)
{
  self->chosen = view->figure_style;
  color_paths (self, view);
}

/* Which colour it has; none from IPL_N_IDENTITIES on. */
static gsize
find_rank (const IplStyle *self, const IplCaseInfo *the_case, gsize path)
{
  gsize k;

  if (self->colored.Pi != the_case->Pi)
    return ipl_case_display_rank (the_case, path);
  for (k = 0; k < IPL_N_IDENTITIES && self->colored.path[k] != path; k++)
    ;
  return k;
}

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

/* TRUE if it has a color of its own, FALSE if it is grey as others are. */
gboolean
ipl_style_path_has_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path)
{
  IplColor color;

  return find_chosen (self, the_case, path, &color)
         || find_rank (self, the_case, path) < IPL_N_IDENTITIES;
}

IplColor
ipl_style_path_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path)
{
  IplColor color;

  if (find_chosen (self, the_case, path, &color))
    return color;
  return ipl_style_identity_color (self, find_rank (self, the_case, path));
}

/* For its name on paper: the same colour as far as it can be read, or ink where it has none. */
IplColor
ipl_style_path_text_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path)
{
  gsize rank = find_rank (self, the_case, path);
  IplColor color;

  if (find_chosen (self, the_case, path, &color))
    return ipl_style_text_color (self, color);
  return rank < IPL_N_IDENTITIES
             ? ipl_style_text_color (self, ipl_style_identity_color (self, rank))
             : self->ink;
}

/* The color of a GP limit of @n_paths of the case's paths (NULL for all): that of its path, or a
 * mixture of theirs. In the paper's look it is red, unless the user chose that of its only path. */
IplColor
ipl_style_gp_line_color (const IplStyle *self, const IplCaseInfo *the_case, const guint *paths,
                         gsize n_paths, guint line)
{
  IplColor color;

  if (paths == NULL || n_paths == 0)
    return ipl_style_gp_color (self, line);
  if (n_paths == 1 && find_chosen (self, the_case, paths[0], &color))
    return color;
  if (self->look == IPL_LOOK_PAPER || n_paths == the_case->Pi)
    return ipl_style_gp_color (self, line);
  color = ipl_style_path_color (self, the_case, paths[0]);
  for (gsize i = 1; i < n_paths; i++)
    color = ipl_color_mix (color, ipl_style_path_color (self, the_case, paths[i]),
                           1.0 / (double)(i + 1));
  return color;
}
