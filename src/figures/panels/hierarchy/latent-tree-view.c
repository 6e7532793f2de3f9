/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Queries of a latent tree for its panels. */

#include "figures/panels/hierarchy/latent-tree-view.h"

#include <string.h>

void
ipl_tree_view_init (IplTreeView *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *flip = ipl_trajectory_find (trajectory, "flip");

  *self = (IplTreeView){ .tree.depth = (guint)flip->size };
  memcpy (self->tree.flip, flip->values, flip->size * sizeof (double));
  self->tree.root_one = *ipl_trajectory_get (trajectory, "root_one", 0);
  self->M = ipl_latent_tree_n_tokens (&self->tree);
  self->P = ipl_trajectory_get (trajectory, "cooccurrence", 0);
  self->counted = ipl_trajectory_get (trajectory, "cooccurrence_sampled", 0);
  self->attention = ipl_trajectory_get (trajectory, "attention", view->moment);
}

/* Finds the two hovered tokens: the component is a token, the row its reference token; the query
 * if there is no row. */
gboolean
ipl_tree_view_get_pair (const IplTreeView *self, const IplTarget *target, guint *l, guint *m)
{
  int component = ipl_target_get (target, IPL_PART_COMPONENT);
  int row = ipl_target_get (target, IPL_PART_ROW);

  if (component < 0 || component >= (int)self->M || row >= (int)self->M)
    return FALSE;
  *l = (guint)component;
  *m = row >= 0 ? (guint)row : IPL_TREE_QUERY;
  return TRUE;
}

/* Returns the role of a latent variable at @height levels above the tokens. */
IplRole
ipl_tree_view_role (const IplTreeView *self, guint height)
{
  return IPL_ROLE_OF_N (ORDERED, height - 1, self->tree.depth);
}
