/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <gsl/gsl_rng.h>

#include "core/base/trajectory.h"

/* The states of all tokens are the bits of one number. */
#define IPL_TREE_MAX_DEPTH 6
#define IPL_TREE_MAX_SAMPLES 100000000

/* The binary latent tree (THEORY.md section 15.1): a bit at the root, each child copies its
 * parent's, the bits of the leaves are the tokens that occur. Plain value. */
typedef struct
{
  guint depth; /* levels of edges D, from 1 to %IPL_TREE_MAX_DEPTH; the 2^D leaves are the tokens */
  /* [@depth] probability in [0, 1/2] that a bit is not its parent's; the first is of the edges
   * below the root, the last of those above the tokens */
  double flip[IPL_TREE_MAX_DEPTH];
  double root_one; /* probability that the root's bit is 1, in (0, 1) */
} IplLatentTree;

static inline guint
ipl_latent_tree_n_tokens (const IplLatentTree *self)
{
  return 1u << self->depth;
}

/* Levels from two tokens up to their nearest common ancestor; 0 for the same token. */
static inline guint
ipl_latent_tree_height (guint l, guint m)
{
  return l == m ? 0 : (guint)g_bit_storage (l ^ m);
}

/* Number of tokens whose nearest common ancestor with a given one is this many levels above. */
static inline guint
ipl_latent_tree_n_relatives (guint height)
{
  return height == 0 ? 1 : 1u << (height - 1);
}

double ipl_latent_tree_cooccurrence (const IplLatentTree *self, guint height);

gboolean ipl_latent_tree_count (const IplLatentTree *self, guint64 seed, guint samples,
                                guint threads, GCancellable *cancellable, double *counts,
                                GError **error);

/* Settings of a token that learns to attend to the others (THEORY.md section 15.2). Plain value. */
typedef struct
{
  IplLatentTree tree; /* distribution of the tokens */
  double strength;    /* kappa: the weight that a token of co-occurrence 1 grows to, > 0 */
  double rate;        /* learning rate of a step, > 0 */
  double temperature; /* T in softmax(v^2/T), > 0 */
  guint steps;        /* number of steps */
} IplTreeAttention;

/* Weights of all tokens before the first step. */
#define IPL_TREE_ATTENTION_START 0.05
/* A weight counts as learned above this share of its final value. */
#define IPL_TREE_ATTENTION_LEARNED 0.9

/* The recorded arrays, with those of "joma-tree". */
extern const IplRecordedArray ipl_tree_recorded[];
IplTrajectory *ipl_tree_attention_run (const IplTreeAttention *self, GCancellable *cancellable,
                                       GError **error);
