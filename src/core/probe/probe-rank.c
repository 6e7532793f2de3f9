/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe-rank.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>

#include "core/base/random-stream.h"
#include "core/heads/head-drops.h"

/* Both of the heads that are known, one after the other. */
static gsize
pick_known (gsize n, const double *of, const double *drop, double *a, double *b)
{
  gsize known = 0;

  for (gsize i = 0; i < n; i++)
    if (isfinite (of[i]) && isfinite (drop[i]))
      {
        a[known] = of[i];
        b[known++] = drop[i];
      }
  return known;
}

void
ipl_probe_rank (gsize n, const double *of, const double *drop, guint64 seed, double *value,
                double *low, double *high)
{
  g_autofree double *work = g_new (double, 4 * n + IPL_PROBE_RESAMPLES);
  double *a = work, *b = a + n, *again_a = b + n, *again_b = again_a + n, *found = again_b + n;
  gsize known = pick_known (n, of, drop, a, b), m = 0;
  IplRandomStream stream;

  *value = ipl_heads_spearman (known, a, b);
  *low = *high = NAN;
  if (isnan (*value))
    return;
  ipl_random_stream_init (&stream, seed, IPL_STREAM_PROBE, 0);
  for (guint k = 0; k < IPL_PROBE_RESAMPLES; k++)
    {
      for (gsize i = 0; i < known; i++)
        {
          gsize drawn = gsl_rng_uniform_int (&stream.rng, known);

          again_a[i] = a[drawn];
          again_b[i] = b[drawn];
        }
      found[m] = ipl_heads_spearman (known, again_a, again_b);
      m += !isnan (found[m]);
    }
  if (m < IPL_PROBE_RESAMPLES / 2)
    return;
  gsl_sort (found, 1, m);
  *low = gsl_stats_quantile_from_sorted_data (found, 1, m, 0.025);
  *high = gsl_stats_quantile_from_sorted_data (found, 1, m, 0.975);
}
