/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/hierarchy/latent-hierarchy.h"

G_BEGIN_DECLS

void ipl_latent_correlation (const IplLatentHierarchy *hierarchy, gsize n_neurons,
                             const double *activations, const guint *classes, double *correlations);
void ipl_latent_correlation_best (gsize n_latents, gsize n_neurons, const double *correlations,
                                  double *best, guint *neurons);
void ipl_latent_correlation_levels (const IplLatentHierarchy *hierarchy, const double *best,
                                    double *means);
void ipl_latent_correlation_chance (const IplLatentHierarchy *hierarchy, gsize n_neurons,
                                    const double *activations, guint shuffles, guint64 seed,
                                    double *best);

G_END_DECLS
