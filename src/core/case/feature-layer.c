/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the attention weights of one layer to stacked query and key matrices; finds zero heads
 * and heads of low rank. */
#include "core/case/feature-layer-private.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"

/* Combined weights of a rank below N0 / LOW_RANK are split into queries and keys. Looking for it
 * takes rank * N0^2 operations, worth it for the widths between. */
#define LOW_RANK 6
#define LOW_RANK_FROM 32
#define LOW_RANK_TO 512

static gboolean
all_zero (const double *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (values[i] != 0)
      return FALSE;
  return TRUE;
}

/* Index of the largest absolute value. */
static gsize
find_pivot (const double *values, gsize n)
{
  gsize at = 0;
  double largest = 0;

  for (gsize i = 0; i < n; i++)
    if (fabs (values[i]) > largest)
      {
        largest = fabs (values[i]);
        at = i;
      }
  return at;
}

/* W = sum_k key_k query_k^T by Gaussian elimination with complete pivoting, which is exact for
 * block and rank-one structure. @key and @query: [most, N0]. Returns the rank, or G_MAXSIZE if
 * it is above @most. */
static gsize
eliminate (const double *W, gsize N0, gsize most, double *residual, double *key, double *query)
{
  gsize size = N0 * N0, pivot = find_pivot (W, size);
  double negligible = 0x1p-52 * fabs (W[pivot]);

  memcpy (residual, W, size * sizeof (double));
  for (gsize rank = 0; rank <= most; rank++)
    {
      gsize row, column;

      if (rank > 0)
        pivot = find_pivot (residual, size);
      if (fabs (residual[pivot]) <= negligible)
        return rank;
      if (rank == most)
        break;
      row = pivot / N0;
      column = pivot % N0;
      for (gsize j = 0; j < N0; j++)
        {
          query[rank * N0 + j] = residual[row * N0 + j];
          key[rank * N0 + j] = residual[j * N0 + column] / residual[pivot];
        }
      for (gsize i = 0; i < N0; i++)
        {
          double factor = key[rank * N0 + i];

          for (gsize j = 0; factor != 0 && j < N0; j++)
            residual[i * N0 + j] -= factor * query[rank * N0 + j];
          residual[i * N0 + column] = 0;
        }
    }
  return G_MAXSIZE;
}

/* Appends a head with queries [width, N0] and, unless keys are the tokens, keys. */
static void
append (IplFeatureLayer *self, guint h, gsize width, const double *query, const double *key,
        double scale)
{
  IplFeatureHead *head = &self->heads[h];
  gsize N0 = self->N0;

  head->width = width;
  head->query_row = self->n_query;
  head->key_row = self->n_key;
  head->tokens_are_keys = key == NULL;
  for (gsize i = 0; i < width * N0; i++)
    self->query[self->n_query * N0 + i] = scale * query[i];
  self->n_query += width;
  if (key == NULL)
    return;
  memcpy (self->key + self->n_key * N0, key, width * N0 * sizeof (double));
  self->n_key += width;
}

static gboolean
append_combined (IplFeatureLayer *self, const double *combined, gboolean look_for_rank,
                 GError **error)
{
  gsize N0 = self->N0, most = N0 / LOW_RANK;
  g_autofree double *scratch = NULL;

  if (look_for_rank)
    {
      scratch
          = ipl_memory_try_doubles ((double)(N0 * (N0 + 2 * most)), "The attention weights", error);
      if (scratch == NULL)
        return FALSE;
    }
  for (guint h = 0; h < self->H; h++)
    {
      const double *W = combined + h * N0 * N0;
      gsize rank = G_MAXSIZE;

      if (all_zero (W, N0 * N0))
        rank = 0;
      else if (look_for_rank)
        rank = eliminate (W, N0, most, scratch, scratch + N0 * N0, scratch + N0 * (N0 + most));
      if (rank == 0)
        append (self, h, 0, NULL, NULL, 1);
      else if (rank <= most)
        append (self, h, rank, scratch + N0 * (N0 + most), scratch + N0 * N0, 1);
      else
        append (self, h, N0, W, NULL, 1);
    }
  return TRUE;
}

/* Converts the heads of a layer to a common form: logits (Q x_t) . (K x_s), with K the identity
 * for combined weights. Heads without weights, and combined ones of low rank, are recognized.
 * The caller clears it with ipl_feature_layer_clear(), on error too. */
gboolean
ipl_feature_layer_init (IplFeatureLayer *self, const IplLayerWeights *weights, guint H, gsize N0,
                        gboolean many_queries, GError **error)
{
  gboolean combined = weights->combined != NULL;
  gsize width = combined ? N0 : weights->G;
  double size = (double)H * (double)width * (double)N0;
  gboolean look_for_rank = combined && many_queries && N0 >= LOW_RANK_FROM && N0 <= LOW_RANK_TO;

  self->H = H;
  self->N0 = N0;
  self->rule = weights->rule;
  self->heads = g_new0 (IplFeatureHead, H);
  self->n_query = self->n_key = 0;
  self->query = ipl_memory_try_doubles (size, "The attention weights", error);
  if (self->query == NULL)
    return FALSE;
  if (look_for_rank || !combined)
    {
      self->key = ipl_memory_try_doubles (size, "The attention weights", error);
      if (self->key == NULL)
        return FALSE;
    }
  if (combined)
    return append_combined (self, weights->combined, look_for_rank, error);
  for (guint h = 0; h < H; h++)
    {
      const double *q = weights->wq + h * width * N0, *k = weights->wk + h * width * N0;

      if (all_zero (q, width * N0) || all_zero (k, width * N0))
        append (self, h, 0, NULL, NULL, 1);
      else
        append (self, h, width, q, k, 1 / sqrt ((double)width));
    }
  return TRUE;
}

void
ipl_feature_layer_clear (IplFeatureLayer *self)
{
  g_clear_pointer (&self->heads, g_free);
  g_clear_pointer (&self->query, g_free);
  g_clear_pointer (&self->key, g_free);
}
