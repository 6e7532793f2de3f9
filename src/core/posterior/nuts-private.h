/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <gsl/gsl_rng.h>

#include "core/posterior/nuts-state-private.h"

/* The no-U-turn sampler with multinomial weights (Hoffman and Gelman 2014; Betancourt
 * arXiv 1701.02434), its step size by dual averaging and its dense metric by windows as in Stan. */

#define IPL_NUTS_MAX_DEPTH 10
#define IPL_NUTS_TARGET_ACCEPTANCE 0.8

typedef struct
{
  gboolean divergent;
  guint depth;
  double acceptance;
  double energy; /* of the Hamiltonian at the start of the trajectory */
} IplTransition;

/* Starts at q: [n] with a metric from the covariance: [n x n], or where that is NULL from the
 * variances: [n]. Takes a copy of the generator. @settle (nullable) is called with the data of the
 * density after every transition, before it is learned from, and may change signs; the metric
 * couples only coordinates of the same @signs: [n] (nullable, kept by the caller).
 * NULL: IPL_ERROR_MEMORY */
IplNuts *ipl_nuts_new (gsize n, IplLogDensity density, IplSettle settle, const guint64 *signs,
                       gpointer data, const double *q, const double *variances,
                       const double *covariance, guint warmup, const gsl_rng *rng, GError **error);
/* For ipl_nuts_set_point() and ipl_nuts_restart(): nothing is evaluated. NULL: IPL_ERROR_MEMORY */
IplNuts *ipl_nuts_allocate (gsize n, IplLogDensity density, IplSettle settle, const guint64 *signs,
                            gpointer data, const gsl_rng *rng, GError **error);
/* As new at the point of ipl_nuts_set_point(), without asking for memory; the generator goes on. */
void ipl_nuts_restart (IplNuts *self, const double *variances, const double *covariance,
                       guint warmup);
/* Before the first transition; 0.8 and IPL_NUTS_MAX_DEPTH where they are not called. */
void ipl_nuts_set_target_acceptance (IplNuts *self, double acceptance);
void ipl_nuts_set_max_depth (IplNuts *self, guint depth);
/* Moves the chain to q: [n], with its density and the gradient: [n] of that. */
void ipl_nuts_set_point (IplNuts *self, const double *q, double log_density,
                         const double *gradient);
double ipl_nuts_get_log_density (const IplNuts *self);
const double *ipl_nuts_get_gradient (const IplNuts *self); /* [n] */
double ipl_nuts_memory (gsize n);                          /* bytes it takes */
void ipl_nuts_free (IplNuts *self);
/* The next transition; while in warm-up it adapts. FALSE: cancelled, and nothing has changed. */
gboolean ipl_nuts_step (IplNuts *self, GCancellable *cancellable, IplTransition *transition);
gboolean ipl_nuts_in_warmup (const IplNuts *self);
guint ipl_nuts_get_warmup_done (const IplNuts *self);
double ipl_nuts_get_step_size (const IplNuts *self);
const double *ipl_nuts_get_position (const IplNuts *self); /* [n] */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplNuts, ipl_nuts_free)
