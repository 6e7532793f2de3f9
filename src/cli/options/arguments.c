/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/options.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/parallel.h"
#include "core/theory/path-subsets.h"
#include <stdio.h>
#include <string.h>

guint
cli_threads (int wanted)
{
  return wanted == 0 ? ipl_parallel_default_threads () : (guint)wanted;
}

/* The numbers of an option, which were checked when it was read. */
static double *
parse_numbers (const char *list, guint *n)
{
  g_auto (GStrv) parts = g_strsplit (list, ",", -1);
  double *values;

  *n = g_strv_length (parts);
  values = g_new0 (double, *n + 1);
  for (guint i = 0; i < *n; i++)
    ipl_number_parse_real (g_strstrip (parts[i]), &values[i]);
  return values;
}

/* [n x IPL_RUN_VARIANCES_STRIDE] the sets of --variances; NULL without @error where it is not
 * given.
 */
static double *
parse_variances (const CliSweepArguments *arguments, const IplCase *the_case, guint *n,
                 GError **error)
{
  g_auto (GStrv) sets
      = arguments->variances != NULL ? g_strsplit (arguments->variances, ";", -1) : NULL;
  g_autofree double *all = NULL;

  if (sets == NULL)
    return NULL;
  *n = g_strv_length (sets);
  all = g_new0 (double, *n * IPL_RUN_VARIANCES_STRIDE);
  for (guint v = 0; v < *n; v++)
    {
      guint given;
      g_autofree double *set = parse_numbers (sets[v], &given);

      if (given != the_case->L + 2)
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_SHAPE,
                       "--variances has %u numbers, and this case of %u layers needs %u: s0^2, "
                       "s_1^2 .. s_L^2, s_a^2.",
                       given, the_case->L, the_case->L + 2);
          return NULL;
        }
      memcpy (all + v * IPL_RUN_VARIANCES_STRIDE, set, given * sizeof (double));
    }
  return g_steal_pointer (&all);
}

/* The widths of --widths, else those of the parameters, each with the case's own variances. */
static IplSetting *
make_widths (const CliSweepArguments *arguments, const IplCase *the_case,
             const IplParameters *parameters, guint *n, GError **error)
{
  g_auto (GStrv) words = arguments->widths != NULL ? g_strsplit (arguments->widths, ",", -1) : NULL;
  g_autofree IplSetting *widths = NULL;

  *n = words != NULL ? g_strv_length (words) : parameters->n_widths;
  widths = g_new0 (IplSetting, *n + 1);
  for (guint i = 0; i < *n; i++)
    {
      ipl_setting_init_for_case (&widths[i], the_case, 100);
      if (words == NULL)
        {
          IplSetting listed = ipl_parameters_get_setting (parameters, i);

          memcpy (widths[i].N, listed.N, sizeof listed.N);
          widths[i].gp = listed.gp;
        }
      else if (!ipl_setting_parse_widths (&widths[i], g_strstrip (words[i]), error))
        return NULL;
    }
  return g_steal_pointer (&widths);
}

/* Whether each width stands at its own best temperature: asked for, or the case's habit. */
gboolean
cli_wants_best (const CliSweepArguments *arguments, const IplParameters *parameters)
{
  return arguments->best || (arguments->temperatures == NULL && parameters->n_temperatures > 0);
}

/* What @run is to solve: --widths x --temperatures at every set of --variances; without
 * --temperatures at those of its parameters. Gives the settings, widths fastest. */
gboolean
cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case, IplRunSettings *run,
                   IplSetting **settings, guint *n, GError **error)
{
  const IplParameters *parameters = &run->parameters;
  g_autofree double *temperatures = NULL, *variances = NULL;
  g_autofree IplSetting *widths = NULL;
  g_autoptr (GPtrArray) subsets = NULL;
  guint n_widths, n_temperatures = 1, n_variances = 0;
  GError *wrong = NULL;

  variances = parse_variances (arguments, the_case, &n_variances, &wrong);
  if (wrong != NULL)
    {
      g_propagate_error (error, wrong);
      return FALSE;
    }
  widths = make_widths (arguments, the_case, parameters, &n_widths, error);
  if (widths == NULL)
    return FALSE;
  if (arguments->gp_paths != NULL)
    run->parameters.gp_paths = g_intern_string (arguments->gp_paths);
  subsets = ipl_path_subsets_parse (the_case, run->parameters.gp_paths, error);
  if (subsets == NULL)
    return FALSE;
  if (arguments->gp_paths != NULL)
    {
      g_autofree char *understood = ipl_path_subsets_understood (the_case, subsets);

      fprintf (stderr, "--gp-paths: %s\n", understood);
    }
  run->best = cli_wants_best (arguments, parameters);
  if (run->best && n_variances > 1)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "--variances: several sets are solved at every temperature: give "
                   "--temperatures, and leave out --best.");
      return FALSE;
    }
  run->listed = arguments->temperatures != NULL || parameters->n_temperatures > 0;
  if (arguments->temperatures != NULL)
    temperatures = parse_numbers (arguments->temperatures, &n_temperatures);
  else if (parameters->n_temperatures > 0)
    {
      n_temperatures = parameters->n_temperatures;
      temperatures = g_memdup2 (parameters->temperatures, n_temperatures * sizeof (double));
    }
  else
    temperatures = g_memdup2 (&the_case->temperature, sizeof (double));
  if (n_widths > 0)
    ipl_run_settings_set_axes (run, n_widths, widths, n_temperatures, temperatures);
  if (variances != NULL)
    ipl_run_settings_set_variances (run, n_variances, variances);
  *settings = ipl_run_settings_list (run, the_case, n, error);
  return *settings != NULL;
}
