/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of an axis as text: "10,100,1000", "0.01:1:9" for low:high:count, "12:25:40,gp" for
 * widths of all layers, "1,1,1;1,2,1" for sets of variances, "1-24" for seeds. */
#include "core/parameters/sweep-axis.h"

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/number-text.h"
#include "core/base/text-escape.h"
#include <math.h>
#include <string.h>

/* The range of a single number of the axis. */
static void
get_range (const IplSweepAxis *self, double *low, double *high)
{
  gboolean variance = self->kind == IPL_AXIS_VARIANCE || self->kind == IPL_AXIS_VARIANCES;

  if (self->kind == IPL_AXIS_FIELD)
    {
      *low = self->field->minimum;
      *high = self->field->maximum;
      return;
    }
  *low = variance ? IPL_MIN_VARIANCE : self->kind == IPL_AXIS_WIDTH ? 1 : 0;
  *high = variance                       ? IPL_MAX_VARIANCE
          : self->kind == IPL_AXIS_WIDTH ? IPL_MAX_WIDTH
                                         : IPL_MAX_TEMPERATURE;
}

static gboolean
is_integer (const IplSweepAxis *self)
{
  return self->kind == IPL_AXIS_WIDTH
         || (self->kind == IPL_AXIS_FIELD && self->field->kind != IPL_FIELD_REAL);
}

/* The step of its numbers; 0 for none. */
static guint
get_multiple (const IplSweepAxis *self)
{
  if (!is_integer (self))
    return 0;
  return self->kind == IPL_AXIS_FIELD ? MAX (self->field->multiple, 1) : 1;
}

/* (transfer full): the length of a set of variances, as the end of a sentence about one. */
static char *
describe_set (const IplSweepAxis *self)
{
  if (self->kind != IPL_AXIS_VARIANCES || self->L == 0)
    return g_strdup ("");
  return g_strdup_printf (": give %u numbers above 0, s0^2, s_1^2 .. s_L^2, s_a^2", self->L + 2);
}

/* TRUE if the axis may have that number. */
static gboolean
is_possible (const IplSweepAxis *self, double value)
{
  guint multiple = get_multiple (self);
  double low, high;

  get_range (self, &low, &high);
  if (self->kind == IPL_AXIS_FIELD && self->field->positive && value <= low)
    return FALSE;
  return value >= low && value <= high && (multiple == 0 || fmod (value, multiple) == 0);
}

static gboolean
parse_number (const IplSweepAxis *self, const char *what, const char *text, double *value,
              GError **error)
{
  g_autofree char *shown = NULL, *set = NULL;
  double low, high;

  if (self->kind == IPL_AXIS_WIDTH && self->index == IPL_AXIS_ALL_LAYERS
      && g_ascii_strcasecmp (text, "gp") == 0)
    {
      *value = INFINITY;
      return TRUE;
    }
  if (ipl_number_parse_real (text, value) && is_possible (self, *value))
    return TRUE;
  get_range (self, &low, &high);
  shown = ipl_text_shown (text);
  if (get_multiple (self) > 1)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s must be multiples of %u from %g to %g, separated by commas, not “%s”.",
                     what, get_multiple (self), low, high, shown);
  set = describe_set (self);
  if (is_integer (self))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s must be whole numbers from %.0f to %.0f, separated by commas, not “%s”%s.",
                     what, low, high, shown, set);
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "%s must be numbers from %g to %g, separated by commas, not “%s”%s.", what, low,
                   high, shown, set);
}

/* The nearest number that the axis may have. */
static double
round_value (const IplSweepAxis *self, double value)
{
  double multiple = get_multiple (self);

  return multiple > 0 ? multiple * round (value / multiple) : value;
}

/* Parses the optional spacing of "low:high:count", "linear" or "log"; the default is that of the
 * axis. FALSE for another word. */
static gboolean
parse_spacing (const IplSweepAxis *self, const char *word, gboolean *logarithmic)
{
  *logarithmic = word != NULL ? strcmp (word, "log") == 0 : ipl_sweep_axis_is_logarithmic (self);
  return word == NULL || *logarithmic || strcmp (word, "linear") == 0;
}

/* Parses "low:high:count". Both ends are exact; numbers that are equal after rounding count
 * once. */
