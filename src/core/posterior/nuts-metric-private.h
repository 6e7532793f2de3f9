/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <gsl/gsl_rng.h>

#include "core/files/npz.h"

/* The inverse mass matrix M^-1 of NUTS, an estimate of the posterior covariance: dense where the
 * dimension allows, learned in windows of doubling length as in Stan's warm-up. */
/* Above this dimension the metric is diagonal. */
#define IPL_NUTS_DENSE_LIMIT 400

typedef struct _IplNutsMetric IplNutsMetric;

/* To be begun by restart. @signs: [n] (nullable, and kept by the caller): what says by which
 * changes of sign a coordinate's sign changes; only coordinates for which it is the same are
 * coupled. NULL: IPL_ERROR_MEMORY */
IplNutsMetric *ipl_nuts_metric_new (gsize n, const guint64 *signs, GError **error);
void ipl_nuts_metric_restart (IplNutsMetric *self, const double *variances,
                              const double *covariance, guint warmup);
double ipl_nuts_metric_memory (gsize n); /* bytes it takes */
void ipl_nuts_metric_free (IplNutsMetric *self);
void ipl_nuts_metric_velocity (const IplNutsMetric *self, const double *p, double *velocity);
double ipl_nuts_metric_kinetic (const IplNutsMetric *self, const double *p);    /* p.M^-1 p / 2 */
void ipl_nuts_metric_draw (const IplNutsMetric *self, gsl_rng *rng, double *p); /* N(0, M) */
/* Takes the position after warm-up transition @done (from 0); TRUE: the metric has changed. */
gboolean ipl_nuts_metric_learn (IplNutsMetric *self, guint done, const double *q);

/* Keeps all that learning goes on from, under names with a prefix; read returns FALSE, and leaves
 * the metric unfit for use, where it is not there or cannot be. */
void ipl_nuts_metric_write (const IplNutsMetric *self, const char *prefix, IplNpzWriter *npz);
gboolean ipl_nuts_metric_read (IplNutsMetric *self, const char *prefix, IplNpz *npz);
