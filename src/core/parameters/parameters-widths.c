/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths and variances: as many as the case has layers. */

#include "core/base/error.h"
#include "core/parameters/parameters.h"
#include "core/parameters/sweep-axis.h"

#include <math.h>
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

/* Returns: (transfer full): the sweep's widths as text, "10, 30, 100, 12:25:40" */
char *
ipl_parameters_widths_text (const IplParameters *self)
{
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS };

  ipl_sweep_axis_take (&widths, self);
  return ipl_sweep_axis_to_text (&widths, ", ");
}

/* Returns: whether @text was a list of widths */
gboolean
ipl_parameters_parse_widths (IplParameters *self, const char *text, GError **error)
{
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS, .L = self->current.L };

  if (!ipl_sweep_axis_parse (&widths, "The list", text, TRUE, error))
    return FALSE;
  if (widths.n > IPL_MAX_LIST)
    return ipl_fail (error, IPL_ERROR_VALUE, "There are more than %d widths in the list.",
                     IPL_MAX_LIST);
  for (guint i = 0; i < widths.n; i++)
    if (isinf (ipl_sweep_axis_get_value (&widths, i)[0]))
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "The GP limit is always solved and need not be in the list.");
  ipl_sweep_axis_give (&widths, self);
  return TRUE;
}
