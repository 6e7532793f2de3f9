/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/option-table.h"

#include "core/base/number-text.h"
#include "core/base/text-escape.h"
#include "core/parameters/sweep-axis.h"
#include <string.h>

/* Help shows no upper limit from here on, since only the machine limits the value. */
#define NO_LIMIT 1e6

/* Longest default that help shows, in characters. */
#define LONGEST_DEFAULT 40

/* The value of an entry in the arguments of its command. */
#define VALUE(type, self, arguments)                                                               \
  (*(type *)(gpointer)((char *)(gpointer)(arguments) + (self)->place))

static void
add_fields (GArray *list, const CliEntry *entry)
{
  for (guint i = 0; i < IPL_N_DISPLAY_FIELDS; i++)
    {
      CliEntry field = *entry;

      field.name = ipl_field_flag (&ipl_display_fields[i]);
      g_array_append_val (list, field);
    }
}

static void
add_entries (GArray *list, const CliEntry *entries, const char *group)
{
  for (; entries->name != NULL || entries->entries != NULL || entries->kind == CLI_DISPLAY;
       entries++)
    if (entries->entries != NULL)
      add_entries (list, entries->entries, entries->group != NULL ? entries->group : group);
    else if (entries->name == NULL)
      add_fields (list, entries);
    else
      {
        CliEntry entry = *entries;

        entry.group = group;
        g_array_append_val (list, entry);
      }
}

/* Returns: (transfer full) (element-type CliEntry): all options of a table, zero-terminated */
GArray *
cli_entries_list (const CliEntry *entries)
{
  GArray *list = g_array_new (TRUE, TRUE, sizeof (CliEntry));

  if (entries != NULL)
    add_entries (list, entries, NULL);
  return list;
}

/* Returns: (nullable): group of options that lists it; NULL for the main one */
const char *
cli_entry_group (const CliEntry *self)
{
  return self->kind == CLI_DISPLAY ? "display" : self->group;
}

/* @option: "--draws", "-n" or "draws"; a switch of the display is also found by its negation */
const CliEntry *
cli_entries_find (const GArray *list, const char *option)
{
  const char *name = g_str_has_prefix (option, "--") ? option + 2 : option;
  const char *opposite = g_str_has_prefix (option, "--no-") ? option + 5 : NULL;

  for (const CliEntry *at = (const CliEntry *)(gconstpointer)list->data; at->name != NULL; at++)
    if (strcmp (at->name, name) == 0
        || (option[0] == '-' && option[1] != '-' && at->letter == option[1])
        || (at->kind == CLI_DISPLAY && g_strcmp0 (at->name, opposite) == 0))
      return at;
  return NULL;
}

/* @self: an option of a display field */
const IplField *
cli_entry_field (const CliEntry *self)
{
  for (guint i = 0; self->kind == CLI_DISPLAY && i < IPL_N_DISPLAY_FIELDS; i++)
    if (strcmp (ipl_field_flag (&ipl_display_fields[i]), self->name) == 0)
      return &ipl_display_fields[i];
  return NULL;
}

/* TRUE if cli_entry_parse() checks its value before the work. GOption's own numbers accept "nan",
 * "0x1f" and values beyond their type. */
gboolean
cli_entry_is_checked (const CliEntry *self)
{
  return self->kind >= CLI_WORD;
}

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
parse_integer (const CliEntry *self, const char *option, const char *text, gpointer arguments,
               GError **error)
{
  gboolean negative = text[0] == '-';
  g_autofree char *shown = ipl_text_shown (text);
  g_autofree char *range = g_strdup_printf ("from %.0f to %.0f", self->low, self->high);
  guint64 value;

  if (!ipl_number_parse_integer (text + negative, &value))
    return refuse (error, "%s must be a whole number %s, not “%s”.", option, range, shown);
  if ((negative && value > 0) || (double)value < self->low || (double)value > self->high)
    return refuse (error, "%s is %s, and must be %s.", option, shown, range);
  VALUE (int, self, arguments) = (int)value;
  return TRUE;
}

