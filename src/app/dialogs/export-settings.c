/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of the figure that was exported last, and what the next one is called. */
#include "app/dialogs/export-settings.h"

#include "app/base/preferences.h"
#include "app/base/theme.h"
#include "figures/panels/panel-table.h"
#include "core/parameters/parameters-files.h"

#include <string.h>

/* Bytes of a case's name that are in the name of a file. */
#define MAX_CASE 80

/* In the order of #IplTheme. */
static const char *const themes[] = { "light", "dark", "contrast", "contrast-dark" };

static const char *
get_word (GSettings *settings, const char *key)
{
  g_autofree char *text = g_settings_get_string (settings, key);

  return g_intern_string (text);
}

/* @self: (out): what is remembered, or what is usual; its panel may be NULL */
void
ipl_export_settings_load (IplFigureFile *self)
{
  GSettings *settings = ipl_preferences_get_default ();
  const char *theme;

  *self = (IplFigureFile){ .format = "png", .size = "neurips", .dpi = 300 };
  self->look = ipl_theme_choice_get_default ()->look;
  if (settings == NULL)
    return;
  self->panel = ipl_panel_find (get_word (settings, "export-figure"));
  self->format = get_word (settings, "export-format");
  self->size = get_word (settings, "export-size");
  self->font_pt = g_settings_get_double (settings, "export-text");
  self->dpi = g_settings_get_double (settings, "export-resolution");
  theme = get_word (settings, "export-theme");
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    if (strcmp (theme, themes[i]) == 0)
      self->theme = (IplTheme)i;
  self->transparent = g_settings_get_boolean (settings, "export-transparent");
  self->marked = g_settings_get_boolean (settings, "export-marked");
  self->outlines = g_settings_get_boolean (settings, "export-outlines");
  self->anonymous = g_settings_get_boolean (settings, "export-anonymous");
}

/* @self: what is to be remembered, in other windows and at the next start too */
void
ipl_export_settings_save (const IplFigureFile *self)
{
  GSettings *settings = ipl_preferences_get_default ();

  if (settings == NULL)
    return;
  g_settings_set_string (settings, "export-figure", self->panel != NULL ? self->panel->id : "");
  g_settings_set_string (settings, "export-format", self->format);
  g_settings_set_string (settings, "export-size", self->size);
  g_settings_set_double (settings, "export-text", self->font_pt);
  g_settings_set_double (settings, "export-resolution", self->dpi);
  g_settings_set_string (settings, "export-theme", themes[self->theme]);
  g_settings_set_boolean (settings, "export-transparent", self->transparent);
  g_settings_set_boolean (settings, "export-marked", self->marked);
  g_settings_set_boolean (settings, "export-outlines", self->outlines);
  g_settings_set_boolean (settings, "export-anonymous", self->anonymous);
}

/* Letters, digits and what no shell, archive or other system reads in them. */
static void
append_safe (GString *name, const char *text, gsize most)
{
  gsize end = name->len + most;

  for (; *text != '\0' && name->len < end; text++)
    g_string_append_c (name, g_ascii_isalnum (*text) || strchr ("._", *text) != NULL ? *text
                             : name->len > 0                                         ? '-'
                                                                                     : '_');
}

/* The name of the file that is open, without its ending; else that of the case. */
static char *
name_case (const IplParameters *parameters, const IplView *view)
{
  char *stem = ipl_parameters_stem (parameters);

  if (stem != NULL)
    return stem;
  return g_strdup (view->the_case != NULL && view->the_case->name != NULL
                       ? view->the_case->name
                       : parameters->experiment->id);
}

/* Returns: (transfer full): a name for the file that says case, panel and width:
 *   "hmc4-accuracy-N10.pdf", "hmc4-u-GP.png" */
char *
ipl_export_file_name (const IplParameters *parameters, const IplView *view, const IplPanel *panel,
                      const char *extension)
{
  g_autofree char *of = name_case (parameters, view);
  GString *name = g_string_new (NULL);

  append_safe (name, of, MAX_CASE);
  /* No hidden file. */
  if (name->len == 0 || name->str[0] == '.')
    g_string_prepend (name, "figure");
  g_string_append_printf (name, "-%s", panel->id);
  if (view->the_case != NULL && view->current != NULL && (panel->needs & IPL_NEEDS_THEORY) != 0)
    {
      const IplSetting *setting = &view->current->setting;
      g_autofree char *widths = ipl_setting_widths_text (setting);

      g_string_append (name, setting->gp ? "-GP" : "-N");
      append_safe (name, setting->gp ? "" : widths, MAX_CASE);
    }
  g_string_append_printf (name, ".%s", extension);
  return g_string_free (name, FALSE);
}
