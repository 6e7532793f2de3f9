/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A parameter as text, as a number of a control, and compared; field-json.c is about documents. */
#include "core/fields/field-private.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/text-escape.h"
#include <math.h>
#include <string.h>

/* The value of the field in a struct, by type. */
#define REAL(data) (*(double *)(gpointer)((char *)(data) + self->offset))
#define INTEGER(data) (*(guint *)(gpointer)((char *)(data) + self->offset))
#define SIZE(data) (*(gsize *)(gpointer)((char *)(data) + self->offset))
#define SEED(data) (*(guint64 *)(gpointer)((char *)(data) + self->offset))
#define BOOLEAN(data) (*(gboolean *)(gpointer)((char *)(data) + self->offset))
#define TEXTS(data) ((const char **)(gpointer)((char *)(data) + self->offset))

/* Returns: (nullable): its flag on the command line, without the dashes; NULL for none */
const char *
ipl_field_flag (const IplField *self)
{
  if (self->flag == NULL)
    return self->id;
  return self->flag[0] != '\0' ? self->flag : NULL;
}

gboolean
ipl_field_has_flag (const IplField *self, const char *flag)
{
  return g_strcmp0 (ipl_field_flag (self), flag) == 0;
}

/* Returns: TRUE if it has an effect, given the other fields */
gboolean
ipl_field_applies (const IplField *self, gconstpointer data)
{
  return self->applies == NULL || self->applies (self, data);
}

/* An integer field of any type. */
static guint64
get_integer (const IplField *self, gconstpointer data)
{
  return self->kind == IPL_FIELD_SEED   ? SEED (data)
         : self->kind == IPL_FIELD_SIZE ? SIZE (data)
                                        : INTEGER (data);
}

void
ipl_field_set_integer (const IplField *self, gpointer data, guint64 value)
{
  if (self->kind == IPL_FIELD_SEED)
    SEED (data) = value;
  else if (self->kind == IPL_FIELD_SIZE)
    SIZE (data) = (gsize)value;
  else
    INTEGER (data) = (guint)value;
}

/* The shortest text that is exactly the number. */
static char *
real_text (double value)
{
  char text[IPL_NUMBER_TEXT_SIZE];

  ipl_number_format (value, text);
  return g_strdup (text);
}

static char *
get_list (const IplField *self, gconstpointer data)
{
  return self->list->get != NULL ? self->list->get (self, data) : g_strdup (TEXTS (data)[0]);
}

/* Sets a list; the error does not name it. Unchanged on error. */
gboolean
ipl_field_set_list (const IplField *self, gpointer data, const char *text, GError **error)
{
  g_autofree char *checked = NULL;

  if (self->list->set != NULL)
    return self->list->set (self, data, text, error);
  checked = self->list->check (self, text, error);
  if (checked != NULL)
    TEXTS (data)[0] = g_intern_string (checked);
  return checked != NULL;
}

/* Returns: its value as text for ipl_field_set_text(); the first of several file names */
char *
ipl_field_get_text (const IplField *self, gconstpointer data)
{
  switch (self->kind)
    {
    case IPL_FIELD_REAL:
      return real_text (REAL (data));
    case IPL_FIELD_INTEGER:
    case IPL_FIELD_SIZE:
    case IPL_FIELD_SEED:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, get_integer (self, data));
    case IPL_FIELD_BOOLEAN:
      return g_strdup (BOOLEAN (data) ? "yes" : "no");
    case IPL_FIELD_LIST:
      return get_list (self, data);
    case IPL_FIELD_OPTION:
      return g_strdup (self->choices[INTEGER (data)]);
    case IPL_FIELD_CHOICE:
    case IPL_FIELD_TEXT:
    case IPL_FIELD_FILE:
    case IPL_FIELD_FILES:
    default:
      return g_strdup (TEXTS (data)[0]);
    }
}

/* Returns: (transfer full) (nullable): the effective value of an empty list, as text for
 *   ipl_field_set_text(); NULL if the list is not empty or has no such value */
char *
ipl_field_get_used_text (const IplField *self, gconstpointer data)
{
  g_autofree char *text = NULL;

  if (self->kind != IPL_FIELD_LIST || self->list->get_used == NULL)
    return NULL;
  text = get_list (self, data);
  return text[0] == '\0' ? self->list->get_used (self, data) : NULL;
}

/* < private > Checks @value, with an error about @name, the user's name of the field. */
gboolean
ipl_field_check (const IplField *self, double value, const char *name, GError **error)
{
  gboolean is_integer = self->kind != IPL_FIELD_REAL;
  gboolean inside
      = value <= self->maximum && (self->positive ? value > self->minimum : value >= self->minimum);

  if (inside && (self->multiple < 2 || fmod (value, self->multiple) == 0))
    return TRUE;
  if (is_integer)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "%s must be %s number from %.15g to %.15g, not %.15g.", name,
                 self->multiple == 2 ? "an even" : "a whole", self->minimum, self->maximum, value);
  else if (self->positive)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE, "%s must be above %g and at most %g, not %g.",
                 name, self->minimum, self->maximum, value);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE, "%s must lie between %g and %g, not %g.", name,
                 self->minimum, self->maximum, value);
  return FALSE;
}