static gboolean
parse_seed (const CliEntry *self, const char *option, const char *text, gpointer arguments,
            GError **error)
{
  g_autofree char *shown = ipl_text_shown (text);
  guint64 value;

  if (!ipl_number_parse_integer (text, &value) || value > G_MAXINT64)
    return refuse (error, "%s must be a whole number from 0 to %" G_GINT64_FORMAT ", not “%s”.",
                   option, G_MAXINT64, shown);
  VALUE (gint64, self, arguments) = (gint64)value;
  return TRUE;
}

static gboolean
parse_real (const CliEntry *self, const char *option, const char *text, gpointer arguments,
            GError **error)
{
  g_autofree char *shown = ipl_text_shown (text);
  double value;

  if (!ipl_number_parse_real (text, &value) || value < self->low || value > self->high)
    return refuse (error, "%s must be a number from %g to %g, not “%s”.", option, self->low,
                   self->high, shown);
  VALUE (double, self, arguments) = value;
  return TRUE;
}

static gboolean
is_number (const CliEntry *self)
{
  return self->kind == CLI_INTEGER || self->kind == CLI_REAL;
}

static gboolean
is_text (const CliEntry *self)
{
  return self->kind == CLI_TEXT || self->kind == CLI_FILE || self->kind == CLI_OUTPUT
         || self->kind == CLI_ONE || self->kind == CLI_AXIS;
}

static void
clear_text (const CliEntry *self, gpointer arguments)
{
  if (VALUE (char *, self, arguments) != self->otherwise)
    g_clear_pointer (&VALUE (char *, self, arguments), g_free);
}

/* Takes the values of an axis as text, since parsing needs the case and its layers. */
static gboolean
parse_axis (const CliEntry *self, const char *option, const char *text, gpointer arguments,
            GError **error)
{
  g_auto (IplSweepAxis) axis = { .kind = (IplSweepAxisKind)self->low };
  g_autoptr (GError) wrong = NULL;
  g_autofree char *shown = ipl_text_shown (text);

  if (!ipl_sweep_axis_parse (&axis, option, text, FALSE, &wrong))
    return refuse (error, "%s", wrong->message);
  if (self->kind == CLI_ONE && strpbrk (text, ",;") != NULL
      && (axis.kind != IPL_AXIS_VARIANCES || strchr (text, ';') != NULL))
    return refuse (error, "%s takes one value, not several: “%s”.", option, shown);
  clear_text (self, arguments);
  VALUE (char *, self, arguments) = g_strdup (text);
  return TRUE;
}

char *
cli_list_words (const char *const *words)
{
  GString *list = g_string_new (words[0]);

  for (const char *const *at = words + 1; *at != NULL; at++)
    g_string_append_printf (list, "%s%s", at[1] != NULL ? ", " : " or ", *at);
  return g_string_free (list, FALSE);
}

static gboolean
parse_word (const char *const *words, const char *option, const char *text, guint *word,
            GError **error)
{
  g_autofree char *shown = ipl_text_shown (text), *list = cli_list_words (words);

  for (guint i = 0; words[i] != NULL; i++)
    if (strcmp (words[i], text) == 0)
      {
        *word = i;
        return TRUE;
      }
  return refuse (error, "%s: “%s” is not %s.", option, shown, list);
}

/* Takes a number of the display, within the range of its field. */
static gboolean
parse_display (const CliEntry *self, const char *option, const char *text, gpointer arguments,
               GError **error)
{
  const IplField *field = cli_entry_field (self);
  const CliEntry number = { .kind = field->kind == IPL_FIELD_REAL ? CLI_REAL : CLI_INTEGER,
                            .name = self->name,
                            .place = self->place + field->offset,
                            .low = field->minimum,
                            .high = field->maximum };

  if (field->kind == IPL_FIELD_OPTION)
    return parse_word (field->choices, option, text, &VALUE (guint, &number, arguments), error);
  if (field->kind != IPL_FIELD_BOOLEAN)
    return cli_entry_parse (&number, arguments, text, error);
  ipl_field_set_boolean (field, &VALUE (IplDisplay, self, arguments), strcmp (text, "no") != 0);
  return TRUE;
}

