/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/nuts.h"
#include "core/posterior/posterior-target.h"
#include "core/posterior/posterior.h"

/* The powers 0 = b_0 < .. < b_gaps = 1 of the likelihood of the replicas of a tempered chain
 * (THEORY.md section 6.7). */
#define IPL_LADDER_MAX_GAPS 63

typedef struct
{
  guint gaps;
  double power[IPL_LADDER_MAX_GAPS + 1];
} IplLadder;

/* The most gaps that are made in n dimensions. */
guint ipl_ladder_most_gaps (gsize n);
/* Initial powers from the log likelihoods of n_draws draws of the prior, which it sorts: the
 * first power from their spread, the others in proportion. */
void ipl_ladder_init (IplLadder *self, gsize n, guint n_draws, double *log_likelihoods);
/* Chooses new powers from the mean acceptance of exchanges across each gap, and the number of
 * gaps for a mean acceptance of one half. */
void ipl_ladder_respace (IplLadder *self, gsize n, const double *acceptance);

/* The point of a replica; replicas move from rung to rung. */
typedef struct
{
  double *q;             /* [n] */
  double *g;             /* [n] gradient of */
  double log_likelihood; /* -E/2, up to a constant */
  gboolean from_prior;   /* TRUE if it was a draw of the prior since its last visit to the top */
} IplReplica;

/* Options of the start of a tempered chain. */
typedef struct
{
  guint warmup;
  double target_acceptance; /* of the sampler at the top */
  gboolean narrow;          /* a width is 1, so that the density has corners */
  const double *first;      /* (nullable) [n x n] first metric at the top */
} IplTemperedPlan;

/* A power of the likelihood, with its sampler and its replica. */
typedef struct
{
  double power;
  IplPosteriorTarget *target;
  IplNuts *nuts; /* NULL at the bottom, which draws from the prior */
  guint phase;   /* phase of the warm-up at the start of the sampler, from 1; 0 for none */
  IplReplica replica;
} IplRung;

/* Phases of the warm-up; the ladder is spaced again after each but the last. */
#define IPL_TEMPERED_PHASES 3
/* Up to this length of the warm-up the ladder is not respaced. */
#define IPL_TEMPERED_SHORT_WARMUP 40

typedef struct
{
  IplPosteriorTarget *target; /* borrowed */
  gsize n;
  gsl_rng *rng;      /* of draws of the prior and exchanges */
  double *variances; /* [n] of the prior */
  IplTemperedPlan plan;
  guint warmup_done;
  guint phase;    /* from 1 */
  guint diverged; /* divergent transitions of the top in the middle phase of the warm-up */
  IplLadder ladder;
  IplRung *rungs;                       /* [most gaps + 1] */
  guint n_rungs_allocated;              /* most gaps + 1 */
  guint64 n_exchanges;                  /* rounds of them */
  double accepted[IPL_LADDER_MAX_GAPS]; /* sums of probabilities since the last count */
  double tried[IPL_LADDER_MAX_GAPS];
  guint round_trips;
  double *scratch; /* [n] */
  double *spare;   /* [2 n] for each rung */
  double *space;
} IplTempered;

/* temperature-ladder.c
 * Numbers of transitions at the begin and the end of a phase. */
guint ipl_tempered_phase_begin (guint warmup, guint phase);
guint ipl_tempered_phase_end (guint warmup, guint phase);
/* Passes the replica's point to the rung's sampler, as a point of the rung's density. */
void ipl_tempered_hand_over (IplTempered *self, IplRung *rung);
/* Target acceptance of the step size at the top. */
double ipl_tempered_target_acceptance (const IplTempered *self);
/* Begins a phase of the warm-up for the sampler of a rung above the bottom. */
void ipl_tempered_begin_rung (IplTempered *self, guint index);
void ipl_tempered_write (gconstpointer mover, const char *prefix, IplNpzWriter *npz);
gboolean ipl_tempered_read (gpointer mover, const char *prefix, IplNpz *npz);
