/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers to text and back, for all input and output. */
#include "core/base/number-text.h"

#include "core/base/error.h"
#include <errno.h>
#include <math.h>
#include <string.h>

/* Writes a number with the smallest of 15, 16 or 17 digits that is exact.
 * @text: (out): decimal digits with a point, in any locale; "nan", "inf" or "-inf" */
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

/* @value: (out): the number; unchanged on failure
 * Returns: TRUE if @text is exactly a finite decimal number that is 0 or representable. White
 *   space, hexadecimal digits and "nan" are refused, and so is "01", the remainder of a "0,01"
 *   in a list */
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

/* @value: (out): the number; unchanged on failure
 * Returns: TRUE if @text is exactly an integer from 0 to 2^64 - 1, in decimal digits */
gboolean
ipl_number_parse_integer (const char *text, guint64 *value)
{
  return text[0] != '\0' && text[strspn (text, "0123456789")] == '\0'
         && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, value, NULL);
}

/* @list: real numbers separated by commas, semicolons or white space, from the user
 * Returns: FALSE if a number has a comma as decimal point, as "0,01" */
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