gboolean
cli_entry_parse (const CliEntry *self, gpointer arguments, const char *text, GError **error)
{
  g_autofree char *option = g_strconcat ("--", self->name, NULL), *shown = NULL;

  if (self->kind == CLI_DISPLAY)
    return parse_display (self, option, text, arguments, error);
  if (self->kind == CLI_WORD)
    return parse_word (self->words, option, text, &VALUE (guint, self, arguments), error);
  if (!ipl_text_is_plain (text))
    {
      shown = ipl_text_shown (text);
      return refuse (error, "%s must be a number, not “%s”.", option, shown);
    }
  if (self->kind == CLI_INTEGER)
    return parse_integer (self, option, text, arguments, error);
  if (self->kind == CLI_SEED)
    return parse_seed (self, option, text, arguments, error);
  if (self->kind == CLI_REAL)
    return parse_real (self, option, text, arguments, error);
  return parse_axis (self, option, text, arguments, error);
}

/* Sets the defaults.
 * @arguments: zero-filled */
void
cli_entries_begin (const GArray *list, gpointer arguments)
{
  for (const CliEntry *at = (const CliEntry *)(gconstpointer)list->data; at->name != NULL; at++)
    if (at->kind == CLI_DISPLAY)
      ipl_display_init (&VALUE (IplDisplay, at, arguments));
    else if (at->kind == CLI_INTEGER)
      VALUE (int, at, arguments) = (int)at->initial;
    else if (at->kind == CLI_SEED)
      VALUE (gint64, at, arguments) = (gint64)at->initial;
    else if (at->kind == CLI_REAL)
      VALUE (double, at, arguments) = at->initial;
    else if (is_text (at))
      VALUE (const char *, at, arguments) = at->otherwise;
}

void
cli_entries_clear (const GArray *list, gpointer arguments)
{
  for (const CliEntry *at = (const CliEntry *)(gconstpointer)list->data; at->name != NULL; at++)
    if (at->kind == CLI_TEXTS || at->kind == CLI_FILES)
      g_clear_pointer (&VALUE (GStrv, at, arguments), g_strfreev);
    else if (is_text (at))
      clear_text (at, arguments);
}

/* Returns: (nullable): text of an option that is no number, if given; “yes” for a flag */
const char *
cli_entry_get_text (const CliEntry *self, gconstpointer arguments)
{
  if (self->kind == CLI_FLAG)
    return VALUE (gboolean, self, arguments) ? "yes" : NULL;
  if (self->kind == CLI_TEXTS || self->kind == CLI_FILES)
    return VALUE (GStrv, self, arguments) != NULL ? VALUE (GStrv, self, arguments)[0] : NULL;
  return VALUE (const char *, self, arguments) != self->otherwise
             ? VALUE (const char *, self, arguments)
             : NULL;
}

const char *
cli_field_value_name (const IplField *self)
{
  static const char *const names[]
      = { [IPL_FIELD_REAL] = "x",      [IPL_FIELD_INTEGER] = "n",    [IPL_FIELD_SIZE] = "n",
          [IPL_FIELD_SEED] = "n",      [IPL_FIELD_BOOLEAN] = "TEXT", [IPL_FIELD_CHOICE] = "TEXT",
          [IPL_FIELD_OPTION] = "TEXT", [IPL_FIELD_TEXT] = "WORDS",   [IPL_FIELD_FILE] = "FILE",
          [IPL_FIELD_FILES] = "FILE",  [IPL_FIELD_LIST] = "LIST" };

  return names[self->kind];
}

/* "from 1 to 64", "above 0"; (transfer full) */
static char *
range_words (double low, double high, gboolean above)
{
  const char *begin = above ? "above" : "from";

  if (high >= NO_LIMIT)
    return g_strdup_printf ("%s %g", begin, low);
  return g_strdup_printf ("%s %g%s %g", begin, low, above ? ", at most" : " to", high);
}

/* Returns: (transfer full) (nullable): allowed values of a parameter */
static char *
field_values (const IplField *self)
{
  if (self->choices != NULL)
    return g_strjoinv (", ", (char **)self->choices);
  if (self->kind == IPL_FIELD_REAL || self->kind == IPL_FIELD_INTEGER
      || self->kind == IPL_FIELD_SIZE)
    return range_words (self->minimum, self->maximum, self->positive);
  return NULL;
}

