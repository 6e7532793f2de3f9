/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Formats numbers as text, with a true minus sign. */

#include "figures/kit/number.h"

#include <math.h>

#define MINUS "\xe2\x88\x92"

static char *
with_minus (const char *ascii)
{
  GString *text = g_string_new (NULL);
  for (const char *c = ascii; *c; c++)
    if (*c == '-')
      g_string_append (text, MINUS);
    else
      g_string_append_c (text, *c);
  return g_string_free (text, FALSE);
}

char *
ipl_number_fixed (double value, int decimals)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE + 330];
  char format[16];
  if (!isfinite (value))
    return g_strdup (isnan (value) ? "\xe2\x80\x93"
                     : value > 0   ? "\xe2\x88\x9e"
                                   : MINUS "\xe2\x88\x9e");
  g_snprintf (format, sizeof format, "%%.%df", CLAMP (decimals, 0, 20));
  g_ascii_formatd (buffer, sizeof buffer, format, value);
  /* A number rounded to zero has no sign. */
  const char *c = buffer;
  if (*c == '-' && strspn (c + 1, "0.") == strlen (c + 1))
    c++;
  return with_minus (c);
}

/* Returns the decimal exponent after rounding: 9.996 to three digits is 10.0. @value is not 0. */
static int
exponent_of (double value, int significant)
{
  int exponent = (int)floor (log10 (fabs (value)));
  double rounded = fabs (value) / pow (10, exponent - significant + 1);

  return round (rounded) >= pow (10, significant) ? exponent + 1 : exponent;
}

static char *
format_number (double value, int significant, gboolean markup)
{
  if (!isfinite (value) || value == 0)
    return ipl_number_fixed (value, 0);
  int exponent = exponent_of (value, significant);
  if (exponent >= -3 && exponent < 5)
    return ipl_number_fixed (value, MAX (0, significant - 1 - exponent));
  g_autofree char *mantissa = ipl_number_fixed (value / pow (10, exponent), significant - 1);
  g_autofree char *power = ipl_number_fixed (exponent, 0);
  return markup ? g_strdup_printf ("%s\xc2\xb7"
                                   "10<sup>%s</sup>",
                                   mantissa, power)
                : g_strdup_printf ("%se%s", mantissa, power);
}

/* Returns "0.980 ± 0.018", both to the second digit of the error.
 * @error: 0 or NaN for none; the value has @significant digits then */
char *
ipl_number_with_error (double value, double error, int significant)
{
  g_autofree char *number = NULL, *other = NULL;
  int place, exponent;

  if (!isfinite (value) || !isfinite (error) || error == 0)
    {
      number = format_number (value, significant, FALSE);
      return isfinite (error) ? g_strconcat (number, " ± 0", NULL) : g_steal_pointer (&number);
    }
  place = 1 - exponent_of (error, 2);
  exponent = exponent_of (MAX (fabs (value), fabs (error)), 2);
  if (exponent >= -3 && exponent < 5)
    {
      number = ipl_number_fixed (value, place);
      other = ipl_number_fixed (error, place);
      return g_strdup_printf ("%s ± %s", number, other);
    }
  number = ipl_number_fixed (value / pow (10, exponent), place + exponent);
  other = ipl_number_fixed (error / pow (10, exponent), place + exponent);
  return g_strdup_printf ("(%s ± %s)e%s%d", number, other, exponent < 0 ? MINUS : "",
                          ABS (exponent));
}

/* Returns @value with @significant digits as plain text: "5.4e−7" for very large or small
 * numbers. */
char *
ipl_number_text (double value, int significant)
{
  return format_number (value, significant, FALSE);
}

/* Returns @value with @significant digits as Pango markup; powers are superscripts. */
char *
ipl_number_markup (double value, int significant)
{
  return format_number (value, significant, TRUE);
}

void
ipl_number_append (GString *text, const char *before, double value, int significant)
{
  g_autofree char *number = ipl_number_text (value, significant);

  g_string_append_printf (text, "%s%s", before, number);
}

void
ipl_number_append_fixed (GString *text, const char *before, double value, int decimals)
{
  g_autofree char *number = ipl_number_fixed (value, decimals);

  g_string_append_printf (text, "%s%s", before, number);
}
