/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/hierarchy/latent-tree.h"
#include "core/base/trajectory.h"

G_BEGIN_DECLS

/* How one token learns to attend to the others (THEORY.md section 15.2). Plain value. */
typedef struct
{
  IplLatentTree tree; /* what the tokens come from */
  double strength;    /* kappa: the weight that a token of co-occurrence 1 grows to, > 0 */
  double rate;        /* learning rate of a step, > 0 */
  double temperature; /* T in softmax(v^2/T), > 0 */
  guint steps;        /* how many */
} IplTreeAttention;

/* Weights of all tokens before the first step. */
#define IPL_TREE_ATTENTION_START 0.05
/* A weight counts as learned from this share of its final value on. */
#define IPL_TREE_ATTENTION_LEARNED 0.9

/* What is recorded, with what "joma-tree" adds. */
extern const IplRecordedArray ipl_tree_recorded[];
IplTrajectory *ipl_tree_attention_run (const IplTreeAttention *self, GCancellable *cancellable,
                                       GError **error);

G_END_DECLS