static gboolean
parse_range (IplSweepAxis *self, const char *what, char **parts, GError **error)
{
  double low, high;
  gboolean logarithmic;
  guint64 count;

  if (!parse_number (self, what, parts[0], &low, error)
      || !parse_number (self, what, parts[1], &high, error))
    return FALSE;
  if (!ipl_number_parse_integer (parts[2], &count) || count < 2 || count > IPL_AXIS_MAX_VALUES
      || !isfinite (low) || !isfinite (high) || low == high
      || !parse_spacing (self, parts[3], &logarithmic))
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "%s: give low:high:count, two numbers and how many from 2 to %d, with :linear or "
        ":log behind it where it is not to be as usual.",
        what, IPL_AXIS_MAX_VALUES);
  for (guint64 i = 0; i < count; i++)
    {
      double at = (double)i / (double)(count - 1), value;

      value = logarithmic && low > 0 && high > 0 ? low * pow (high / low, at)
                                                 : low + (high - low) * at;
      value = i == 0 ? low : i + 1 == count ? high : round_value (self, value);
      if (self->n == 0 || value != self->values[self->n - 1])
        ipl_sweep_axis_add (self, &value);
    }
  return TRUE;
}

static gboolean
parse_single (IplSweepAxis *self, const char *what, const char *word, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (word, ":", -1);
  double value;

  if (g_strv_length (parts) == 3 || g_strv_length (parts) == 4)
    return parse_range (self, what, parts, error);
  if (!parse_number (self, what, word, &value, error))
    return FALSE;
  ipl_sweep_axis_add (self, &value);
  return TRUE;
}

