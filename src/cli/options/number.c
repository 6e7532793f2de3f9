/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers on the command line. */
#include "cli/options/number.h"

#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "core/case/setting.h"
#include "core/parameters/run-settings.h"
#include <math.h>
#include <string.h>

/* Nobody sweeps more; a longer list is a mistake. */
#define MAX_LIST 100000

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, sentence);
  return FALSE;
}

static gboolean
parse_whole (const CliNumber *self, const char *option, const char *text, GError **error)
{
  gboolean negative = text[0] == '-';
  g_autofree char *shown = ipl_text_shown (text);
  g_autofree char *range = g_strdup_printf ("from %.0f to %.0f", self->low, self->high);
  guint64 value;

  if (!ipl_number_parse_whole (text + negative, &value))
    return refuse (error, "%s must be a whole number %s, not “%s”.", option, range, shown);
  if ((negative && value > 0) || (double)value < self->low || (double)value > self->high)
    return refuse (error, "%s is %s, and must be %s.", option, shown, range);
  *(int *)self->place = (int)value;
  return TRUE;
}

static gboolean
parse_seed (const CliNumber *self, const char *option, const char *text, GError **error)
{
  g_autofree char *shown = ipl_text_shown (text);
  guint64 value;

  if (!ipl_number_parse_whole (text, &value) || value > G_MAXINT64)
    return refuse (error, "%s must be a whole number from 0 to %" G_GINT64_FORMAT ", not “%s”.",
                   option, G_MAXINT64, shown);
  *(gint64 *)self->place = (gint64)value;
  return TRUE;
}

static gboolean
parse_real (const CliNumber *self, const char *option, const char *text, double *value,
            GError **error)
{
  gboolean list = self->kind == CLI_NUMBER_LIST || self->kind == CLI_NUMBER_SETS;
  g_autofree char *shown = ipl_text_shown (text);

  if (ipl_number_parse_real (text, value) && *value >= self->low && *value <= self->high)
    return TRUE;
  return refuse (error, "%s must be %s from %g to %g%s, not “%s”.", option,
                 list ? "numbers" : "a number", self->low, self->high, list ? ", by commas" : "",
                 shown);
}

/* As for a network of as many layers as there are numbers; whether it has so many is seen when the
 * case is known. */
static gboolean
check_width (const char *option, const char *text, GError **error)
{
  IplSetting setting = { .L = 1 };
  g_autoptr (GError) wrong = NULL;

  for (const char *at = strchr (text, ':'); at != NULL; at = strchr (at + 1, ':'))
    setting.L += at != strchr (text, ':');
  if (setting.L > IPL_MAX_LAYERS)
    return refuse (error, "%s names more widths than a network of %d layers has.", option,
                   IPL_MAX_LAYERS);
  return ipl_setting_parse_widths (&setting, text, &wrong)
         || refuse (error, "%s: %s", option, wrong->message);
}

static gboolean
check_list (const CliNumber *self, const char *option, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", MAX_LIST + 1);
  guint n = g_strv_length (parts);
  g_autoptr (GError) wrong = NULL;
  double value;

  if (self->kind != CLI_NUMBER_WIDTHS && !ipl_number_list_check (text, &wrong))
    return refuse (error, "%s: %s", option, wrong->message);
  if (n == 0)
    return refuse (error, "%s is empty: give numbers, by commas.", option);
  if (n > MAX_LIST)
    return refuse (error, "%s has more than %d numbers.", option, MAX_LIST);
  for (guint i = 0; i < n; i++)
    if (self->kind == CLI_NUMBER_WIDTHS
            ? !check_width (option, g_strstrip (parts[i]), error)
            : !parse_real (self, option, g_strstrip (parts[i]), &value, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_sets (const CliNumber *self, const char *option, const char *text, GError **error)
{
  g_auto (GStrv) sets = g_strsplit (text, ";", IPL_MAX_RUN_VARIANCES + 1);
  guint n = g_strv_length (sets);

  if (n > IPL_MAX_RUN_VARIANCES)
    return refuse (error, "%s has more than %d sets.", option, IPL_MAX_RUN_VARIANCES);
  for (guint i = 0; i < n; i++)
    if (!check_list (self, option, sets[i], error))
      return FALSE;
  return n > 0 || check_list (self, option, "", error);
}

static gboolean
take (const CliNumber *self, const char *option, const char *text, GError **error)
{
  char **place = self->place;
  g_autofree char *shown = NULL;
  double real;

  if (!ipl_text_is_plain (text))
    {
      shown = ipl_text_shown (text);
      return refuse (error, "%s must be a number, not “%s”.", option, shown);
    }
  switch (self->kind)
    {
    case CLI_NUMBER_WHOLE:
      return parse_whole (self, option, text, error);
    case CLI_NUMBER_SEED:
      return parse_seed (self, option, text, error);
    case CLI_NUMBER_REAL:
      return parse_real (self, option, text, self->place, error);
    case CLI_NUMBER_TEXT:
      if (!parse_real (self, option, text, &real, error))
        return FALSE;
      break;
    case CLI_NUMBER_WIDTH:
      if (!check_width (option, text, error))
        return FALSE;
      break;
    case CLI_NUMBER_SETS:
      if (!check_sets (self, option, text, error))
        return FALSE;
      break;
    case CLI_NUMBER_LIST:
    case CLI_NUMBER_WIDTHS:
    default:
      if (!check_list (self, option, text, error))
        return FALSE;
      break;
    }
  g_free (*place);
  *place = g_strdup (text);
  return TRUE;
}

/* @option is "--draws" or "-n". */
static gboolean
take_number (const char *option, const char *text, gpointer data, GError **error)
{
  const GOptionEntry *entry = data;
  gboolean is_long = g_str_has_prefix (option, "--");
  g_autofree char *name = NULL;

  while (entry->long_name != NULL
         && (is_long ? strcmp (entry->long_name, option + 2) != 0 : entry->short_name != option[1]))
    entry++;
  g_return_val_if_fail (entry->long_name != NULL, FALSE);
  name = g_strdup_printf ("--%s", entry->long_name);
  return take (entry->arg_data, name, text, error);
}

/* The main group of a command with these options; they must outlive it. */
GOptionGroup *
cli_number_group (const GOptionEntry *entries)
{
  g_autoptr (GArray) own = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));
  GOptionGroup *group = g_option_group_new ("main", "", "", (gpointer)entries, NULL);

  for (const GOptionEntry *at = entries; at->long_name != NULL; at++)
    {
      GOptionEntry entry = *at;

      if (entry.arg == CLI_ARG_NUMBER)
        {
          entry.arg = G_OPTION_ARG_CALLBACK;
          entry.arg_data = (gpointer)take_number;
        }
      g_array_append_val (own, entry);
    }
  g_option_group_add_entries (group, (const GOptionEntry *)(gconstpointer)own->data);
  return group;
}
