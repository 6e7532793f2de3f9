/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of attention: from logits, how diffuse they are, and whether they look ahead. */
#include "core/case/attention-rows.h"

#include <math.h>

/* Softmax of each of @rows rows of @n logits, in place. */
void
ipl_features_softmax_rows (double *logits, gsize rows, gsize n)
{
  for (gsize r = 0; r < rows; r++)
    {
      double *row = logits + r * n;
      double largest = row[0], sum = 0;

      for (gsize s = 1; s < n; s++)
        largest = MAX (largest, row[s]);
      for (gsize s = 0; s < n; s++)
        {
          row[s] = exp (row[s] - largest);
          sum += row[s];
        }
      for (gsize s = 0; s < n; s++)
        row[s] /= sum;
    }
}

/* Attention of each of @rows queries, from the @first token on, of @n logits, in place. */
void
ipl_attention_rows (IplAttentionRule rule, double *logits, gsize rows, gsize first, gsize n)
{
  IplAttentionRule form = rule & ~(IplAttentionRule)IPL_ATTENTION_CAUSAL;

  for (gsize r = 0; r < rows; r++)
    {
      double *row = logits + r * n;
      gsize keys = ipl_attention_n_keys (rule, first + r, n);

      if (form == IPL_ATTENTION_SOFTMAX)
        ipl_features_softmax_rows (row, 1, keys);
      else
        for (gsize s = 0; s < keys; s++)
          row[s] = (form == IPL_ATTENTION_LINEAR ? row[s] : exp (row[s])) / (double)keys;
      for (gsize s = keys; s < n; s++)
        row[s] = 0;
    }
}

/* The entropies - sum O ln O of the rows, in nats, added up; 0 ln 0 is 0. @O: [@rows x @n]
 * attention, each row summing to 1. */
double
ipl_features_entropy_sum (const double *O, gsize rows, gsize n)
{
  double sum = 0;

  for (gsize r = 0; r < rows; r++, O += n)
    {
      double of_row = 0;

      for (gsize s = 0; s < n; s++)
        if (O[s] > 0)
          of_row -= O[s] * log (O[s]);
      sum += of_row;
    }
  return sum;
}

/* TRUE if no token looks at a later one, and some look at earlier ones. @attention: [@n x @T query
 * x @T key]. */
gboolean
ipl_attention_is_causal (const double *attention, gsize n, gsize T)
{
  gboolean looks_back = FALSE;

  for (gsize row = 0; row < n * T; row++)
    {
      const double *keys = attention + row * T;
      gsize query = row % T;

      for (gsize key = query + 1; key < T; key++)
        if (keys[key] != 0)
          return FALSE;
      for (gsize key = 0; key < query && !looks_back; key++)
        looks_back = keys[key] != 0;
    }
  return looks_back;
}
