/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/parallel.h"
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
    temperatures = parse_numbers (arguments->temperatures, &n_temperatures);
  if (arguments->variances != NULL)
    {
      variances = parse_numbers (arguments->variances, &n_variances);
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
