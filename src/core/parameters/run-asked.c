/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a run from what a command line, or a program, says of them. */
#include "core/parameters/run-asked.h"

#include "core/base/error.h"
#include "core/theory/sweep.h"

static gboolean
parse_axis (IplSweepAxis *axis, const char *option, const char *text, GError **error)
{
  return text == NULL || ipl_sweep_axis_parse (axis, option, text, FALSE, error);
}

/* @understood: (out): the paths, where there are some */
static gboolean
set_gp_paths (IplRunSettings *self, const char *text, const IplCase *the_case, char **understood,
              GError **error)
{
  g_autoptr (GPtrArray) subsets = NULL;

  if (text != NULL)
    self->parameters.gp_paths = g_intern_string (text);
  subsets = ipl_path_subsets_parse (the_case, self->parameters.gp_paths, error);
  if (subsets == NULL || text == NULL)
    return subsets != NULL;
  *understood = ipl_path_subsets_understood (the_case, subsets);
  return TRUE;
}

/* The settings to solve: widths x temperatures at every set of variances; without temperatures at
 * those of the run's parameters.
 * @understood: (out) (nullable): which paths were understood, where some were asked for
 * @settings: (out): [n], widths fastest */
gboolean
ipl_run_settings_ask (IplRunSettings *self, const IplRunAsked *asked, const IplCase *the_case,
                      char **understood, IplSetting **settings, guint *n, GError **error)
{
  const IplParameters *parameters = &self->parameters;
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS, .L = the_case->L };
  g_auto (IplSweepAxis) temperatures = { .kind = IPL_AXIS_TEMPERATURE };
  g_auto (IplSweepAxis) variances = { .kind = IPL_AXIS_VARIANCES, .L = the_case->L };
  IplSetting base;

  ipl_setting_init_for_case (&base, the_case, 100);
  ipl_sweep_axis_take (&widths, parameters);
  ipl_sweep_axis_take (&temperatures, parameters);
  if (parameters->n_temperatures == 0)
    temperatures.values[0] = the_case->temperature;
  if (!parse_axis (&variances, "--variances", asked->variances, error)
      || !parse_axis (&widths, "--widths", asked->widths, error)
      || !parse_axis (&temperatures, "--temperatures", asked->temperatures, error)
      || !parse_axis (&self->seeds, "--seeds", asked->seeds, error)
      || !set_gp_paths (self, asked->gp_paths, the_case, understood, error))
    return FALSE;
  /* Each width at its own best temperature: asked for, or the case's habit. */
  self->best = asked->best || (asked->temperatures == NULL && parameters->n_temperatures > 0);
  if (self->best && variances.n > 1)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "--variances: several sets are solved at every temperature: give "
                     "--temperatures, and leave out --best.");
  self->listed = asked->temperatures != NULL || parameters->n_temperatures > 0;
  if (widths.n > 0)
    ipl_run_settings_take_axes (self, &base, &widths, &temperatures);
  if (variances.n > 0)
    ipl_run_settings_set_variances (self, &variances);
  *settings = ipl_run_settings_list (self, the_case, n, error);
  return *settings != NULL;
}
