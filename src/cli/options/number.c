/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers on the command line. */
#include "cli/options/number.h"

#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "core/parameters/sweep-axis.h"
#include <string.h>

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
parse_real (const CliNumber *self, const char *option, const char *text, GError **error)
{
  g_autofree char *shown = ipl_text_shown (text);
  double value;

  if (!ipl_number_parse_real (text, &value) || value < self->low || value > self->high)
    return refuse (error, "%s must be a number from %g to %g, not “%s”.", option, self->low,
                   self->high, shown);
  *(double *)self->place = value;
  return TRUE;
}

/* The values of an axis, which are kept as text until the case and its layers are known. */
static gboolean
check_axis (const CliNumber *self, const char *option, const char *text, GError **error)
{
  g_auto (IplSweepAxis) axis = { .kind = (IplSweepAxisKind)self->low };
  g_autoptr (GError) wrong = NULL;
  g_autofree char *shown = NULL;

  if (!ipl_sweep_axis_parse (&axis, option, text, FALSE, &wrong))
    return refuse (error, "%s", wrong->message);
  if (self->kind != CLI_NUMBER_ONE || strpbrk (text, ",;") == NULL
      || (axis.kind == IPL_AXIS_VARIANCES && strchr (text, ';') == NULL))
    return TRUE;
  shown = ipl_text_shown (text);
  return refuse (error, "%s has one value, and “%s” is several.", option, shown);
}

static gboolean
take (const CliNumber *self, const char *option, const char *text, GError **error)
{
  char **place = self->place;

  if (!ipl_text_is_plain (text))
    {
      g_autofree char *shown = ipl_text_shown (text);

      return refuse (error, "%s must be a number, not “%s”.", option, shown);
    }
  if (self->kind == CLI_NUMBER_WHOLE)
    return parse_whole (self, option, text, error);
  if (self->kind == CLI_NUMBER_SEED)
    return parse_seed (self, option, text, error);
  if (self->kind == CLI_NUMBER_REAL)
    return parse_real (self, option, text, error);
  if (!check_axis (self, option, text, error))
    return FALSE;
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
