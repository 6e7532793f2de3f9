/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include <math.h>
#include <string.h>

guint
cli_threads (int wanted, GError **error)
{
  if (wanted == 0)
    return ipl_parallel_default_threads ();
  if (wanted < 0 || wanted > 1024)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "--threads is %d, and must be from 1 to 1024.", wanted);
      return 0;
    }
  return (guint)wanted;
}

static gboolean
parse_number (const char *text, const char *option, double *value, GError **error)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (*value))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "%s: “%s” is not a number; give numbers separated by commas.", option, text);
      return FALSE;
    }
  return TRUE;
}

static double *
parse_numbers (const char *list, const char *option, guint *n, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (list, ",", -1);
  g_autofree double *values = NULL;

  *n = g_strv_length (parts);
  values = g_new (double, *n + 1);
  for (guint i = 0; i < *n; i++)
    if (!parse_number (g_strstrip (parts[i]), option, &values[i], error))
      return NULL;
  return g_steal_pointer (&values);
}

/* The settings of --widths x --temperatures at --variances, widths fastest; without --temperatures
 * at those of the parameters. */
gboolean
cli_make_settings (const CliSweepArguments *arguments, const IplCase *the_case,
                   const IplParameters *parameters, IplSetting **settings, guint *n, GError **error)
{
  g_autofree double *temperatures = NULL, *variances = NULL;
  g_auto (GStrv) widths
      = arguments->widths != NULL ? g_strsplit (arguments->widths, ",", -1) : NULL;
  guint n_widths = widths != NULL ? g_strv_length (widths) : parameters->n_widths;
  guint n_temperatures = 1, n_variances = 0;
  g_autofree IplSetting *list = NULL;

  if (arguments->temperatures == NULL && parameters->n_temperatures > 0)
    {
      n_temperatures = parameters->n_temperatures;
      temperatures = g_memdup2 (parameters->temperatures, n_temperatures * sizeof (double));
    }
  if (arguments->temperatures != NULL)
    {
      temperatures
          = parse_numbers (arguments->temperatures, "--temperatures", &n_temperatures, error);
      if (temperatures == NULL)
        return FALSE;
    }
  if (arguments->variances != NULL)
    {
      variances = parse_numbers (arguments->variances, "--variances", &n_variances, error);
      if (variances == NULL)
        return FALSE;
      if (n_variances != the_case->L + 2)
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_SHAPE,
                       "--variances has %u numbers, and this case of %u layers needs %u: s0^2, "
                       "s_1^2 .. s_L^2, s_a^2.",
                       n_variances, the_case->L, the_case->L + 2);
          return FALSE;
        }
    }
  if ((gsize)n_widths * n_temperatures == 0 || (gsize)n_widths * n_temperatures > 100000)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "The sweep has %" G_GSIZE_FORMAT " settings, and must have from 1 to 100000.",
                   (gsize)n_widths * n_temperatures);
      return FALSE;
    }

  *n = n_widths * n_temperatures;
  list = g_new0 (IplSetting, *n);
  for (guint t = 0; t < n_temperatures; t++)
    for (guint w = 0; w < n_widths; w++)
      {
        IplSetting *setting = &list[t * n_widths + w];

        ipl_setting_init_for_case (setting, the_case, 100);
        if (widths == NULL)
          {
            IplSetting listed = ipl_parameters_get_setting (parameters, w);

            memcpy (setting->N, listed.N, sizeof setting->N);
            setting->gp = listed.gp;
          }
        else if (!ipl_setting_parse_widths (setting, g_strstrip (widths[w]), error))
          return FALSE;
        if (temperatures != NULL)
          setting->temperature = temperatures[t];
        if (variances != NULL)
          memcpy (setting->variances, variances, n_variances * sizeof (double));
        if (!ipl_setting_validate (setting, the_case, error))
          return FALSE;
      }
  *settings = g_steal_pointer (&list);
  return TRUE;
}