/* @initial: (nullable): default
 * Returns: (transfer full): sentence of the field with its condition, allowed values and default */
char *
cli_field_describe (const IplField *self, const char *initial)
{
  g_autofree char *values = field_values (self);
  gboolean has_initial
      = initial != NULL && initial[0] != '\0' && strlen (initial) <= LONGEST_DEFAULT;
  GString *text = g_string_new (self->sentence);

  if (self->only != NULL)
    g_string_append_printf (text, "; only %s", self->only);
  if (values != NULL || has_initial)
    g_string_append_printf (text, " (%s%s%s%s)", values != NULL ? values : "",
                            values != NULL && has_initial ? "; " : "",
                            has_initial ? "default: " : "", has_initial ? initial : "");
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): help of a number with range and default; the help text includes a
 *   default that is not a number */
static char *
describe_number (const CliEntry *self)
{
  static const char words[] = "(default: ";
  g_autofree char *range = range_words (self->low, self->high, FALSE);
  const char *at = strstr (self->help, words);

  if (at != NULL)
    return g_strdup_printf ("%.*s(%s; %s", (int)(at - self->help), self->help, range, at + 1);
  if (self->initial >= self->low && self->initial <= self->high)
    return g_strdup_printf ("%s (%s; default: %g)", self->help, range, self->initial);
  return g_strdup_printf ("%s (%s)", self->help, range);
}

/* Returns: (transfer full): help of a display field with its default */
static char *
describe_display (const IplField *field)
{
  IplDisplay plain;
  g_autofree char *value = NULL;

  ipl_display_init (&plain);
  value = field->kind != IPL_FIELD_BOOLEAN ? ipl_field_get_text (field, &plain) : NULL;
  return cli_field_describe (field, value);
}

/* Converts options for GOption.
 * @parse: callback for numbers and display fields
 * @texts: owns the strings of the entries
 * Returns: (transfer full) */
GArray *
cli_entries_options (const GArray *list, gpointer arguments, GOptionArgFunc parse, GPtrArray *texts)
{
  static const GOptionArg types[]
      = { [CLI_FLAG] = G_OPTION_ARG_NONE,          [CLI_TEXT] = G_OPTION_ARG_STRING,
          [CLI_FILE] = G_OPTION_ARG_FILENAME,      [CLI_OUTPUT] = G_OPTION_ARG_FILENAME,
          [CLI_TEXTS] = G_OPTION_ARG_STRING_ARRAY, [CLI_FILES] = G_OPTION_ARG_FILENAME_ARRAY };
  GArray *options = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));

  for (const CliEntry *at = (const CliEntry *)(gconstpointer)list->data; at->name != NULL; at++)
    {
      gboolean called = cli_entry_is_checked (at);
      const IplField *field = cli_entry_field (at);
      GOptionEntry option = { .long_name = at->name,
                              .short_name = at->letter,
                              .arg = called ? G_OPTION_ARG_CALLBACK : types[at->kind],
                              .arg_data = called ? (gpointer)parse : &VALUE (char, at, arguments),
                              .description = at->help,
                              .arg_description = at->value };

      if (at->get_help != NULL || field != NULL || is_number (at))
        {
          option.description = field != NULL    ? describe_display (field)
                               : is_number (at) ? describe_number (at)
                                                : at->get_help ();
          g_ptr_array_add (texts, (gpointer)option.description);
        }
      if (field != NULL && field->kind == IPL_FIELD_BOOLEAN)
        {
          option.flags = G_OPTION_FLAG_NO_ARG;
          g_array_append_val (options, option);
          option.long_name = g_strconcat ("no-", at->name, NULL);
          option.description = "the opposite";
          g_ptr_array_add (texts, (gpointer)option.long_name);
        }
      else if (field != NULL)
        option.arg_description
            = field->kind == IPL_FIELD_OPTION ? "MODE" : cli_field_value_name (field);
      g_array_append_val (options, option);
    }
  return options;
}