/* Parses a width. If the number of layers is unknown, the text is only checked. */
static gboolean
parse_widths (IplSweepAxis *self, const char *what, const char *word, GError **error)
{
  IplSetting setting = { .L = self->L };
  guint colons = 0;

  for (const char *at = strchr (word, ':'); at != NULL; at = strchr (at + 1, ':'))
    colons++;
  if (self->L == 0 && colons > IPL_MAX_LAYERS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s names more widths than a network of %d layers has.", what, IPL_MAX_LAYERS);
  if (self->L == 0)
    setting.L = MAX (colons, 1);
  if (!ipl_setting_parse_widths (&setting, word, error))
    {
      g_prefix_error (error, "%s: ", what);
      return FALSE;
    }
  if (self->L > 0)
    ipl_sweep_axis_add_widths (self, &setting);
  return TRUE;
}

/* Splits a list. In a list typed in a window, white space and semicolons separate values too,
 * and empty items are dropped. */
static char **
split (const char *text, gboolean typed)
{
  g_auto (GStrv) parts = typed ? g_strsplit_set (text, ", \t\n;", -1)
                               : g_strsplit (text, ",", IPL_AXIS_MAX_VALUES + 1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (char **part = parts; *part != NULL; part++)
    if (!typed || **part != '\0')
      g_strv_builder_add (words, g_strstrip (*part));
  return g_strv_builder_end (words);
}

static gboolean
check_list (const IplSweepAxis *self, const char *what, const char *text, char **words,
            GError **error)
{
  g_autofree char *set = describe_set (self);
  guint n = g_strv_length (words);

  if (!ipl_number_list_check (text, error))
    {
      g_prefix_error (error, "%s: ", what);
      return FALSE;
    }
  if (n == 0)
    return ipl_fail (error, IPL_ERROR_VALUE, "%s is empty%s.", what,
                     set[0] != '\0' ? set : ": give at least one number, separated by commas");
  if (n > IPL_AXIS_MAX_VALUES)
    return ipl_fail (error, IPL_ERROR_VALUE, "%s has more than %d numbers.", what,
                     IPL_AXIS_MAX_VALUES);
  return TRUE;
}

static gboolean
parse_list (IplSweepAxis *self, const char *what, const char *text, gboolean typed, GError **error)
{
  g_auto (GStrv) words = split (text, typed);

  if (!check_list (self, what, text, words, error))
    return FALSE;
  for (char **word = words; *word != NULL; word++)
    if (self->kind == IPL_AXIS_WIDTHS ? !parse_widths (self, what, *word, error)
                                      : !parse_single (self, what, *word, error))
      return FALSE;
  return TRUE;
}

static gboolean
parse_set (IplSweepAxis *self, const char *what, const char *text, gboolean typed, GError **error)
{
  g_auto (GStrv) words = split (text, typed);
  guint n = g_strv_length (words);
  g_autofree char *needed = describe_set (self);
  double set[IPL_MAX_LAYERS + 2];

  if (!check_list (self, what, text, words, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!parse_number (self, what, words[i], &set[MIN (i, IPL_MAX_LAYERS + 1)], error))
      return FALSE;
  if (self->L == 0)
    return TRUE;
  if (n != self->L + 2)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s has %u numbers, which is not what a case of %u layers needs%s.", what, n,
                     self->L, needed);
  ipl_sweep_axis_add (self, set);
  return TRUE;
}

static gboolean
parse_sets (IplSweepAxis *self, const char *what, const char *text, gboolean typed, GError **error)
{
  g_auto (GStrv) sets = g_strsplit (text, ";", IPL_AXIS_MAX_SETS + 1);
  guint n = g_strv_length (sets);

  if (n > IPL_AXIS_MAX_SETS)
    return ipl_fail (error, IPL_ERROR_VALUE, "%s has more than %d sets.", what, IPL_AXIS_MAX_SETS);
  for (guint i = 0; i < n; i++)
    if (!parse_set (self, what, sets[i], typed, error))
      return FALSE;
  return n > 0 || parse_set (self, what, "", typed, error);
}

static gboolean
parse_seeds (IplSweepAxis *self, const char *what, const char *text, gboolean typed, GError **error)
{
  g_auto (GStrv) dashes = g_strsplit (text, typed ? "–" : "-", -1);
  g_autofree char *plain = g_strjoinv ("-", dashes), *shown = NULL;
  g_auto (GStrv) parts = g_strsplit (plain, "-", -1);
  guint64 first, last;

  if (g_strv_length (parts) == 2 && ipl_number_parse_integer (g_strstrip (parts[0]), &first)
      && ipl_number_parse_integer (g_strstrip (parts[1]), &last) && last > first
      && last - first < IPL_MAX_SEEDS)
    {
      self->first = first;
      self->n = (guint)(last - first) + 1;
      return TRUE;
    }
  shown = ipl_text_shown (text);
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "%s: “%s” is not two seeds with a dash between, as in 1-24, of which the second "
                   "is larger, by less than %d.",
                   what, shown, IPL_MAX_SEEDS);
}

/* Replaces the values by those of @text.
 * Returns: FALSE if @text is not a list of values; @self is then unchanged */
gboolean
ipl_sweep_axis_parse (IplSweepAxis *self, const char *what, const char *text, gboolean typed,
                      GError **error)
{
  g_auto (IplSweepAxis) parsed = *self;
  gboolean right;

  parsed.n = 0;
  parsed.values = NULL;
  right = self->kind == IPL_AXIS_SEEDS       ? parse_seeds (&parsed, what, text, typed, error)
          : self->kind == IPL_AXIS_VARIANCES ? parse_sets (&parsed, what, text, typed, error)
                                             : parse_list (&parsed, what, text, typed, error);
  if (!right)
    return FALSE;
  ipl_sweep_axis_clear (self);
  *self = parsed;
  parsed.values = NULL;
  return TRUE;
}

static void
append_value (const IplSweepAxis *self, guint i, GString *text)
{
  const double *value = ipl_sweep_axis_get_value (self, i);
  guint size = ipl_sweep_axis_get_size (self);
  char number[IPL_NUMBER_TEXT_SIZE];

  if (self->kind == IPL_AXIS_WIDTHS)
    {
      IplSetting setting = { .L = self->L };
      g_autofree char *widths = NULL;

      ipl_sweep_axis_set (self, i, &setting);
      widths = ipl_setting_widths_text (&setting);
      g_string_append (text, widths);
      return;
    }
  for (guint k = 0; k < size; k++)
    {
      ipl_number_format (value[k], number);
      g_string_append_printf (text, "%s%s", k > 0 ? "," : "", isinf (value[k]) ? "GP" : number);
    }
}

/* Returns: (transfer full): text that ipl_sweep_axis_parse() reads */
char *
ipl_sweep_axis_to_text (const IplSweepAxis *self, const char *between)
{
  GString *text = g_string_new (NULL);

  if (self->kind == IPL_AXIS_SEEDS && self->n > 0)
    g_string_printf (text, "%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, self->first,
                     self->first + self->n - 1);
  for (guint i = 0; self->kind != IPL_AXIS_SEEDS && i < self->n; i++)
    {
      g_string_append (text, i == 0 ? "" : self->kind == IPL_AXIS_VARIANCES ? ";" : between);
      append_value (self, i, text);
    }
  return g_string_free (text, FALSE);
}

/* Writes widths as a list of strings, variances as a list of lists, seeds as an object with
 * first and count, other axes as a list of numbers. */
void
ipl_sweep_axis_add_json (const IplSweepAxis *self, JsonBuilder *builder)
{
  guint size = ipl_sweep_axis_get_size (self);

  if (self->kind == IPL_AXIS_SEEDS)
    {
      json_builder_begin_object (builder);
      ipl_json_add_seed (builder, "first", self->first);
      ipl_json_add_seed (builder, "count", self->n);
      json_builder_end_object (builder);
      return;
    }
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n; i++)
    {
      const double *value = ipl_sweep_axis_get_value (self, i);
      g_autoptr (GString) text = g_string_new (NULL);

      append_value (self, i, text);
      if (self->kind == IPL_AXIS_WIDTHS || isinf (value[0]))
        json_builder_add_string_value (builder, text->str);
      else if (self->kind != IPL_AXIS_VARIANCES)
        json_builder_add_double_value (builder, value[0]);
      else
        {
          json_builder_begin_array (builder);
          for (guint k = 0; k < size; k++)
            json_builder_add_double_value (builder, value[k]);
          json_builder_end_array (builder);
        }
    }
  json_builder_end_array (builder);
}

