/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A learning curve of any length as no more places than can be told apart. */

#include "figures/panels/network/training-curve.h"

#include <math.h>

double
ipl_curve_value (const IplTrainerPoint *point, IplCurveKind kind)
{
  return kind == IPL_CURVE_LOSS    ? point->loss
         : kind == IPL_CURVE_TRAIN ? point->accuracy_train
                                   : point->accuracy_holdout;
}

/* The curve from step 0 to @last_step in at most @n_bins places: the mean of the points in each,
 * and how far they reach. Values that are not numbers are passed over. */
GArray *
ipl_curve_places (const IplLearningCurve *training, IplCurveKind kind, double last_step,
                  guint n_bins)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (IplCurvePlace));
  guint last_bin = G_MAXUINT;
  gboolean all = training->n_points <= n_bins;
  n_bins = MAX (n_bins, 1);
  for (gsize i = 0; i < training->n_points; i++)
    {
      const IplTrainerPoint *point = &training->points[i];
      double value = ipl_curve_value (point, kind);
      if (!isfinite (value))
        continue;
      double fraction = last_step > 0 ? point->step / last_step : 0;
      guint bin = (guint)CLAMP (fraction * n_bins, 0, n_bins - 1);
      if (all || bin != last_bin)
        {
          IplCurvePlace place = { point->step, value, value, value, NAN, 1 };
          if (kind == IPL_CURVE_HOLDOUT)
            place.se = point->standard_error;
          g_array_append_val (places, place);
          last_bin = bin;
          continue;
        }
      IplCurvePlace *place = &g_array_index (places, IplCurvePlace, places->len - 1);
      place->n++;
      place->step += (point->step - place->step) / place->n;
      place->mean += (value - place->mean) / place->n;
      place->low = MIN (place->low, value);
      place->high = MAX (place->high, value);
      place->se = NAN;
    }
  return places;
}
