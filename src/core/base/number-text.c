/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text and back, in every place where a user or a file gives or gets one. */
#include "core/base/number-text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/*< private >
 * ipl_number_format:
 * @value: a number
 * @text: (out): decimal digits with a point, whatever the locale; "nan", "inf" or "-inf" for what
 *   is no number
 *
 * Writes a number with 15 digits where they read as the same number, else with 16 or 17.
 */
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

/*< private >
 * ipl_number_parse_real:
 * @text: what somebody gave
 * @value: (out): the number; not touched where there is none
 *
 * Returns: whether all of @text is one finite decimal number that a double can tell from 0; white
 *   space, hexadecimal digits and "nan" are none
 */
gboolean
ipl_number_parse_real (const char *text, double *value)
{
  char *end;
  double number;

  if (text[0] == '\0' || text[strspn (text, "0123456789+-.eE")] != '\0')
    return FALSE;
  errno = 0;
  number = g_ascii_strtod (text, &end);
  if (*end != '\0' || !isfinite (number) || (number == 0 && errno == ERANGE))
    return FALSE;
  *value = number;
  return TRUE;
}

/*< private >
 * ipl_number_parse_whole:
 * @text: what somebody gave
 * @value: (out): the number; not touched where there is none
 *
 * Returns: whether all of @text is one whole number from 0 to 2^64 - 1, in decimal digits only
 */
gboolean
ipl_number_parse_whole (const char *text, guint64 *value)
{
  return text[0] != '\0' && text[strspn (text, "0123456789")] == '\0'
         && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, value, NULL);
}