gboolean
ipl_field_is_choice (const IplField *self, const char *text)
{
  return g_strv_contains (self->choices, text);
}

/* @text: one of its choices */
void
ipl_field_choose (const IplField *self, gpointer data, const char *text)
{
  guint option = 0;

  if (self->kind == IPL_FIELD_CHOICE)
    {
      TEXTS (data)[0] = g_intern_string (text);
      return;
    }
  while (strcmp (self->choices[option], text) != 0)
    option++;
  INTEGER (data) = option;
}

static gboolean
set_real (const IplField *self, gpointer data, const char *text, const char *name, GError **error)
{
  double value;

  if (!ipl_number_parse_real (text, &value))
    {
      g_autofree char *shown = ipl_text_shown (text);

      return ipl_fail (error, IPL_ERROR_VALUE, "%s must be a number, not “%s”.", name, shown);
    }
  if (!ipl_field_check (self, value, name, error))
    return FALSE;
  REAL (data) = value;
  return TRUE;
}

static gboolean
set_integer (const IplField *self, gpointer data, const char *text, const char *name,
             GError **error)
{
  gboolean seed = self->kind == IPL_FIELD_SEED;
  guint64 value;

  if (!ipl_number_parse_integer (text, &value) || (!seed && value > G_MAXUINT))
    {
      g_autofree char *shown = ipl_text_shown (text);

      if (seed)
        g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                     "%s must be a whole number from 0 to 2^64 - 1, not “%s”.", name, shown);
      else
        g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                     "%s must be %s number from %.15g to %.15g, not “%s”.", name,
                     self->multiple == 2 ? "an even" : "a whole", self->minimum, self->maximum,
                     shown);
      return FALSE;
    }
  if (!seed && !ipl_field_check (self, (double)value, name, error))
    return FALSE;
  ipl_field_set_integer (self, data, value);
  return TRUE;
}

static gboolean
set_choice (const IplField *self, gpointer data, const char *text, const char *name, GError **error)
{
  g_autofree char *all = g_strjoinv (", ", (char **)self->choices);

  if (!ipl_field_is_choice (self, text))
    {
      g_autofree char *shown = ipl_text_shown (text);

      return ipl_fail (error, IPL_ERROR_VALUE, "%s must be one of %s, not “%s”.", name, all, shown);
    }
  ipl_field_choose (self, data, text);
  return TRUE;
}

static gboolean
set_boolean (const IplField *self, gpointer data, const char *text, const char *name,
             GError **error)
{
  gboolean yes = strcmp (text, "yes") == 0;

  if (!yes && strcmp (text, "no") != 0)
    {
      g_autofree char *shown = ipl_text_shown (text);

      return ipl_fail (error, IPL_ERROR_VALUE, "%s must be yes or no, not “%s”.", name, shown);
    }
  BOOLEAN (data) = yes;
  return TRUE;
}

static gboolean
set_text (const IplField *self, gpointer data, const char *text, const char *name, GError **error)
{
  g_autofree char *shown = ipl_text_shown (text);

  if (!ipl_text_is_plain (text))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s must be text without control characters, not “%s”.", name, shown);
  TEXTS (data)[0] = g_intern_string (text);
  return TRUE;
}

/* Into the first free place. */
static gboolean
add_file (const IplField *self, gpointer data, const char *text, const char *name, GError **error)
{
  for (guint i = 0; i < self->count; i++)
    if (TEXTS (data)[i][0] == '\0')
      {
        TEXTS (data)[i] = g_intern_string (text);
        return TRUE;
      }
  return ipl_fail (error, IPL_ERROR_VALUE, "%s can be given %u times at the most.", name,
                   self->count);
}

/* Sets the value; adds one to a list of file names. Unchanged on error. */
gboolean
ipl_field_set_text (const IplField *self, gpointer data, const char *text, GError **error)
{
  const char *name = ipl_field_flag (self) != NULL ? ipl_field_flag (self) : self->id;

  switch (self->kind)
    {
    case IPL_FIELD_REAL:
      return set_real (self, data, text, name, error);
    case IPL_FIELD_INTEGER:
    case IPL_FIELD_SIZE:
    case IPL_FIELD_SEED:
      return set_integer (self, data, text, name, error);
    case IPL_FIELD_BOOLEAN:
      return set_boolean (self, data, text, name, error);
    case IPL_FIELD_CHOICE:
    case IPL_FIELD_OPTION:
      return set_choice (self, data, text, name, error);
    case IPL_FIELD_LIST:
      if (ipl_field_set_list (self, data, text, error))
        return TRUE;
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    case IPL_FIELD_FILES:
      return add_file (self, data, text, name, error);
    case IPL_FIELD_TEXT:
      return set_text (self, data, text, name, error);
    case IPL_FIELD_FILE:
    default:
      TEXTS (data)[0] = g_intern_string (text);
      return TRUE;
    }
}

