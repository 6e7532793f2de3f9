/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/hierarchy/latent-tree.h"
#include "figures/plot/mark-role.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* Token whose attention is shown by default. */
#define IPL_TREE_QUERY 0

/* The numbers of a latent tree, borrowed from a view. */
typedef struct
{
  IplLatentTree tree; /* depth and flip rates of the tree shown */
  guint M;            /* number of tokens */
  const double *P;    /* [M x M] P(column row) by the formula */
  const double
      *counted; /* [M x M] P(column row) in samples; NaN if the token of the row does not occur */
  /* [depth] attention of the query to one token, by the height of their common ancestor, at the
   * moment shown */
  const double *attention;
} IplTreeView;

void ipl_tree_view_init (IplTreeView *self, const IplView *view);
gboolean ipl_tree_view_get_pair (const IplTreeView *self, const IplTarget *target, guint *l,
                                 guint *m);
IplRole ipl_tree_view_role (const IplTreeView *self, guint height);
