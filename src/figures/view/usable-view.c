/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A view without what does not fit its case. */

#include "figures/view/usable-view.h"

#include "figures/view/network-view.h"
#include "figures/view/posterior-view.h"

#include <math.h>

static gboolean
belongs (const IplSolution *solution, const IplCaseInfo *the_case)
{
  return solution != NULL && solution->U != NULL && solution->the_case != NULL
         && (solution->the_case == the_case || solution->the_case->Pi == the_case->Pi);
}

static gboolean
card_belongs (const IplTaskCard *card, const IplCaseInfo *the_case)
{
  if (card->T != the_case->T || card->L != the_case->L)
    return FALSE;
  for (guint l = 0; l < card->L; l++)
    if (card->H[l] != the_case->H[l])
      return FALSE;
  return TRUE;
}

/* The view without what does not fit its case: while a new case is being solved, a window may still
 * hold the old one's numbers. */
IplView
ipl_view_usable (const IplView *self)
{
  IplView usable = *self;
  if (usable.the_case == NULL)
    return (IplView){ .name = self->name,
                      .compared = self->compared,
                      .own = self->own,
                      .trajectory = self->trajectory,
                      .moment = self->moment,
                      .n_components = self->n_components,
                      .shared_limits = self->shared_limits,
                      .heatmap_scale = self->heatmap_scale,
                      .paths_shown = self->paths_shown,
                      .paths_share = self->paths_share,
                      .keeps = self->keeps,
                      .kept = self->kept,
                      .figure_style = self->figure_style,
                      .pruned = -1,
                      .shown_layer = -1,
                      .shown_head = -1,
                      .shown_token = -1 };
  if (!belongs (usable.current, usable.the_case))
    usable.current = NULL;
  if (!belongs (usable.gp, usable.the_case))
    usable.gp = NULL;
  if (usable.sweep != NULL && usable.sweep->the_case != usable.the_case
      && (usable.sweep->the_case == NULL || usable.sweep->the_case->Pi != usable.the_case->Pi))
    usable.sweep = NULL;
  if (usable.kernels != NULL && &usable.kernels->cells->the_case->info != usable.the_case)
    usable.kernels = NULL;
  if (usable.card != NULL && !card_belongs (usable.card, usable.the_case))
    usable.card = NULL;
  ipl_view_posterior_usable (&usable);
  ipl_view_network_usable (&usable);
  return usable;
}
