/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <gsl/gsl_rng.h>

#include "core/files/npz.h"

/* Numbers of a sampling run in its file; a name is the name of a part, as "chain_1_", and of the
 * quantity. Find returns NULL unless the array has exactly this length and is finite. */
void ipl_checkpoint_add_doubles (IplNpzWriter *npz, const char *part, const char *name,
                                 const double *values, gsize n);
const double *ipl_checkpoint_find_doubles (IplNpz *npz, const char *part, const char *name,
                                           gsize n);
gboolean ipl_checkpoint_is_count (double value, guint most); /* TRUE for an integer from 0 */

/* The inverse mass matrix M^-1 of NUTS, an estimate of the posterior covariance: dense unless
 * the dimension is too large, learned in windows of doubling length as in Stan's warm-up. */
/* Above this dimension the metric is diagonal. */
#define IPL_NUTS_DENSE_LIMIT 400

typedef struct _IplNutsMetric IplNutsMetric;

/* To be started by restart. @signs: [n] (nullable, owned by the caller): the sign changes that
 * flip a coordinate; only coordinates with equal entries are coupled. NULL: IPL_ERROR_MEMORY */
IplNutsMetric *ipl_nuts_metric_new (gsize n, const guint64 *signs, GError **error);
void ipl_nuts_metric_restart (IplNutsMetric *self, const double *variances,
                              const double *covariance, guint warmup);
void ipl_nuts_metric_free (IplNutsMetric *self);
void ipl_nuts_metric_velocity (const IplNutsMetric *self, const double *p, double *velocity);
double ipl_nuts_metric_kinetic (const IplNutsMetric *self, const double *p);    /* p.M^-1 p / 2 */
void ipl_nuts_metric_draw (const IplNutsMetric *self, gsl_rng *rng, double *p); /* N(0, M) */
/* Takes the position after warm-up transition @done (from 0); TRUE: the metric has changed. */
gboolean ipl_nuts_metric_learn (IplNutsMetric *self, guint done, const double *q);

/* log density and its gradient: [n]; -infinity outside the support. After a cancellation of
 * @cancellable (nullable) the result is discarded. */
typedef double (*IplLogDensity) (const double *q, double *gradient, GCancellable *cancellable,
                                 gpointer data);

/* Moves q: [n] with the gradient: [n] to an equivalent point of the same density. */
typedef void (*IplSettle) (double *q, double *gradient, gpointer data);

/* Dual averaging of Hoffman and Gelman (2014, section 3.2) with their constants. */
typedef struct
{
  double mu;
  double bar;
  double log_step_bar;
  guint count;
} DualAveraging;

/* A point of phase space: [n] each */
typedef struct
{
  double *q;
  double *p;
  double *g;
  double log_density;
} Point;

/* The no-U-turn sampler with multinomial weights (Hoffman and Gelman 2014; Betancourt
 * arXiv 1701.02434), its step size by dual averaging and its dense metric by windows as in Stan. */
typedef struct
{
  gsize n;
  IplLogDensity density;
  IplSettle settle; /* (nullable) */
  gpointer data;
  gsl_rng *rng;
  IplNutsMetric *metric;
  DualAveraging averaging;
  double step_size;
  double target_acceptance; /* 0.8 unless set before the first transition */
  guint max_depth;          /* IPL_NUTS_MAX_DEPTH unless set */
  guint warmup;
  guint warmup_done;
  Point z;      /* the integrator's */
  Point sample; /* the present point of the chain */
  Point forward, backward, proposal;
  Point before;  /* to undo a cancelled transition; without its momentum */
  Point mark;    /* the caller's, for several of them */
  double *space; /* of all vectors */
  double *free_space;
  /* of the transition under way */
  GCancellable *cancellable;
  double H0;
  double sum_acceptance;
  guint n_leapfrog;
  gboolean divergent;
  gboolean cancelled;
} IplNuts;

#define IPL_NUTS_MAX_DEPTH 10
#define IPL_NUTS_TARGET_ACCEPTANCE 0.8

typedef struct
{
  gboolean divergent;
  guint depth;
  double acceptance;
  double energy; /* of the Hamiltonian at the start of the trajectory */
} IplTransition;

/* Starts at q: [n] with a metric from the covariance: [n x n], or if that is NULL from the
 * variances: [n]. Copies the generator. @settle (nullable) is called with the data of the
 * density after every transition, before adaptation, and may change signs; the metric couples
 * only coordinates of the same @signs: [n] (nullable, owned by the caller). NULL:
 * IPL_ERROR_MEMORY */
IplNuts *ipl_nuts_new (gsize n, IplLogDensity density, IplSettle settle, const guint64 *signs,
                       gpointer data, const double *q, const double *variances,
                       const double *covariance, guint warmup, const gsl_rng *rng, GError **error);
/* For ipl_nuts_set_point() and ipl_nuts_restart(): nothing is evaluated. NULL: IPL_ERROR_MEMORY */
IplNuts *ipl_nuts_allocate (gsize n, IplLogDensity density, IplSettle settle, const guint64 *signs,
                            gpointer data, const gsl_rng *rng, GError **error);
/* Restarts at the point of ipl_nuts_set_point() without allocating; the generator continues. */
void ipl_nuts_restart (IplNuts *self, const double *variances, const double *covariance,
                       guint warmup);
/* Moves the chain to q: [n], with its density and the gradient: [n] of that. */
void ipl_nuts_set_point (IplNuts *self, const double *q, double log_density,
                         const double *gradient);
void ipl_nuts_free (IplNuts *self);
/* The next transition; while in warm-up it adapts. FALSE: cancelled, and the chain has not moved.
 */
gboolean ipl_nuts_step (IplNuts *self, GCancellable *cancellable, IplTransition *transition);
gboolean ipl_nuts_in_warmup (const IplNuts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplNuts, ipl_nuts_free)

/* Writes the state of a chain, bit by bit, in arrays with a prefix to their names; read returns
 * FALSE, and leaves the chain unusable, if they are missing or damaged. */
void ipl_nuts_write (const IplNuts *self, const char *prefix, IplNpzWriter *npz);
gboolean ipl_nuts_read (IplNuts *self, const char *prefix, IplNpz *npz);

/* Returns the chain to a marked point; the random stream continues. */
void ipl_nuts_set_mark (const IplNuts *self, Point *mark);
void ipl_nuts_return (IplNuts *self, const Point *mark);
