/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A curve of any length as no more places than can be distinguished. */

#include "figures/plot/plot.h"

#include <math.h>

/* A curve from x = 0 to @end in at most @n_bins places: the mean of the points in each, and how far
 * they reach. Values that are not numbers are passed over. */
GArray *
ipl_mark_places (const IplMark *mark, double end, guint n_bins)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (IplPlotPlace));
  guint last_bin = G_MAXUINT;
  gboolean all = mark->y.n <= n_bins;

  n_bins = MAX (n_bins, 1);
  for (gsize i = 0; i < mark->y.n; i++)
    {
      double x = ipl_numbers_get (&mark->x, i), value = ipl_numbers_get (&mark->y, i);
      guint bin = (guint)CLAMP (end > 0 ? x / end * n_bins : 0, 0, n_bins - 1);

      if (!isfinite (value))
        continue;
      if (all || bin != last_bin)
        {
          IplPlotPlace place = { x, value, value, value, 1 };

          g_array_append_val (places, place);
          last_bin = bin;
          continue;
        }
      IplPlotPlace *place = &g_array_index (places, IplPlotPlace, places->len - 1);
      place->n++;
      place->x += (x - place->x) / place->n;
      place->mean += (value - place->mean) / place->n;
      place->low = MIN (place->low, value);
      place->high = MAX (place->high, value);
    }
  return places;
}
