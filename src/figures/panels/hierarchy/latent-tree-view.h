/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/hierarchy/latent-tree.h"
#include "figures/plot/role.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* The token whose attention is shown, where none is chosen. */
#define IPL_TREE_QUERY 0

/* The numbers of a latent tree, borrowed from a view. */
typedef struct
{
  IplLatentTree tree;    /* depth and flip rates of the tree shown */
  guint M;               /* its tokens */
  const double *P;       /* [M x M] P(column | row) by formula */
  const double *counted; /* [M x M] the same in samples; NaN where the row's token never occurred */
  /* [depth] of one token, by how many levels up its common ancestor with the query is, at the
   * moment shown */
  const double *attention;
} IplTreeView;

void ipl_tree_view_init (IplTreeView *self, const IplView *view);
gboolean ipl_tree_view_get_pair (const IplTreeView *self, const IplTarget *target, guint *l,
                                 guint *m);
IplRole ipl_tree_view_role (const IplTreeView *self, guint height);
