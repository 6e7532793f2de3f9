/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/markov-chain-private.h"

G_BEGIN_DECLS

/* Queries whose attention is held at a time. Fixed, so that results never depend on what is kept.
 */
#define IPL_MARKOV_QUERIES 64

/* The heads of one task without the factor beta, prepared once and shared by threads. */
typedef struct _IplMarkovAttention IplMarkovAttention;

/* Some query tokens of a layer. */
typedef struct
{
  gsize from, count;
} IplMarkovQueries;

/* What the noise g of one sequence contributes to the logits of one random head, without beta and
 * the noise's scales (THEORY.md section 7.5). */
typedef struct
{
  double *keys;   /* [T, 2] F-products of keys with the plane */
  double *square; /* [queries, T] g_s F g_t */
  double *cross;  /* [queries, T] products of one token's noise with the other's position */
  double *plane;  /* [queries, 2] F-products of the plane with queries */
} IplMarkovProducts;

/* What the logits of one sequence are made of. */
typedef struct
{
  const double *noise; /* (nullable): [n_tokens, n_features] standard Gaussian */
  const double *means; /* [2, T] of the noise over each half of the features */
  double *a;           /* [2, T] features of each half, but for the noise across */
  double *v;           /* [2, T] scratch */
  double *Z;           /* [IPL_MARKOV_QUERIES, N0 + 2] scratch */
  double *K;           /* [n_tokens, IPL_MARKOV_QUERIES] scratch */
} IplMarkovParts;

IplMarkovAttention *ipl_markov_attention_new (const IplMarkovChain *chain, GError **error);
void ipl_markov_attention_free (IplMarkovAttention *self);
gsize ipl_markov_attention_n_products (const IplMarkovChain *chain);
IplMarkovProducts ipl_markov_attention_place (const IplMarkovChain *chain, guint l, guint h,
                                              double *kept);
void ipl_markov_attention_fill (const IplMarkovAttention *self, IplMarkovParts *parts,
                                double *kept);
void ipl_markov_attention_multiply_keys (const IplMarkovAttention *self, guint l, guint h,
                                         IplMarkovParts *parts, IplMarkovProducts *products);
void ipl_markov_attention_multiply (const IplMarkovAttention *self, guint l, guint h,
                                    IplMarkovQueries queries, IplMarkovParts *parts,
                                    IplMarkovProducts *products);
void ipl_markov_attention_logits (const IplMarkovAttention *self, const IplMarkovChain *chain,
                                  guint l, guint h, IplMarkovQueries queries,
                                  const IplMarkovParts *parts, const IplMarkovProducts *products,
                                  double *logits);

/* The queries a layer is asked for: the last layer for the token that is read out. */
static inline IplMarkovQueries
ipl_markov_attention_queries (const IplMarkovChain *chain, guint l)
{
  gsize T = ipl_markov_chain_T (chain);

  return l + 1 < chain->n_layers ? (IplMarkovQueries){ 0, T } : (IplMarkovQueries){ T - 1, 1 };
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMarkovAttention, ipl_markov_attention_free)

G_END_DECLS
