/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/hierarchy/stacked.h"

/* A block, and its values in every state of the leaves. */
typedef struct
{
  gsize M, Q, K;         /* inputs, queries, hidden units of each */
  gsize weights, logits; /* offsets in the state: W [Q x (M + 1) x K], z [Q x M] */
  double *b;             /* [N x Q x M] attention */
  double *a, *h, *g;     /* [N x Q x K] inputs and outputs of units, gradient of the loss in h */
  double *e;             /* [Q x M] e^{z/T} */
} IplStackedBlock;

typedef struct
{
  IplStacked settings;
  gsize N;       /* states of the leaves */
  gsize latents; /* nodes above the leaves */
  double *x;     /* [N x tokens] 1 if a token occurs */
  double *p;     /* [N] probability of a state */
  double *root;  /* [N x 2] with the root's bit too */
  double *joint; /* [latents x N] probability of a state with the node's bit 1, the root first */
  gsize size;    /* numbers of a state of the network */
  gpointer memory;
  gpointer blocks_memory[IPL_STACKED_MAX_BLOCKS];
  IplStackedBlock blocks[IPL_STACKED_MAX_BLOCKS];
} IplStackedModel;

gboolean ipl_stacked_model_init (IplStackedModel *self, const IplStacked *settings, GError **error);
void ipl_stacked_model_clear (IplStackedModel *self);
void ipl_stacked_model_start (const IplStackedModel *self, double *state);
const double *ipl_stacked_model_inputs (const IplStackedModel *self, guint block);
double ipl_stacked_model_gate (const IplStackedModel *self, guint block, gsize n, gsize q);
double ipl_stacked_model_forward (IplStackedModel *self, const double *state);
void ipl_stacked_model_backward (IplStackedModel *self, const double *state, double *const *held,
                                 double *gradient);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplStackedModel, ipl_stacked_model_clear)
