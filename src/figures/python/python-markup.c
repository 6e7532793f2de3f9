/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Converts markup of figures to matplotlib. */

#include "figures/kit/text.h"
#include "figures/python/python-parts.h"

#include <string.h>

/* Converts Pango markup of symbols to mathtext: <i>U</i><sub>pq</sub> becomes $U_{pq}$.
 * Returns: (transfer full): the mathtext; @markup itself if it is invalid */
char *
ipl_python_mathtext (const char *markup)
{
  g_autoptr (GArray) letters = ipl_markup_letters (markup);
  const IplLetter end = { 0 };
  GString *text = g_string_new (NULL);
  gboolean in_math = FALSE;
  int script = 0;

  if (letters == NULL)
    return g_string_free (g_string_append (text, markup), FALSE);
  g_array_append_val (letters, end);
  for (guint i = 0; i < letters->len; i++)
    {
      const IplLetter *letter = &g_array_index (letters, IplLetter, i);
      gboolean math = letter->italic || letter->script != 0, changes = letter->script != script;

      if (changes && script != 0)
        g_string_append_c (text, '}');
      if (math != in_math)
        g_string_append_c (text, '$');
      script = letter->script;
      in_math = math;
      if (changes && script != 0)
        g_string_append (text, script < 0 ? "_{" : "^{");
      if (letter->sign == '$'
          || (math && letter->sign < 0x80 && letter->sign != 0
              && strchr ("_^{}%#\\", (int)letter->sign) != NULL))
        g_string_append_c (text, '\\');
      if (letter->sign != 0)
        g_string_append_unichar (text, letter->sign);
    }
  return g_string_free (text, FALSE);
}

/* Appends ", name=" and the text, if there is one. */
void
ipl_python_append_markup (GString *text, const char *name, const char *markup)
{
  g_autofree char *label = ipl_python_mathtext (markup != NULL ? markup : "");

  if (markup == NULL)
    return;
  g_string_append_printf (text, ", %s=", name);
  ipl_python_append_text (text, label);
}

/* Appends ", name=" and the number, unless it is the usual one. */
void
ipl_python_append_argument (GString *text, const char *name, double value, double usual)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (value != usual)
    g_string_append_printf (text, ", %s=%s", name,
                            g_ascii_formatd (number, sizeof number, "%.3g", value));
}
