/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mean, standard deviation and standard error over the seeds of a map. */
#include "core/maps/map.h"

#include <math.h>

typedef double (*Get) (const IplMap *self, guint cell, guint which);

static double
get_number (const IplMap *self, guint cell, guint which)
{
  return ipl_map_get (self, cell, (IplMapNumber)which);
}

static IplMapSpread
spread (const IplMap *self, guint y, guint x, Get get, guint which)
{
  IplMapSpread result = { 0, NAN, NAN, NAN };
  double mean = 0, squares = 0;

  for (guint s = 0; s < self->n_seeds; s++)
    {
      double value = get (self, ipl_map_index (self, s, y, x), which), step = value - mean;

      if (isnan (value))
        continue;
      result.n++;
      mean += step / result.n;
      squares += step * (value - mean);
    }
  if (result.n == 0)
    return result;
  result.mean = mean;
  result.sd = result.n > 1 ? sqrt (squares / (result.n - 1)) : 0;
  result.se = result.sd / sqrt (result.n);
  return result;
}

/* Seeds without a number there are left out. */
IplMapSpread
ipl_map_spread (const IplMap *self, guint y, guint x, IplMapNumber number)
{
  return spread (self, y, x, get_number, number);
}

IplMapSpread
ipl_map_spread_U (const IplMap *self, guint y, guint x, guint path)
{
  return spread (self, y, x, ipl_map_get_U, path);
}
