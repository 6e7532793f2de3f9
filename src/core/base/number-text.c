/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text and back, in every place where a user or a file gives or gets one. */
#include "core/base/number-text.h"

#include "core/base/error.h"
#include <errno.h>
#include <math.h>
#include <string.h>

/* Writes a number with 15 digits where they read as the same number, else with 16 or 17.
 * @text: (out): decimal digits with a point, whatever the locale; "nan", "inf" or "-inf" for what
 *   is no number */
void
ipl_number_format (double value, char text[IPL_NUMBER_TEXT_SIZE])
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (text, IPL_NUMBER_TEXT_SIZE, formats[i], value);
      if (g_ascii_strtod (text, NULL) == value)
        return;
    }
}

/* @value: (out): the number; not touched where there is none
 * Returns: whether all of @text is one finite decimal number that a double can tell from 0; white
 *   space, hexadecimal digits and "nan" are none, nor is "01", half of a "0,01" that was read as a
 *   list */
gboolean
ipl_number_parse_real (const char *text, double *value)
{
  char *end;
  double number;

  const char *digits = text + strspn (text, "+-");

  if (text[0] == '\0' || text[strspn (text, "0123456789+-.eE")] != '\0'
      || (digits[0] == '0' && g_ascii_isdigit (digits[1])))
    return FALSE;
  errno = 0;
  number = g_ascii_strtod (text, &end);
  if (*end != '\0' || !isfinite (number) || (number == 0 && errno == ERANGE))
    return FALSE;
  *value = number;
  return TRUE;
}

/* @value: (out): the number; not touched where there is none
 * Returns: whether all of @text is one whole number from 0 to 2^64 - 1, in decimal digits only */
gboolean
ipl_number_parse_whole (const char *text, guint64 *value)
{
  return text[0] != '\0' && text[strspn (text, "0123456789")] == '\0'
         && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, value, NULL);
}

/* @list: real numbers by commas, semicolons or white space, as the user gave them
 * Returns: FALSE where one of them has a comma for a decimal point, as "0,01" has */
gboolean
ipl_number_list_check (const char *list, GError **error)
{
  g_autoptr (GRegex) comma = g_regex_new ("(?<![\\w.])([+-]?\\d++)([,;\\s]\\s*)(0\\d++)(?![\\w.])",
                                          G_REGEX_DEFAULT, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *given = NULL, *meant = NULL;

  if (!g_regex_match (comma, list, 0, &match))
    return TRUE;
  given = g_match_info_fetch (match, 0);
  meant = g_match_info_expand_references (match, "\\1.\\3", NULL);
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "“%s” is two numbers in a list, and the second begins with 0: %s?", given,
                   meant);
}
