/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/posterior/nuts-private.h"
#include "core/posterior/posterior-options.h"
#include "core/posterior/posterior-target-private.h"
#include "core/posterior/sampler-report.h"

/* What a method may look at while chains are made. */
typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  const IplSetting *setting;
  const IplPosteriorOptions *options;
  gpointer shared;           /* (nullable) of all chains: what share() made */
  GCancellable *cancellable; /* (nullable): once it is cancelled, what is made is not looked at */
} IplPosteriorStart;

/* A way to move one chain over the density of THEORY.md section 6, as a table of functions; a
 * method is a file that exports one, a value of IplPosteriorMethod, and a line in
 * posterior-chain.c. A mover belongs to one chain and is used by one thread at a time; shared is
 * read by all of them at once. */
typedef struct
{
  const char *name; /* in kept files */
  /* Bytes of one mover in n dimensions, and what share() takes for a while. */
  double (*memory) (gsize n, const IplPosteriorStart *start);
  double (*preparing_memory) (const IplPosteriorStart *start);
  /* (nullable) Makes start->shared with the first chain's target; FALSE with an error. */
  gboolean (*share) (IplPosteriorStart *start, IplPosteriorTarget *target, GError **error);
  void (*unshare) (gpointer shared); /* (nullable) with share */
  /* A mover at q: [n], where the density is finite. Takes a copy of the generator. The target is
   * the chain's and outlives it. NULL with an error. */
  gpointer (*start) (const IplPosteriorStart *start, IplPosteriorTarget *target, const double *q,
                     const gsl_rng *rng, GError **error);
  void (*free) (gpointer mover);
  /* The next transition; while in warm-up it adapts. FALSE: cancelled, and going on later makes the
   * very transition that it would have made. */
  gboolean (*step) (gpointer mover, GCancellable *cancellable, IplTransition *transition);
  guint (*warmup_done) (gconstpointer mover); /* of options->warmup */
  const double *(*position) (gconstpointer mover);
  void (*report) (gconstpointer mover, IplSamplerChainReport *report); /* step_size */
  /* To the last bit, in arrays with a prefix; read: FALSE where they are not there or cannot be. */
  void (*write) (gconstpointer mover, const char *prefix, IplNpzWriter *npz);
  gboolean (*read) (gpointer mover, const char *prefix, IplNpz *npz);
} IplPosteriorMover;

extern const IplPosteriorMover ipl_posterior_nuts_mover;
extern const IplPosteriorMover ipl_posterior_surrogate_mover;
extern const IplPosteriorMover ipl_posterior_tempered_mover;

/* The target as a density for ipl_nuts_new(), with the target as data. */
double ipl_posterior_nuts_density (const double *q, double *gradient, GCancellable *cancellable,
                                   gpointer target);
/* ... and what keeps it to one of the points that are the same but for signs, so that the metric is
 * of one of them. */
void ipl_posterior_nuts_settle (double *q, double *gradient, gpointer target);
