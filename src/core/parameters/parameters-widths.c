/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths and variances: as many as the case has layers. */

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

/* @i: which of the sweep's widths, below IPL_MAX_LIST */
void
ipl_parameters_set_widths (IplParameters *self, guint i, const IplSetting *setting)
{
  memcpy (self->widths[i].N, setting->N, sizeof setting->N);
  self->widths[i].gp = setting->gp;
}

/* Gives all widths and the variances that many layers, new ones like their neighbors; those of the
 * readout stay the readout's. */
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

/* Sets as many layers as the experiment says the case will have. */
void
ipl_parameters_fit_layers (IplParameters *self)
{
  guint L = ipl_parameters_get_layers (self);

  if (L > 0)
    ipl_parameters_set_layers (self, L);
}

/* Takes the case's number of layers, temperature and variances. */
void
ipl_parameters_adopt_case (IplParameters *self, const IplCase *the_case)
{
  ipl_parameters_set_layers (self, the_case->L);
  self->current.temperature = the_case->temperature;
  memcpy (self->current.variances, the_case->variances,
          (the_case->L + 2) * sizeof *the_case->variances);
}