static gboolean
read_number (const IplSweepAxis *self, JsonNode *node, double *value)
{
  GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
    return FALSE;
  *value = json_node_get_double (node);
  return is_possible (self, *value);
}

static gboolean
read_set (IplSweepAxis *self, const char *name, JsonNode *node, GError **error)
{
  JsonArray *set = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  double values[IPL_MAX_LAYERS + 2];

  if (set == NULL || json_array_get_length (set) != self->L + 2)
    return ipl_json_wrong_type (name, "a list of lists of as many numbers as layers and two more",
                                error);
  for (guint i = 0; i < self->L + 2; i++)
    if (!read_number (self, json_array_get_element (set, i), &values[i]))
      return ipl_json_wrong_type (name, "a list of lists of numbers above 0", error);
  ipl_sweep_axis_add (self, values);
  return TRUE;
}

static gboolean
read_value (IplSweepAxis *self, const char *name, JsonNode *node, GError **error)
{
  const char *text = ipl_json_node_text (node);
  double value;

  if (self->kind == IPL_AXIS_WIDTHS && text == NULL)
    return ipl_json_wrong_type (name, "a list of texts such as \"100\"", error);
  if (self->kind == IPL_AXIS_WIDTHS)
    return parse_widths (self, name, text, error);
  if (self->kind == IPL_AXIS_VARIANCES)
    return read_set (self, name, node, error);
  if (text != NULL)
    return parse_single (self, name, text, error);
  if (!read_number (self, node, &value))
    return ipl_json_wrong_type (name, "a list of numbers", error);
  ipl_sweep_axis_add (self, &value);
  return TRUE;
}

static gboolean
read_seeds (IplSweepAxis *self, const char *name, JsonNode *node, GError **error)
{
  guint64 count = 0;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_wrong_type (name, "an object", error);
  if (!ipl_json_get_seed (json_node_get_object (node), "first", &self->first, error)
      || !ipl_json_get_seed (json_node_get_object (node), "count", &count, error))
    return FALSE;
  if (count > IPL_MAX_SEEDS)
    return ipl_json_wrong_type ("count", "a whole number up to 10000", error);
  self->n = (guint)count;
  return TRUE;
}

/* Returns: FALSE if @node does not have the form of ipl_sweep_axis_add_json() */
gboolean
ipl_sweep_axis_read_json (IplSweepAxis *self, const char *name, JsonNode *node, GError **error)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = array != NULL ? json_array_get_length (array) : 0;
  guint most = self->kind == IPL_AXIS_VARIANCES ? IPL_AXIS_MAX_SETS : IPL_AXIS_MAX_VALUES;

  ipl_sweep_axis_clear (self);
  if (self->kind == IPL_AXIS_SEEDS)
    return read_seeds (self, name, node, error);
  if (array == NULL || n > most)
    return ipl_json_wrong_type (name, "a list that is not too long", error);
  for (guint i = 0; i < n; i++)
    if (!read_value (self, name, json_array_get_element (array, i), error))
      return FALSE;
  return TRUE;
}
