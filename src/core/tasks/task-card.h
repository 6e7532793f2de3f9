/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/tasks/markov-chain.h"

/* Attention between more tokens than this is not shown. */
#define IPL_CARD_MOST_TOKENS 256

/* The kinds of tokens and sequences, which colours distinguish. */
typedef enum
{
  IPL_CARD_OTHER, /* the beginning of a sequence */
  IPL_CARD_PLUS,  /* state +, or label +1 */
  IPL_CARD_MINUS, /* state -, or label -1 */
  IPL_CARD_CLASS, /* the first of more than two classes; the others follow */
} IplCardKind;

/* Sequences on a card at the most, and classes that colours distinguish. */
#define IPL_CARD_MOST_SEQUENCES 3
#define IPL_CARD_MOST_CLASSES 8

typedef struct
{
  gsize number; /* its number in its test set, from 0 */
  double *y;    /* [K] its label */
  /* [T] kinds of its tokens: hidden states of the Markov chain, else the label for all */
  guint8 *kinds;
  double *at;       /* [T x 2] its tokens in the plane of the card */
  float *attention; /* [sum H x T query x T key] layer 1 first, rows sum to 1 */
} IplCardSequence;

/* A task as examples, as in the paper's figures 2a and 3a: an example of each class with the
 * attention of every head in it, and the cloud of tokens. Immutable, reference-counted. */
typedef struct
{
  guint test;              /* index of the test set */
  gsize first;             /* number of the sequence of each label, from 0 */
  gsize count;             /* number of sequences to choose from */
  gsize T;                 /* tokens */
  guint L;                 /* attention layers */
  guint H[IPL_MAX_LAYERS]; /* [L] heads */
  /* TRUE if the plane is that of the two vectors v+ and v- that generate the tokens of the
   * hidden Markov chain, in units of them; FALSE for the tokens' first two principal components */
  gboolean is_chain;
  double noise_parallel, noise_perpendicular; /* the chain's */
  /* of the chain: root mean square distance of a token from the plane, in units of |v+| */
  double outside;
  /* for principal components: share of the tokens' variance in the plane */
  double share;
  /* number of sequences: one of each of the first classes; else one */
  guint n;
  IplCardSequence sequences[IPL_CARD_MOST_SEQUENCES]; /* [n] */
  gsize n_cloud;                                      /* tokens of further sequences */
  double *cloud;       /* [n_cloud x 2] their positions in the plane */
  guint8 *cloud_kinds; /* [n_cloud] */
  /*< private >*/
  gatomicrefcount ref_count;
} IplTaskCard;

/* Tokens of @count test sequences from the @first-th on: x: [count x T x N0] row-major. */
typedef void (*IplCardTokens) (gsize first, gsize count, double *x, gpointer data);

IplTaskCard *ipl_task_card_new (const IplCase *the_case, guint test, gsize first,
                                IplCardTokens tokens, gpointer data, GError **error);
IplTaskCard *ipl_task_card_new_of_chain (const IplMarkovChain *chain, gsize first, GError **error);
IplTaskCard *ipl_task_card_ref (IplTaskCard *self);
void ipl_task_card_unref (IplTaskCard *self);
void ipl_task_card_fill_attention (const IplCase *the_case, const IplExamples *examples,
                                   gsize number, const double *x, double *O, float *attention);
const float *ipl_task_card_attention (const IplTaskCard *self, guint sequence, guint layer,
                                      guint head); /* [T query x T key] */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTaskCard, ipl_task_card_unref)

IplTaskCard *ipl_task_card_alloc (gsize T, guint L, const guint *H, guint outputs, guint n,
                                  gsize n_cloud, GError **error);