/* @low: (out): smallest value of its control
 * @high: (out): largest value of its control */
void
ipl_field_get_range (const IplField *self, double *low, double *high)
{
  gboolean narrow = self->high > 0;

  *low = narrow ? self->low : self->minimum;
  *high = narrow ? self->high : self->maximum;
}

double
ipl_field_get_number (const IplField *self, gconstpointer data)
{
  return self->kind == IPL_FIELD_REAL ? REAL (data) : (double)get_integer (self, data);
}

/* @value: its value; clamped and rounded to the limits of the field, which may be wider than the
 *   range of its control. Seeds have no limits. */
void
ipl_field_set_number (const IplField *self, gpointer data, double value)
{
  if (self->kind != IPL_FIELD_SEED)
    value = CLAMP (value, self->minimum, self->maximum);
  if (self->multiple > 1)
    value = round (value / self->multiple) * self->multiple;
  if (self->kind == IPL_FIELD_REAL)
    REAL (data) = value;
  else
    ipl_field_set_integer (self, data, (guint64)round (value));
}

gboolean
ipl_field_get_boolean (const IplField *self, gconstpointer data)
{
  return BOOLEAN (data);
}

void
ipl_field_set_boolean (const IplField *self, gpointer data, gboolean value)
{
  BOOLEAN (data) = value;
}

gboolean
ipl_field_equal (const IplField *self, gconstpointer a, gconstpointer b)
{
  switch (self->kind)
    {
    case IPL_FIELD_REAL:
      return REAL (a) == REAL (b);
    case IPL_FIELD_INTEGER:
    case IPL_FIELD_SIZE:
    case IPL_FIELD_SEED:
    case IPL_FIELD_OPTION:
      return get_integer (self, a) == get_integer (self, b);
    case IPL_FIELD_BOOLEAN:
      return !BOOLEAN (a) == !BOOLEAN (b);
    case IPL_FIELD_LIST:
      {
        g_autofree char *text_a = get_list (self, a);
        g_autofree char *text_b = get_list (self, b);

        return strcmp (text_a, text_b) == 0;
      }
    case IPL_FIELD_CHOICE:
    case IPL_FIELD_TEXT:
    case IPL_FIELD_FILE:
    case IPL_FIELD_FILES:
    default:
      for (guint i = 0; i < MAX (self->count, 1); i++)
        if (strcmp (TEXTS (a)[i], TEXTS (b)[i]) != 0)
          return FALSE;
      return TRUE;
    }
}

/* Bytes of its value; 0 for a list whose type is not a string. */
gsize
ipl_field_size (const IplField *self)
{
  switch (self->kind)
    {
    case IPL_FIELD_REAL:
      return sizeof (double);
    case IPL_FIELD_INTEGER:
    case IPL_FIELD_OPTION:
      return sizeof (guint);
    case IPL_FIELD_SIZE:
      return sizeof (gsize);
    case IPL_FIELD_SEED:
      return sizeof (guint64);
    case IPL_FIELD_BOOLEAN:
      return sizeof (gboolean);
    case IPL_FIELD_LIST:
      return self->list != NULL && self->list->check != NULL ? sizeof (char *) : 0;
    case IPL_FIELD_CHOICE:
    case IPL_FIELD_TEXT:
    case IPL_FIELD_FILE:
    case IPL_FIELD_FILES:
    default:
      return sizeof (char *) * MAX (self->count, 1);
    }
}

void
ipl_field_copy (const IplField *self, gpointer to, gconstpointer from)
{
  g_autofree char *text = NULL;

  if (self->kind != IPL_FIELD_LIST || self->list->set == NULL)
    {
      memcpy ((char *)to + self->offset, (const char *)from + self->offset, ipl_field_size (self));
      return;
    }
  text = get_list (self, from);
  ipl_field_set_list (self, to, text, NULL);
}

/* @self: a number, a choice, or a boolean
 * @command: a command line; gains " --flag value", or " --flag" or " --no-flag" for a boolean */
void
ipl_field_append_flag (const IplField *self, gconstpointer data, GString *command)
{
  const char *flag = ipl_field_flag (self);
  g_autofree char *text = ipl_field_get_text (self, data);

  if (self->kind == IPL_FIELD_BOOLEAN)
    g_string_append_printf (command, " --%s%s", BOOLEAN (data) ? "" : "no-", flag);
  else
    g_string_append_printf (command, " --%s %s", flag, text);
}

gboolean
ipl_fields_equal (guint n, const IplField *fields, gconstpointer a, gconstpointer b)
{
  for (guint i = 0; i < n; i++)
    if (!ipl_field_equal (&fields[i], a, b))
      return FALSE;
  return TRUE;
}

void
ipl_fields_copy (guint n, const IplField *fields, gpointer to, gconstpointer from)
{
  for (guint i = 0; i < n; i++)
    ipl_field_copy (&fields[i], to, from);
}
