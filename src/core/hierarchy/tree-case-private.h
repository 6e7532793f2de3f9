/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/hierarchy/tree-case.h"

G_BEGIN_DECLS

/* Tokens of a sequence, with the one that marks its beginning, and numbers of each. */
static inline gsize
ipl_tree_case_T (const IplTreeCase *self)
{
  return (gsize)ipl_latent_tree_n_tokens (&self->tree) + 1;
}

static inline gsize
ipl_tree_case_N0 (const IplTreeCase *self)
{
  return self->n_features + ipl_tree_case_T (self);
}

IplCase *ipl_tree_case_shape (const IplTreeCase *self, const char *name);
gboolean ipl_tree_case_weights (const IplTreeCase *self, IplLayerWeights *weights, GError **error);
void ipl_tree_case_names (const IplTreeCase *self, IplCase *the_case);

G_END_DECLS
