/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best temperatures of a map, of theory and GP limit each its own. */
#include "core/maps/map.h"

#include <math.h>

/* Returns: (nullable): the axis that is the temperature; @n_others: values of the other one */
const IplSweepAxis *
ipl_map_find_temperature (const IplMap *self, guint *n_others)
{
  const IplRunSettings *run = &self->run;

  if (run->x.n > 0 && run->x.kind == IPL_AXIS_TEMPERATURE)
    {
      *n_others = self->ny;
      return &run->x;
    }
  *n_others = self->nx;
  return run->y.n > 0 && run->y.kind == IPL_AXIS_TEMPERATURE ? &run->y : NULL;
}

/* The first of equals stays. */
static void
take_better (const IplMap *self, double value, double temperature, double *best, double *at)
{
  if (isnan (value)
      || (!isnan (*best)
          && !ipl_score_is_better (ipl_score_of_labels (&self->labels), value, *best)))
    return;
  *best = value;
  *at = temperature;
}

IplMapBest
ipl_map_get_best (const IplMap *self, guint seed, guint at)
{
  IplMapBest best = { NAN, NAN, NAN, NAN };
  guint n_others;
  const IplSweepAxis *axis = ipl_map_find_temperature (self, &n_others);

  for (guint t = 0; t < axis->n; t++)
    {
      guint cell = axis == &self->run.x ? ipl_map_index (self, seed, at, t)
                                        : ipl_map_index (self, seed, t, at);

      take_better (self, ipl_map_get (self, cell, IPL_MAP_ACCURACY), axis->values[t],
                   &best.accuracy, &best.temperature);
      take_better (self, ipl_map_get (self, cell, IPL_MAP_ACCURACY_GP), axis->values[t],
                   &best.accuracy_gp, &best.temperature_gp);
    }
  return best;
}
