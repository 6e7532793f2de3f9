/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a case of a latent tree takes, from its sizes. */
#include "core/hierarchy/tree-case-private.h"

#include "core/case/case-cost.h"
#include "core/case/feature-plan.h"

/* The case without its examples. */
IplCase *
ipl_tree_case_outline (const IplTreeCase *self, const char *name, guint threads, IplCost *cost,
                       GError **error)
{
  g_autoptr (IplCase) outline = NULL;
  double tokens, seconds, scratch;

  if (!ipl_tree_case_validate (self, error))
    return NULL;
  outline = ipl_tree_case_shape (self, name);
  if (!ipl_tree_case_weights (self, outline->weights, error))
    return NULL;
  outline->train.count = self->n_train;
  outline->tests[0].count = self->n_test;
  outline->tests[0].name = g_strdup ("test");
  ipl_tree_case_names (self, outline);
  ipl_case_finish_names (outline);
  tokens = (double)ipl_feature_block (outline->T) * (double)outline->T * (double)outline->N0;
  seconds = (double)(outline->T - 1) * self->n_features * ipl_cost_gaussian_seconds ()
            + ipl_cost_features (outline, threads, &scratch);
  ipl_cost_add (cost, IPL_COST_MAKING,
                (double)ipl_cost_count_examples (outline) * seconds / threads,
                ipl_cost_examples_bytes (outline), scratch + 8 * threads * tokens);
  return g_steal_pointer (&outline);
}
