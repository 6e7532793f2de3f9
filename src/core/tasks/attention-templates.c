/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heads by name, and their logit matrices W[key, query] (THEORY.md section 7.7). */
#include "core/tasks/attention-templates.h"

#include <string.h>
#include <math.h>

#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/random.h"
#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/files/npz.h"

static const char *const names[]
    = { "first", "last",   "previous", "next",   "self",  "match",   "ends",
        "kept",  "recent", "uniform",  "random", "blank", "learned", NULL };

/* The logits of a layer, w_1 for the first: at least the required number of heads. */
static const double *
find_layer (IplNpz *npz, const char *path, guint layer, guint wanted, gsize N0, GError **error)
{
  g_autofree char *file = ipl_file_shown (path);
  g_autofree char *name = g_strdup_printf ("w_%u", layer + 1);
  IplArray *array = ipl_npz_lookup (npz, name);

  if (array == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "“%s” has no array %s: save the logits of the learned heads of layer %u as %s "
                   "[heads, %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT "], keys first.",
                   file, name, layer + 1, name, N0, N0);
      return NULL;
    }
  if (array->is_text || array->ndim != 3 || array->shape[0] < wanted || array->shape[1] != N0
      || array->shape[2] != N0)
    {
      g_autofree char *shape = ipl_array_describe_shape (array);

      g_set_error (error, IPL_ERROR, IPL_ERROR_SHAPE,
                   "“%s”: %s is %s, where %u learned heads of this task need [%u or more, "
                   "%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT "]: the features of a token, then its "
                   "position.",
                   file, name, array->is_text ? "text" : shape, wanted, wanted, N0, N0);
      return NULL;
    }
  for (gsize i = 0; i < array->size; i++)
    if (!isfinite (array->values[i]))
      {
        g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                     "“%s”: number %" G_GSIZE_FORMAT " of %s is not finite.", file, i, name);
        return NULL;
      }
  return array->values;
}

/* Fills the heads of @kind, [N0 x N0] each: those of a layer are the first of its array in the
 * file, an .npz with w_1, w_2, .. [H_l, N0, N0] as in case files. Does nothing if there are no
 * such heads. @weights: [n_layers] with space for combined matrices */
static gboolean
read_learned (const char *path, const IplLayerHeads *heads, guint kind, gsize N0,
              IplLayerWeights *weights, GError **error)
{
  g_autoptr (IplNpz) npz = NULL;

  for (guint l = 0; l < heads->n_layers; l++)
    {
      const double *values;
      guint wanted = 0;

      for (guint h = 0; h < heads->n_heads[l]; h++)
        wanted += heads->heads[l][h] == kind;
      if (wanted == 0)
        continue;
      if (path[0] == '\0')
        return ipl_fail (error, IPL_ERROR_MISSING,
                         "No file of learned heads is chosen: give an .npz with the logits w_%u "
                         "[heads, %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT "], or other heads.",
                         l + 1, N0, N0);
      if (npz == NULL)
        npz = ipl_npz_read (path, NULL, error);
      values = npz != NULL ? find_layer (npz, path, l, wanted, N0, error) : NULL;
      if (values == NULL)
        return FALSE;
      for (guint h = 0; h < heads->n_heads[l]; h++)
        if (heads->heads[l][h] == kind)
          {
            memcpy (weights[l].combined + h * N0 * N0, values, N0 * N0 * sizeof (double));
            values += N0 * N0;
          }
    }
  return TRUE;
}

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

/* The key of a head that attends by position only. */
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
  else if (kind == IPL_KIT_ENDS || kind == IPL_KIT_STORED)
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
      case IPL_KIT_STORED:
        /* The token before has 6 if its features are the same, else 4; the first, which should
         * be unique, 5. */
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
 * Returns: FALSE if memory is short, or the file of learned heads is missing */
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
  return read_learned (tokens->learned, heads, IPL_KIT_LEARNED, tokens->N0, weights, error);
}
