/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Public type of a setting: the widths, temperature and prior variances of a network. */

#include "api/interplay-case-private.h"
#include "core/base/error.h"

static InterplaySetting *
copy (InterplaySetting *self)
{
  return interplay_setting_copy (self);
}

G_DEFINE_BOXED_TYPE (InterplaySetting, interplay_setting, copy, interplay_setting_free)

/*< private > */
InterplaySetting *
interplay_setting_wrap (const IplSetting *setting, IplCase *the_case)
{
  InterplaySetting *self = g_new (InterplaySetting, 1);

  self->setting = *setting;
  self->the_case = ipl_case_ref (the_case);
  return self;
}

InterplaySetting *
interplay_setting_new (InterplayCase *the_case, guint width)
{
  IplSetting setting;

  g_return_val_if_fail (the_case != NULL, NULL);

  ipl_setting_init_for_case (&setting, the_case->the_case, width);
  return interplay_setting_wrap (&setting, the_case->the_case);
}

InterplaySetting *
interplay_setting_copy (const InterplaySetting *self)
{
  return interplay_setting_wrap (&self->setting, self->the_case);
}

void
interplay_setting_free (InterplaySetting *self)
{
  if (self == NULL)
    return;
  ipl_case_unref (self->the_case);
  g_free (self);
}

void
interplay_setting_set_width (InterplaySetting *self, guint width)
{
  self->setting.gp = width == 0;
  for (guint l = 0; l <= self->setting.L; l++)
    self->setting.N[l] = MAX (width, 1);
}

/* Replaces the setting if the new one is valid. */
static gboolean
set (InterplaySetting *self, const IplSetting *changed, GError **error)
{
  if (!ipl_setting_validate (changed, self->the_case, error))
    return FALSE;
  self->setting = *changed;
  return TRUE;
}

gboolean
interplay_setting_set_widths (InterplaySetting *self, guint n, const guint *widths, GError **error)
{
  IplSetting changed = self->setting;

  if (n != changed.L + 1)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "A network of %u attention layers has %u widths, not %u.", changed.L,
                     changed.L + 1, n);
  changed.gp = FALSE;
  for (guint l = 0; l < n; l++)
    changed.N[l] = widths[l];
  return set (self, &changed, error);
}

gboolean
interplay_setting_is_gp (const InterplaySetting *self)
{
  return self->setting.gp;
}

guint
interplay_setting_get_width (const InterplaySetting *self, guint layer)
{
  g_return_val_if_fail (layer <= self->setting.L, 0);

  return self->setting.gp ? 0 : self->setting.N[layer];
}

gboolean
interplay_setting_set_temperature (InterplaySetting *self, double temperature, GError **error)
{
  IplSetting changed = self->setting;

  changed.temperature = temperature;
  return set (self, &changed, error);
}

double
interplay_setting_get_temperature (const InterplaySetting *self)
{
  return self->setting.temperature;
}

gboolean
interplay_setting_set_variances (InterplaySetting *self, guint n, const double *variances,
                                 GError **error)
{
  IplSetting changed = self->setting;

  if (n != changed.L + 2)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "A network of %u attention layers has %u prior variances, not %u.", changed.L,
                     changed.L + 2, n);
  for (guint i = 0; i < n; i++)
    changed.variances[i] = variances[i];
  return set (self, &changed, error);
}

double
interplay_setting_get_variance (const InterplaySetting *self, guint index)
{
  g_return_val_if_fail (index < self->setting.L + 2, 0);

  return self->setting.variances[index];
}
