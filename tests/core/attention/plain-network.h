/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/attention/attention-model.h"

/* A tiny network in plain loops, which use nothing of the program but the tokens, labels and heads
 * of a case: what stands beside the program's own sums must not share them. */
#define PLAIN_T 3
#define PLAIN_N0 2
#define PLAIN_P 5
#define PLAIN_P_TEST 3
#define PLAIN_MOST_L 2
#define PLAIN_MOST_H 2
#define PLAIN_MOST_N 3
#define PLAIN_MOST_WEIGHTS 80

typedef struct
{
  IplAttentionRule rule;
  guint L;
  guint H[PLAIN_MOST_L];
  guint N[PLAIN_MOST_L + 1]; /* N_1 .. N_L, N_a */
} PlainShape;

/* The network, and its weights in units of their prior's deviations, in one vector: attention of
 * layer after layer, V^0, V^(l,h), a. */
typedef struct
{
  const PlainShape *shape;
  const IplCase *the_case;
  double s_w, temperature, s_a; /* all other values have the variance 1 */
  guint n, W[PLAIN_MOST_L], V0, V[PLAIN_MOST_L], a;
} PlainNetwork;

void plain_network_init (PlainNetwork *self, const PlainShape *shape, const IplCase *the_case,
                         const IplAttentionModel *model);
/* -log of the posterior's density and its gradient: [n] */
double plain_network_potential (const PlainNetwork *self, const double *theta, double *gradient);
/* O[key][query] of a head with the logits @scale W on a sequence. */
void plain_attend (IplAttentionRule rule, const double *x, const double *W, double scale,
                   double O[PLAIN_T][PLAIN_T]);
/* The order parameter of attention weights @scale w by its definition in THEORY.md section 19.3;
 * the case's own heads are those of softmax attention. */
double plain_network_order (const PlainNetwork *self, const double *w, double scale);
/* U of the first path with itself and with the second, or itself where it is alone. */
void plain_network_U (const PlainNetwork *self, const double *theta, double *U_11, double *U_12);
