/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of a file, a file's name or a user, made safe for a sentence on a terminal or in the
 * window: no character moves the cursor, changes colours, turns the direction of the text or
 * ends the line. */
#include "core/base/text-escape.h"

#include <string.h>

/* Longer names are cut in a sentence. */
#define MAX_SHOWN 200

/* TRUE if a character shows itself rather than doing something. */
static gboolean
is_plain (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
      return FALSE;
    default:
      return TRUE;
    }
}

/* Returns: TRUE if the text is UTF-8 without control and direction characters, so that
 *   ipl_text_shown() changes only its length */
gboolean
ipl_text_is_plain (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (!is_plain (g_utf8_get_char (text)))
      return FALSE;
  return TRUE;
}

/* At most @most characters. */
static char *
escape (const char *text, gsize most)
{
  GString *shown = g_string_new (NULL);
  gsize n = 0;

  while (*text != '\0' && n++ < most)
    {
      gunichar c = g_utf8_get_char_validated (text, -1);

      if (c == (gunichar)-1 || c == (gunichar)-2)
        {
          g_string_append_printf (shown, "\\x%02x", (guint)(guchar)*text++);
          continue;
        }
      if (is_plain (c))
        g_string_append_unichar (shown, c);
      else if (c < 0x100)
        g_string_append_printf (shown, "\\x%02x", c);
      else
        g_string_append_printf (shown, c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
      text = g_utf8_next_char (text);
    }
  if (*text != '\0')
    g_string_append (shown, "…");
  return g_string_free (shown, FALSE);
}

/* Returns: (transfer full): UTF-8 that can be shown anywhere: control and direction characters as
 *   "\x1b" or "\u202e", bytes that are no UTF-8 as "\xff" */
char *
ipl_text_escape (const char *text)
{
  return escape (text, G_MAXSIZE);
}

/* @text: any bytes up to a NUL, a name
 * Returns: as ipl_text_escape(); longer than 200 characters it is cut, with "…" at its end */
char *
ipl_text_shown (const char *text)
{
  return escape (text, MAX_SHOWN);
}

/* Returns: a word of a command line that is safe to show: in quotes or, with control characters
 *   or invalid UTF-8, escaped as bash, zsh and ksh read it, $'..' */
char *
ipl_text_shell_quote (const char *text)
{
  GString *word;

  if (ipl_text_is_plain (text))
    return g_shell_quote (text);
  word = g_string_new ("$'");
  for (; *text != '\0'; text++)
    if (*text == '\'' || *text == '\\')
      g_string_append_printf (word, "\\%c", *text);
    else if (g_ascii_isprint (*text))
      g_string_append_c (word, *text);
    else
      g_string_append_printf (word, "\\x%02x", (guint)(guchar)*text);
  g_string_append_c (word, '\'');
  return g_string_free (word, FALSE);
}

/* @path: a file name, in the encoding of file names
 * Returns: (transfer full): all of it, as ipl_text_escape() has it */
char *
ipl_path_shown (const char *path)
{
  g_autofree char *text = g_filename_to_utf8 (path, -1, NULL, NULL, NULL);

  return ipl_text_escape (text != NULL ? text : path);
}

/* @path: a file name, in the encoding of file names
 * Returns: (transfer full): its last part, as ipl_text_escape() has it */
char *
ipl_file_shown (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return ipl_path_shown (name);
}

/* Letter by letter, so that places in it are places in @text, and the same in every locale.
 * @length: bytes of valid UTF-8
 * Returns: (transfer full): the text in lower case */
char *
ipl_text_lower (const char *text, gsize length)
{
  GString *lower = g_string_sized_new (length);

  for (const char *at = text; at < text + length; at = g_utf8_next_char (at))
    g_string_append_unichar (lower, g_unichar_tolower (g_utf8_get_char (at)));
  return g_string_free (lower, FALSE);
}

/* Escapes an error's sentence as ipl_text_escape() does, if it has names from a file; the reader
 * of a file calls it before returning the error. */
void
ipl_error_escape (GError **error)
{
  char *shown;

  if (error == NULL || *error == NULL || ipl_text_is_plain ((*error)->message))
    return;
  shown = ipl_text_escape ((*error)->message);
  g_free ((*error)->message);
  (*error)->message = shown;
}
