/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-mover-private.h"

/* What one draw keeps beside its U. */
typedef struct
{
  double u_a;
  double energy; /* of the Hamiltonian, for E-BFMI */
  double acceptance;
  guint depth;
  gboolean divergent;
} IplDraw;

/* One chain: the density it is on, what moves it, and its draws. */
typedef struct
{
  IplPosteriorTarget *target;
  const IplPosteriorMover *method;
  gpointer mover;
  guint warmup; /* transitions */
  guint n_draws;
  guint room;     /* draws there is room for */
  double *U;      /* [room x Pi x Pi] */
  double *q;      /* [room x n] */
  IplDraw *draws; /* [room] */
} IplPosteriorChain;

/* How a setting is sampled by these options. */
const IplPosteriorMover *ipl_posterior_chain_method (const IplPosteriorStart *start);

/* At a start drawn from the prior, with the @index-th stream of the options' seed; the first chain
 * makes what all share. What it makes is whole only where start->cancellable is not cancelled by
 * the end. */
gboolean ipl_posterior_chain_init (IplPosteriorChain *self, guint index, IplPosteriorStart *start,
                                   GError **error);
void ipl_posterior_chain_clear (IplPosteriorChain *self);
double ipl_posterior_chain_memory (const IplPosteriorStart *start); /* bytes without draws */
double ipl_posterior_chain_draw_memory (gsize Pi, gsize n);         /* bytes of one draw */
/* Room for so many draws; FALSE where there is none, without an error. */
gboolean ipl_posterior_chain_make_room (IplPosteriorChain *self, guint draws);

/* The next transition, which is a draw once the warm-up is done. FALSE: cancelled, and later it
 * goes on as if it had not been. */
gboolean ipl_posterior_chain_step (IplPosteriorChain *self, GCancellable *cancellable);
guint ipl_posterior_chain_warmup_done (const IplPosteriorChain *self);
gboolean ipl_posterior_chain_in_warmup (const IplPosteriorChain *self);
