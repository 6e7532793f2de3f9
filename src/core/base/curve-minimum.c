/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/curve-minimum.h"

#include <math.h>

/* @values: @n numbers, @stride apart; numbers that are not finite are skipped */
IplCurveMinimum
ipl_curve_minimum_find (const double *values, gsize n, gsize stride)
{
  IplCurveMinimum dip = { NAN, NAN, NAN, 0, NAN, NAN };

  for (gsize i = 0; i < n; i++)
    {
      double value = values[i * stride];

      if (!isfinite (value))
        continue;
      if (isnan (dip.first))
        dip.first = value;
      if (!(value >= dip.least))
        {
          dip.least = value;
          dip.at = i;
        }
      dip.last = value;
    }
  dip.fall = (dip.first - dip.least) / dip.first;
  if (dip.first > dip.least)
    dip.back = (dip.last - dip.least) / (dip.first - dip.least);
  return dip;
}
