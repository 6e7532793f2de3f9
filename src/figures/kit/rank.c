/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Things in an order. */

#include "figures/kit/rank.h"

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const IplRank *one = a, *other = b;

  for (guint k = 0; k < G_N_ELEMENTS (one->key); k++)
    if (one->key[k] != other->key[k])
      return one->key[k] < other->key[k] ? -1 : 1;
  return 0;
}

/* Sorts by the first key, the least first, then by the second; equal ones stay in their order. */
void
ipl_ranks_sort (IplRank *ranks, gsize n)
{
  g_qsort_with_data (ranks, (int)n, sizeof *ranks, compare, NULL);
}
