/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <gsl/gsl_rng.h>

#include "core/posterior/nuts-metric-private.h"

/* What a chain of NUTS is made of, for nuts.c, which moves it, and nuts-io.c, which keeps it. */

/* log density and its gradient: [n]; -infinity outside the support. Once @cancellable (nullable) is
 * cancelled, what comes back is not looked at. */
typedef double (*IplLogDensity) (const double *q, double *gradient, GCancellable *cancellable,
                                 gpointer data);

/* Moves q: [n] with the gradient: [n] there to a point of the same density that is the same for
 * what is sampled. */
typedef void (*IplSettle) (double *q, double *gradient, gpointer data);

typedef struct _IplNuts IplNuts;

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

struct _IplNuts
{
  gsize n;
  IplLogDensity density;
  IplSettle settle; /* (nullable) */
  gpointer data;
  gsl_rng *rng;
  gsl_rng *rng_before; /* to undo a cancelled transition */
  IplNutsMetric *metric;
  DualAveraging averaging;
  double step_size;
  double target_acceptance;
  guint max_depth;
  guint warmup;
  guint warmup_done;
  Point z;      /* the integrator's */
  Point sample; /* where the chain stands */
  Point forward, backward, proposal;
  double *space; /* of all vectors */
  double *free_space;
  /* of the transition under way */
  GCancellable *cancellable;
  double H0;
  double sum_acceptance;
  guint n_leapfrog;
  gboolean divergent;
  gboolean cancelled;
};
