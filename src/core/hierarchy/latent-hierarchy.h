/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#define IPL_HIERARCHY_MAX_LEVELS 4
#define IPL_HIERARCHY_MAX_LATENTS 1000 /* of a level, and classes */
#define IPL_HIERARCHY_MAX_PARTS 10
#define IPL_HIERARCHY_MAX_LENGTH 1000

/* The parameters of a hierarchy of latents. Plain value. */
typedef struct
{
  guint n_levels; /* levels of latents between tokens and classes, from 1 */
  /* [@n_levels] number of latents, the level above the tokens first */
  guint n_latents[IPL_HIERARCHY_MAX_LEVELS];
  /* number of parts of a latent or class, from the level below */
  guint n_parts;
  guint n_classes;  /* number of classes */
  guint vocabulary; /* M tokens; the last one pads */
  guint length;     /* tokens of a sequence */
  guint64 seed;     /* of the sets */
} IplHierarchyShape;

/* A hierarchy of latents (THEORY.md section 15.3): every class is a set of latents of the highest
 * level, each of these a set of latents of the next, down to tokens. Immutable. */
typedef struct
{
  IplHierarchyShape shape;                   /* shape of the draw */
  gsize n_latents;                           /* latents of all levels */
  gsize first[IPL_HIERARCHY_MAX_LEVELS + 1]; /* [n_levels + 1] first latent of each level */
  /* [n_latents x n_parts] parts: tokens at the lowest level, elsewhere latents counted within
   * the level below */
  guint *parts;
  guint *class_parts; /* [n_classes x n_parts] parts of the classes */
  guint *tokens;      /* [n_classes x length] the sequence of each class */
  /* [n_classes x n_latents] 1 if the latent is a direct or indirect part of the class, else 0 */
  double *has;
} IplLatentHierarchy;

gboolean ipl_hierarchy_shape_validate (gconstpointer shape, GError **error);
IplLatentHierarchy *ipl_latent_hierarchy_new (const IplHierarchyShape *shape, GError **error);
void ipl_latent_hierarchy_free (IplLatentHierarchy *self);
guint ipl_latent_hierarchy_level (const IplLatentHierarchy *self, gsize latent);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplLatentHierarchy, ipl_latent_hierarchy_free)

void ipl_latent_correlation (const IplLatentHierarchy *hierarchy, gsize n_neurons,
                             const double *activations, const guint *classes, double *correlations);
void ipl_latent_correlation_best (gsize n_latents, gsize n_neurons, const double *correlations,
                                  double *best, guint *neurons);
void ipl_latent_correlation_levels (const IplLatentHierarchy *hierarchy, const double *best,
                                    double *means);
void ipl_latent_correlation_chance (const IplLatentHierarchy *hierarchy, gsize n_neurons,
                                    const double *activations, guint shuffles, guint64 seed,
                                    double *best);
