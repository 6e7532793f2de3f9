/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/posterior/nuts.h"
#include "core/posterior/posterior-options.h"
#include "core/theory/predictor.h"
#include "core/posterior/posterior-target.h"
#include "core/posterior/posterior.h"

/* The inputs of a method while chains are made. */
typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  const IplSetting *setting;
  const IplPosteriorOptions *options;
  gpointer shared;           /* (nullable) of all chains: result of share() */
  GCancellable *cancellable; /* (nullable): after a cancellation the result is discarded */
} IplPosteriorStart;

/* A transition method for a chain over the density of THEORY.md section 6, as a table of
 * functions. A method is a file that exports a table, a value of IplPosteriorMethod, and a line
 * in posterior.c. A mover belongs to a chain and is used by one thread at a time; all movers
 * read shared concurrently. */
typedef struct
{
  const char *name; /* name in checkpoint files */
  /* (nullable) Makes start->shared with the first chain's target; FALSE with an error. */
  gboolean (*share) (IplPosteriorStart *start, IplPosteriorTarget *target, GError **error);
  void (*unshare) (gpointer shared); /* (nullable) with share */
  /* A mover at q: [n], where the density is finite. Copies the generator. The target belongs to
   * the chain and outlives the mover. NULL with an error. */
  gpointer (*start) (const IplPosteriorStart *start, IplPosteriorTarget *target, const double *q,
                     const gsl_rng *rng, GError **error);
  void (*free) (gpointer mover);
  /* The next transition; adapts during warm-up. FALSE if cancelled, without a transition. */
  gboolean (*step) (gpointer mover, GCancellable *cancellable, IplTransition *transition);
  guint (*warmup_done) (gconstpointer mover); /* of options->warmup */
  const double *(*position) (gconstpointer mover);
  void (*report) (gconstpointer mover, IplSamplerChainReport *report); /* step_size */
  /* The state between two transitions, in arrays with a prefix; read: FALSE if they are missing
   * or invalid. */
  void (*write) (gconstpointer mover, const char *prefix, IplNpzWriter *npz);
  gboolean (*read) (gpointer mover, const char *prefix, IplNpz *npz);
} IplPosteriorMover;

extern const IplPosteriorMover ipl_posterior_nuts_mover;
extern const IplPosteriorMover ipl_posterior_surrogate_mover;
extern const IplPosteriorMover ipl_posterior_tempered_mover;

/* The numbers of a draw other than its U. */
typedef struct
{
  double u_a;
  double energy; /* of the Hamiltonian, for E-BFMI */
  double acceptance;
  guint depth;
  gboolean divergent;
} IplDraw;

/* A chain: its density, its mover, and its draws. */
typedef struct
{
  IplPosteriorTarget *target;
  const IplPosteriorMover *method;
  gpointer mover;
  guint warmup; /* transitions */
  guint n_draws;
  guint room;     /* capacity in draws */
  double *U;      /* [capacity x Pi x Pi], Pi paths times outputs */
  double *q;      /* [capacity x n] */
  IplDraw *draws; /* [capacity] */
} IplPosteriorChain;

gboolean ipl_posterior_chain_in_warmup (const IplPosteriorChain *self);

struct _IplPosterior
{
  IplCase *the_case;
  IplKernel *kernel; /* over all outputs of the case */
  IplSetting setting;
  IplPosteriorOptions options;
  guint n_chains;
  IplPosteriorChain *chains;
  const IplPosteriorMover *method;
  gpointer shared; /* (nullable): of all chains */
  double seconds;
  IplPosteriorPause pause; /* (nullable) */
  gpointer pause_data;
};

gboolean ipl_posterior_make_room (IplPosterior *self, guint draws, GError **error);

/* Predictions averaged over the first @n_draws draws of every chain: tests: [n_tests], filled,
 * mean_mcse: [n_tests], filled with [count] Monte Carlo errors of the means, and accuracy_draws:
 * [n_chains * n_draws] of each single draw on the first test set, filled. */
gboolean ipl_posterior_predict (IplPosterior *posterior, guint n_draws, IplPrediction *tests,
                                double **mean_mcse, double *accuracy_draws, guint threads,
                                GCancellable *cancellable, GError **error);

/* Shared by all chains, computed once and constant from the first draw on. */
typedef struct
{
  IplSurrogateEnergy *energy; /* (nullable) */
  gboolean uses_surrogate;    /* the method is the surrogate, whose state is in files */
  double *covariance;         /* (nullable) [n x n] first metric */
  double acceptance;          /* of the exact step, as the pilot expects it */
  guint transitions;          /* of NUTS on the surrogate between two exact energies */
  gboolean pays;              /* FALSE if chains use NUTS on the exact density instead */
} IplPosteriorSurrogate;

/* With a lower expected acceptance of the exact step, NUTS on the exact density is better. */
#define IPL_SURROGATE_LEAST_ACCEPTANCE 0.3

/* Shared by the other methods: only the first metric, from the curvature at the saddle point;
 * and its temporary memory. */
gboolean ipl_posterior_share_covariance (IplPosteriorStart *start, IplPosteriorTarget *target,
                                         GError **error);
void ipl_posterior_unshare (gpointer shared);

/* A pilot run on the surrogate from the saddle point theta. Chooses the bend and the number of
 * transitions, and estimates the acceptance from exact energies at some of its draws. FALSE with
 * an error */
gboolean ipl_surrogate_pilot (IplPosteriorSurrogate *self, IplPosteriorTarget *target,
                              const double *theta, const IplPosteriorStart *start, GError **error);
