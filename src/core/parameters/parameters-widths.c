/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths and variances: as many as the case has layers. */
#include "core/parameters/parameters-widths.h"

#include "core/base/error.h"
#include <string.h>

/* Returns: the setting with these widths */
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

/* Sets as many layers as the experiment says the case will have.
 * @self: parameters whose generated network may just have gained or lost a layer */
void
ipl_parameters_fit_layers (IplParameters *self)
{
  guint L = self->experiment->get_layers != NULL ? self->experiment->get_layers (self) : 0;

  if (L > 0)
    ipl_parameters_set_layers (self, L);
}

/* Takes the case's number of layers, temperature and variances.
 * @the_case: the case they are for from now on */
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
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n_widths; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (self, i);
      g_autofree char *one = ipl_setting_widths_text (&setting);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", one);
    }
  return g_string_free (text, FALSE);
}

/* @self: filled with the widths of @text; unchanged on error
 * Returns: whether @text was a list of widths */
gboolean
ipl_parameters_parse_widths (IplParameters *self, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (text, ", \t\n;", -1);
  IplParameters parsed = *self;

  parsed.n_widths = 0;
  for (guint i = 0; words[i] != NULL; i++)
    {
      IplSetting setting = self->current;

      if (*words[i] == '\0')
        continue;
      if (parsed.n_widths == IPL_MAX_LIST)
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                       "There are more than %d widths in the list.", IPL_MAX_LIST);
          return FALSE;
        }
      setting.gp = FALSE;
      if (!ipl_setting_parse_widths (&setting, words[i], error))
        return FALSE;
      if (setting.gp)
        {
          g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE,
                               "The GP limit is always solved and need not be in the list.");
          return FALSE;
        }
      ipl_parameters_set_widths (&parsed, parsed.n_widths++, &setting);
    }
  if (parsed.n_widths == 0)
    {
      g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE,
                           "The list needs at least one width, for example “10, 100, 1000”.");
      return FALSE;
    }
  *self = parsed;
  return TRUE;
}
