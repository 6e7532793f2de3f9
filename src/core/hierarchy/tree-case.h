/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/hierarchy/latent-tree.h"
#include "core/tasks/layer-heads.h"

#define IPL_TREE_CASE_MAX_EXAMPLES 1000000
#define IPL_TREE_CASE_MAX_FEATURES 100000
#define IPL_TREE_CASE_MAX_FACTOR 1e6 /* of noise and attention */

/* A head: the level h = 1 .. D at which it joins tokens, or one of these. */
enum
{
  IPL_TREE_HEAD_BLANK = 0,                       /* attends uniformly */
  IPL_TREE_HEAD_RANDOM = IPL_TREE_MAX_DEPTH + 1, /* Gaussian logits */
};

/* Sequences of a latent tree as a case of attention paths (THEORY.md section 15.5). Plain value. */
typedef struct
{
  IplLatentTree tree; /* what states of tokens are drawn from */
  /* h at which the class is told: in class +1 the two halves below every node so many levels above
   * the tokens come from the same bit, in class -1 from opposite ones; from 1 to the depth */
  guint class_level;
  /* standard deviation of a token's noise in the plane of the two states */
  double noise_parallel;
  double noise_perpendicular; /* the same of the rest */
  double beta;                /* factor on all logits */
  guint n_train;              /* examples, both classes together, even */
  guint n_test;
  guint n_features; /* numbers of a token without its position, even */
  union
  {
    IplLayerHeads;
    IplLayerHeads layers;
  };
  guint64 seed; /* of every random number */
} IplTreeCase;

/* @own: an IplTreeCase */
gboolean ipl_tree_case_validate (gconstpointer own, GError **error);
IplCase *ipl_tree_case_generate (gconstpointer own, const char *name, gboolean keep_inputs,
                                 guint threads, GCancellable *cancellable, GError **error);

char *ipl_tree_head_name (guint head);
gboolean ipl_tree_head_parse (const char *name, guint *head);
