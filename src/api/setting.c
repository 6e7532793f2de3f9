/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/setting-private.h"

#include "api/case-private.h"
#include "core/base/error.h"

/*< private > */
InterplaySetting *
interplay_setting_wrap (const IplSetting *setting)
{
  InterplaySetting *self = g_new (InterplaySetting, 1);

  self->setting = *setting;
  return self;
}

/**
 * interplay_setting_new:
 * @the_case: a case
 * @width: N_1 = .. = N_L = N_a, or 0 for the Gaussian-process limit
 *
 * Returns: (transfer full): a setting with the case's own temperature and variances
 */
InterplaySetting *
interplay_setting_new (InterplayCase *the_case, guint width)
{
  IplSetting setting;

  g_return_val_if_fail (the_case != NULL, NULL);

  ipl_setting_init_for_case (&setting, the_case->the_case, width);
  return interplay_setting_wrap (&setting);
}

/**
 * interplay_setting_copy:
 * @self: a setting
 *
 * Returns: (transfer full): another of the same
 */
InterplaySetting *
interplay_setting_copy (const InterplaySetting *self)
{
  return interplay_setting_wrap (&self->setting);
}

/**
 * interplay_setting_free:
 * @self: (nullable) (transfer full): a setting
 */
void
interplay_setting_free (InterplaySetting *self)
{
  g_free (self);
}

/**
 * interplay_setting_set_width:
 * @self: a setting
 * @width: N_1 = .. = N_L = N_a, or 0 for the Gaussian-process limit
 */
void
interplay_setting_set_width (InterplaySetting *self, guint width)
{
  self->setting.gp = width == 0;
  for (guint l = 0; l <= self->setting.L; l++)
    self->setting.N[l] = MAX (width, 1);
}

/* Takes over a changed setting where it is one that can be solved. */
static gboolean
set (InterplaySetting *self, const IplSetting *changed, GError **error)
{
  if (!ipl_setting_validate (changed, NULL, error))
    return FALSE;
  self->setting = *changed;
  return TRUE;
}

/**
 * interplay_setting_set_widths:
 * @self: a setting
 * @n: L + 1
 * @widths: (array length=n): N_1 .. N_L, N_a, each at least 1
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Returns: whether they can be solved; else nothing changes
 */
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

/**
 * interplay_setting_is_gp:
 * @self: a setting
 *
 * Returns: whether it is the infinite-width limit
 */
gboolean
interplay_setting_is_gp (const InterplaySetting *self)
{
  return self->setting.gp;
}

/**
 * interplay_setting_get_width:
 * @self: a setting
 * @layer: 0 for N_1 .. L - 1 for N_L, L for N_a
 *
 * Returns: the width; 0 in the Gaussian-process limit
 */
guint
interplay_setting_get_width (const InterplaySetting *self, guint layer)
{
  g_return_val_if_fail (layer <= self->setting.L, 0);

  return self->setting.gp ? 0 : self->setting.N[layer];
}

/**
 * interplay_setting_set_temperature:
 * @self: a setting
 * @temperature: T of the likelihood, at least 0
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Returns: whether it can be solved; else nothing changes
 */
gboolean
interplay_setting_set_temperature (InterplaySetting *self, double temperature, GError **error)
{
  IplSetting changed = self->setting;

  changed.temperature = temperature;
  return set (self, &changed, error);
}

/**
 * interplay_setting_get_temperature:
 * @self: a setting
 *
 * Returns: T
 */
double
interplay_setting_get_temperature (const InterplaySetting *self)
{
  return self->setting.temperature;
}

/**
 * interplay_setting_set_variances:
 * @self: a setting
 * @n: L + 2
 * @variances: (array length=n): s_0^2, s_1^2 .. s_L^2, s_a^2, each above 0
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Returns: whether they can be solved; else nothing changes
 */
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

/**
 * interplay_setting_get_variance:
 * @self: a setting
 * @index: 0 for s_0^2, 1 .. L for s_1^2 .. s_L^2, L + 1 for s_a^2
 *
 * Returns: the variance
 */
double
interplay_setting_get_variance (const InterplaySetting *self, guint index)
{
  g_return_val_if_fail (index < self->setting.L + 2, 0);

  return self->setting.variances[index];
}
