/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention heads for generated sequences whose tokens carry their position as a one-hot vector. */
#pragma once

#include "core/case/case.h"
#include "core/tasks/layer-heads.h"
#include <gio/gio.h>

typedef enum
{
  IPL_KIT_FIRST,    /* attends to the first token */
  IPL_KIT_LAST,     /* to the last */
  IPL_KIT_PREVIOUS, /* to the token before; the first to itself */
  IPL_KIT_NEXT,     /* to the token after; the last to itself */
  IPL_KIT_SELF,     /* to the token itself */
  IPL_KIT_MATCH,    /* to other tokens with the same features */
  IPL_KIT_ENDS,     /* to the first token if that has the same features, else to the token itself */
  IPL_KIT_STORED,   /* to the token before if that has the same features, else to the first */
  IPL_KIT_RECENT,   /* to tokens up to itself, the less the further back */
  IPL_KIT_UNIFORM,  /* to all tokens alike */
  IPL_KIT_RANDOM,   /* Gaussian logits */
  IPL_KIT_BLANK,    /* no logits: to all tokens alike */
  IPL_KIT_LEARNED,  /* logits from a file */
} IplKitHead;

/* Heads of a case. Plain value. */
typedef struct
{
  union
  {
    IplLayerHeads; /* of IplKitHead */
    IplLayerHeads layers;
  };
  const char *learned; /* interned: the file of learned heads, "" for none */
} IplKitHeads;

/* The tokens that the heads attend to: [T x N0], the position of token t is its number N0 - T + t.
 */
typedef struct
{
  gsize T, N0;
  gsize n_matched;     /* the first numbers of a token, by which it is matched */
  double match;        /* inner product of two equal tokens */
  double beta;         /* factor on all logits */
  double decay;        /* of the logits of a recent head with each token further back */
  guint64 seed;        /* of random heads */
  const char *learned; /* the file of learned heads, "" for none */
} IplKitTokens;

char *ipl_kit_head_name (guint kind);
gboolean ipl_kit_head_parse (const char *name, guint *kind);
gboolean ipl_kit_fill_weights (const IplKitTokens *tokens, const IplLayerHeads *heads,
                               IplLayerWeights *weights, GError **error);
