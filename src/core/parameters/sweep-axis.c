/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the values of an axis of a sweep are held, and what they change. */
#include "core/parameters/sweep-axis.h"

#include "core/parameters/parameters.h"
#include <math.h>
#include <string.h>

void
ipl_sweep_axis_init (IplSweepAxis *self, IplSweepAxisKind kind, guint L)
{
  *self = (IplSweepAxis){ .kind = kind, .L = L };
}

void
ipl_sweep_axis_clear (IplSweepAxis *self)
{
  g_clear_pointer (&self->values, g_free);
  self->n = 0;
}

/* @self: nothing yet */
void
ipl_sweep_axis_copy (IplSweepAxis *self, const IplSweepAxis *from)
{
  *self = *from;
  self->values
      = g_memdup2 (from->values, (gsize)from->n * ipl_sweep_axis_get_size (from) * sizeof (double));
}

/* Numbers of one value. */
guint
ipl_sweep_axis_get_size (const IplSweepAxis *self)
{
  switch (self->kind)
    {
    case IPL_AXIS_WIDTHS:
      return self->L + 1;
    case IPL_AXIS_VARIANCES:
      return self->L + 2;
    case IPL_AXIS_SEEDS:
      return 0;
    case IPL_AXIS_TEMPERATURE:
    default:
      return 1;
    }
}

const double *
ipl_sweep_axis_get_value (const IplSweepAxis *self, guint i)
{
  return self->values + (gsize)i * ipl_sweep_axis_get_size (self);
}

/* @value: [size] */
void
ipl_sweep_axis_add (IplSweepAxis *self, const double *value)
{
  guint size = ipl_sweep_axis_get_size (self);

  /* Room is doubled whenever the number of values is a power of two. */
  if ((self->n & (self->n - 1)) == 0)
    self->values = g_renew (double, self->values, (gsize)MAX (2 * self->n, 1) * size);
  memcpy (self->values + (gsize)self->n++ * size, value, size * sizeof *value);
}

void
ipl_sweep_axis_add_widths (IplSweepAxis *self, const IplSetting *setting)
{
  double value[IPL_MAX_LAYERS + 1];

  for (guint l = 0; l <= self->L; l++)
    value[l] = setting->gp ? INFINITY : setting->N[l];
  ipl_sweep_axis_add (self, value);
}

/* The widths or the temperatures of the parameters: all of them, or the one of all widths; or their
 * variances. Of as many layers as the axis, where it has some. */
void
ipl_sweep_axis_take (IplSweepAxis *self, const IplParameters *parameters)
{
  ipl_sweep_axis_clear (self);
  if (self->L == 0)
    self->L = parameters->current.L;
  for (guint i = 0; self->kind == IPL_AXIS_WIDTHS && i < parameters->n_widths; i++)
    {
      const IplSetting setting = ipl_parameters_get_setting (parameters, i);

      ipl_sweep_axis_add_widths (self, &setting);
    }
  for (guint i = 0; self->kind == IPL_AXIS_TEMPERATURE && i < parameters->n_temperatures; i++)
    ipl_sweep_axis_add (self, &parameters->temperatures[i]);
  if (self->kind == IPL_AXIS_TEMPERATURE && self->n == 0)
    ipl_sweep_axis_add (self, &parameters->current.temperature);
  if (self->kind == IPL_AXIS_VARIANCES)
    ipl_sweep_axis_add (self, parameters->current.variances);
}

/* Sets widths, or the temperatures of which each width takes the best, as far as there is room. */
void
ipl_sweep_axis_give (const IplSweepAxis *self, IplParameters *parameters)
{
  guint n = MIN (self->n, IPL_MAX_LIST);
  IplSetting setting = parameters->current;

  if (self->kind == IPL_AXIS_WIDTHS)
    {
      parameters->n_widths = n;
      for (guint i = 0; i < n; i++)
        {
          ipl_sweep_axis_set (self, i, &setting);
          ipl_parameters_set_widths (parameters, i, &setting);
        }
    }
  if (self->kind == IPL_AXIS_TEMPERATURE)
    {
      memset (parameters->temperatures, 0, sizeof parameters->temperatures);
      memcpy (parameters->temperatures, self->values, n * sizeof (double));
      parameters->n_temperatures = n;
    }
}

/* Sets what the axis is of; the rest of the setting stays. */
void
ipl_sweep_axis_set (const IplSweepAxis *self, guint i, IplSetting *setting)
{
  const double *value = ipl_sweep_axis_get_value (self, i);

  if (self->kind == IPL_AXIS_TEMPERATURE)
    setting->temperature = value[0];
  else if (self->kind == IPL_AXIS_VARIANCES)
    memcpy (setting->variances, value, (self->L + 2) * sizeof *value);
  else
    for (guint l = 0; l <= MIN (self->L, setting->L); l++)
      {
        setting->gp = isinf (value[l]);
        setting->N[l] = setting->gp ? MAX (setting->N[l], 1) : (guint)value[l];
      }
}
