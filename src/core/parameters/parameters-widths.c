/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths and variances, for the number of layers of the case. */

#include "core/parameters/parameters.h"

#include <string.h>

IplSetting
ipl_parameters_get_setting (const IplParameters *self, guint i)
{
  IplSetting setting = self->current;

  memcpy (setting.N, self->widths[i].N, sizeof setting.N);
  setting.gp = self->widths[i].gp;
  return setting;
}

/* @i: index of a width of the sweep, below IPL_MAX_LIST */
void
ipl_parameters_set_widths (IplParameters *self, guint i, const IplSetting *setting)
{
  memcpy (self->widths[i].N, setting->N, sizeof setting->N);
  self->widths[i].gp = setting->gp;
}

/* Changes the number of layers of all widths and variances. New layers copy their neighbour; the
 * readout keeps its values. */
void
ipl_parameters_set_layers (IplParameters *self, guint L)
{
  for (guint i = 0; i < self->n_widths; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (self, i);

      ipl_setting_resize (&setting, L);
      ipl_parameters_set_widths (self, i, &setting);
    }
  ipl_setting_resize (&self->current, L);
}

/* Sets the number of layers of the experiment's case. */
void
ipl_parameters_fit_layers (IplParameters *self)
{
  guint L = ipl_parameters_get_layers (self);

  if (L > 0)
    ipl_parameters_set_layers (self, L);
}

/* Copies the case's number of layers, temperature and variances. */
void
ipl_parameters_adopt_case (IplParameters *self, const IplCase *the_case)
{
  ipl_parameters_set_layers (self, the_case->L);
  self->current.temperature = the_case->temperature;
  memcpy (self->current.variances, the_case->variances,
          (the_case->L + 2) * sizeof *the_case->variances);
}
