/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Colors of paths: those set by the user, or one determined by the heads of the path. The latter
 * is the same at each width, in each panel, and after a layer gains a head. */

#include "figures/view/shown-paths.h"

/* Returns the color index of a path by its heads, [L] from 0. Up to six paths in up to three
 * layers have distinct colors; of more paths, colors repeat. */
gsize
ipl_heads_identity (const guint *heads, guint L)
{
  /* color after one more layer, by the color before it and the index from @place */
  static const guint8 next[IPL_N_IDENTITIES][IPL_N_IDENTITIES] = {
    { 0, 2, 5, 3, 4, 1 }, { 1, 3, 4, 5, 2, 0 }, { 2, 0, 4, 5, 1, 3 },
    { 3, 0, 1, 4, 5, 2 }, { 4, 2, 0, 5, 3, 1 }, { 5, 4, 1, 0, 3, 2 },
  };
  /* index of each head of a layer; found by exhaustive search for the condition above */
  static const guint8 place[][IPL_N_IDENTITIES] = {
    { 0, 5, 2, 1, 3, 4 },
    { 0, 1, 2, 3, 4, 5 },
    { 0, 4, 3, 1, 2, 5 },
  };
  gsize color = 0;

  for (guint l = 0; l < L; l++)
    color = next[color][place[l % G_N_ELEMENTS (place)][heads[l] % IPL_N_IDENTITIES]];
  return color;
}

static gsize
find_identity (const IplCaseInfo *the_case, gsize path)
{
  guint heads[IPL_MAX_LAYERS];

  for (guint l = 0; l < the_case->L; l++)
    heads[l] = ipl_case_path_head (the_case, path, l);
  return ipl_heads_identity (heads, the_case->L);
}

/* Sets the style chosen by the user. @view must outlive @self. */
void
ipl_style_follow_view (IplStyle *self, const IplView *view)
{
  self->chosen = view->figure_style;
}

/* Finds the color set by the user. FALSE if none is set. */
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
  return ipl_style_identity_color (self, find_identity (the_case, path));
}

/* Color of a path name on paper: the same hue, dark enough to read. */
IplColor
ipl_style_path_text_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path)
{
  return ipl_style_text_color (self, ipl_style_path_color (self, the_case, path));
}

/* Color of the GP limit of @n_paths paths (NULL for all): that of its path, or the mixture of
 * theirs. With the conventions of the papers it is red, unless the user set the color of its
 * only path. */
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
