/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/**
 * IplLatentView:
 * @latents: how many
 * @neurons: of the lowest block
 * @level: [latents] the level of each, from 1
 * @correlations: [latents x neurons] of the first seed, at the moment shown
 * @best, @first, @chance: [latents] of the first seed: the largest correlation of each at the
 * moment shown, before training, and with classes shuffled
 *
 * What a view holds of neurons that tell latents: borrowed.
 */
typedef struct
{
  gsize latents, neurons;
  const double *level;
  const double *correlations;
  const double *best, *first, *chance;
} IplLatentView;

void ipl_latent_view_init (IplLatentView *self, const IplView *view);
gsize ipl_latent_view_level_end (const IplLatentView *self, gsize latent);
gsize ipl_latent_view_best_neuron (const IplLatentView *self, gsize latent);
char *ipl_latent_view_say (const IplTarget *target, const IplView *view);

G_END_DECLS
