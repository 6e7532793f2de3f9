/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sorts items by two keys. */

#include "figures/kit/sort-by-key.h"

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const IplRank *one = a, *other = b;

  for (guint k = 0; k < G_N_ELEMENTS (one->key); k++)
    if (one->key[k] != other->key[k])
      return one->key[k] < other->key[k] ? -1 : 1;
  return 0;
}

/* Sorts by the first key, then by the second, in increasing order. The sort is stable. */
void
ipl_ranks_sort (IplRank *ranks, gsize n)
{
  g_qsort_with_data (ranks, (int)n, sizeof *ranks, compare, NULL);
}
