/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/options.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/theory/sweep.h"
#include <stdio.h>

/* TRUE if the name of the method, if one is given, is one. */
CliExit
cli_sampler_check (const CliSamplerArguments *self)
{
  g_autofree char *names = NULL, *shown = NULL;

  if (self->method == NULL || g_strv_contains (ipl_posterior_method_names, self->method))
    return CLI_OK;
  names = g_strjoinv (", ", (char **)ipl_posterior_method_names);
  shown = ipl_text_shown (self->method);
  return cli_fail (CLI_USAGE, "--method is one of %s, not “%s”.", names, shown);
}

/* @seed: of the chains; negative for the default */
void
cli_sampler_set (const CliSamplerArguments *self, gint64 seed, IplPosteriorOptions *options)
{
  ipl_posterior_options_init (options);
  options->chains = (guint)self->chains;
  options->warmup = (guint)self->warmup;
  options->target_acceptance = self->target_acceptance;
  if (self->method != NULL)
    options->method = ipl_posterior_method_find (self->method);
  if (seed >= 0)
    options->seed = (guint64)seed;
}

static gboolean
parse_axis (IplSweepAxis *axis, const char *option, const char *text, GError **error)
{
  return text == NULL || ipl_sweep_axis_parse (axis, option, text, FALSE, error);
}

/* --gp-paths, as far as it is given; says which paths were understood. */
static gboolean
set_gp_paths (const char *text, const IplCase *the_case, IplRunSettings *run, GError **error)
{
  g_autoptr (GPtrArray) subsets = NULL;
  g_autofree char *understood = NULL;

  if (text != NULL)
    run->parameters.gp_paths = g_intern_string (text);
  subsets = ipl_path_subsets_parse (the_case, run->parameters.gp_paths, error);
  if (subsets == NULL || text == NULL)
    return subsets != NULL;
  understood = ipl_path_subsets_understood (the_case, subsets);
  fprintf (stderr, "--gp-paths: %s\n", understood);
  return TRUE;
}

/* The settings that @run is to solve: --widths x --temperatures at every set of --variances;
 * without
 * --temperatures at those of its parameters. Gives the settings, widths fastest. */
gboolean
cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case, IplRunSettings *run,
                   IplSetting **settings, guint *n, GError **error)
{
  const IplParameters *parameters = &run->parameters;
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS, .L = the_case->L };
  g_auto (IplSweepAxis) temperatures = { .kind = IPL_AXIS_TEMPERATURE };
  g_auto (IplSweepAxis) variances = { .kind = IPL_AXIS_VARIANCES, .L = the_case->L };
  IplSetting base;

  ipl_setting_init_for_case (&base, the_case, 100);
  ipl_sweep_axis_take (&widths, parameters);
  ipl_sweep_axis_take (&temperatures, parameters);
  if (parameters->n_temperatures == 0)
    temperatures.values[0] = the_case->temperature;
  if (!parse_axis (&variances, "--variances", arguments->variances, error)
      || !parse_axis (&widths, "--widths", arguments->widths, error)
      || !parse_axis (&temperatures, "--temperatures", arguments->temperatures, error)
      || !parse_axis (&run->seeds, "--seeds", arguments->seeds, error)
      || !set_gp_paths (arguments->gp_paths, the_case, run, error))
    return FALSE;
  /* Each width at its own best temperature: asked for, or the case's habit. */
  run->best
      = arguments->best || (arguments->temperatures == NULL && parameters->n_temperatures > 0);
  if (run->best && variances.n > 1)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "--variances: several sets are solved at every temperature: give "
                     "--temperatures, and leave out --best.");
  run->listed = arguments->temperatures != NULL || parameters->n_temperatures > 0;
  if (widths.n > 0)
    ipl_run_settings_take_axes (run, &base, &widths, &temperatures);
  if (variances.n > 0)
    ipl_run_settings_set_variances (run, &variances);
  *settings = ipl_run_settings_list (run, the_case, n, error);
  return *settings != NULL;
}
