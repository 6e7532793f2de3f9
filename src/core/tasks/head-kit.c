/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heads by name, and their logit matrices W[key, query] (THEORY.md section 7.7). */
#include "core/tasks/head-kit.h"

#include <string.h>

#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/random.h"
#include "core/tasks/kit-learned.h"

static const char *const names[]
    = { "first", "last",   "previous", "next",   "self",  "match",   "ends",
        "kept",  "recent", "uniform",  "random", "blank", "learned", NULL };

char *
ipl_kit_head_name (guint kind)
{
  return g_strdup (names[kind]);
}

/* TRUE if @name is a kind of head. */
gboolean
ipl_kit_head_parse (const char *name, guint *kind)
{
  for (guint k = 0; names[k] != NULL; k++)
    if (strcmp (name, names[k]) == 0)
      {
        *kind = k;
        return TRUE;
      }
  return FALSE;
}

/* Adds @logit for the key at position @key to the queries at position @query. */
static void
add_position (const IplKitTokens *tokens, double *W, gsize key, gsize query, double logit)
{
  gsize from = tokens->N0 - tokens->T;

  W[(from + key) * tokens->N0 + from + query] += logit;
}

/* Adds @logit for keys whose matched numbers are the query's. */
static void
add_match (const IplKitTokens *tokens, double *W, double logit)
{
  for (gsize i = 0; i < tokens->n_matched; i++)
    W[i * tokens->N0 + i] += logit / tokens->match;
}

static void
fill_random (const IplKitTokens *tokens, guint64 index, double *W)
{
  IplRandomStream stream;

  ipl_random_stream_init (&stream, tokens->seed, IPL_STREAM_KIT_HEADS, index);
  for (gsize i = 0; i < tokens->N0 * tokens->N0; i++)
    W[i] = tokens->beta * ipl_random_gaussian (&stream.rng);
}

/* The key of a head that attends by position alone. */
static gsize
find_key (IplKitHead kind, gsize query, gsize T)
{
  switch (kind)
    {
    case IPL_KIT_FIRST:
      return 0;
    case IPL_KIT_LAST:
      return T - 1;
    case IPL_KIT_PREVIOUS:
      return query > 0 ? query - 1 : 0;
    case IPL_KIT_NEXT:
      return MIN (query + 1, T - 1);
    default:
      return query;
    }
}

static void
fill_head (const IplKitTokens *tokens, IplKitHead kind, guint64 index, double *W)
{
  double beta = tokens->beta;

  if (kind == IPL_KIT_RANDOM)
    fill_random (tokens, index, W);
  else if (kind == IPL_KIT_MATCH)
    add_match (tokens, W, beta);
  else if (kind == IPL_KIT_ENDS || kind == IPL_KIT_KEPT)
    add_match (tokens, W, 2 * beta);
  for (gsize t = 0; t < tokens->T; t++)
    switch (kind)
      {
      case IPL_KIT_MATCH:
        add_position (tokens, W, t, t, -2 * beta);
        break;
      case IPL_KIT_ENDS:
        /* The first token has 6 if its features are the same, else 4; the token itself has 5. */
        add_position (tokens, W, 0, t, 4 * beta);
        if (t > 0)
          add_position (tokens, W, t, t, 3 * beta);
        break;
      case IPL_KIT_KEPT:
        /* The token before has 6 if its features are the same, else 4; the first, which is to be
         * one of its own, 5. */
        add_position (tokens, W, 0, t, 5 * beta);
        add_position (tokens, W, t > 0 ? t - 1 : 0, t, 4 * beta);
        break;
      case IPL_KIT_RECENT:
        for (gsize s = 0; s < tokens->T; s++)
          add_position (tokens, W, s, t,
                        s <= t ? -tokens->decay * (double)(t - s) : -beta * (double)tokens->T);
        break;
      case IPL_KIT_UNIFORM:
      case IPL_KIT_RANDOM:
      case IPL_KIT_BLANK:
      case IPL_KIT_LEARNED:
        break;
      default:
        add_position (tokens, W, find_key (kind, t, tokens->T), t, beta);
      }
}

/* @weights: [n_layers] zero-filled, gets combined logit matrices [H_l x N0 x N0]
 * Returns: FALSE where there was no memory for them, or no file of learned heads */
gboolean
ipl_kit_fill_weights (const IplKitTokens *tokens, const IplLayerHeads *heads,
                      IplLayerWeights *weights, GError **error)
{
  double N0 = (double)tokens->N0;

  for (guint l = 0; l < heads->n_layers; l++)
    {
      weights[l].combined
          = ipl_try_new0 (double, heads->n_heads[l] * N0 * N0, "the attention heads", error);
      if (weights[l].combined == NULL)
        return FALSE;
      for (guint h = 0; h < heads->n_heads[l]; h++)
        fill_head (tokens, heads->heads[l][h], l * IPL_LAYER_HEADS_MAX_HEADS + h,
                   weights[l].combined + h * tokens->N0 * tokens->N0);
    }
  return ipl_kit_read_learned (tokens->learned, heads, IPL_KIT_LEARNED, tokens->N0, weights, error);
}
