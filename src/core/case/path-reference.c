/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path references of users, for all options and entries: a number is an index in flat order,
 * from 1, for any names of paths; "(1,2)" and "1·2" are heads; anything else is a name. A name
 * that looks like a number is written in quotes. */
#include "core/case/path-reference.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/text-escape.h"
#include <string.h>

/* Separates heads in the form "1·2". */
#define DOT "·"

/* Splits a text at separators outside brackets and quotes, and strips white space; one empty
 * part for an empty text. */
char **
ipl_path_references_split (const char *text, char separator)
{
  GPtrArray *parts = g_ptr_array_new ();
  const char *start = text;
  gboolean quoted = FALSE;
  guint depth = 0;

  for (const char *at = text; *at != '\0'; at++)
    {
      quoted ^= *at == '"';
      if (!quoted && *at == '(')
        depth++;
      else if (!quoted && *at == ')' && depth > 0)
        depth--;
      else if (!quoted && depth == 0 && *at == separator)
        {
          g_ptr_array_add (parts, g_strstrip (g_strndup (start, (gsize)(at - start))));
          start = at + 1;
        }
    }
  g_ptr_array_add (parts, g_strstrip (g_strdup (start)));
  g_ptr_array_add (parts, NULL);
  return (char **)g_ptr_array_free (parts, FALSE);
}

/* TRUE if @text equals @name; ignores case if @folded. */
static gboolean
is_name (const char *name, const char *text, gboolean folded)
{
  g_autofree char *one = folded ? g_utf8_casefold (name, -1) : NULL;
  g_autofree char *other = folded ? g_utf8_casefold (text, -1) : NULL;

  return folded ? strcmp (one, other) == 0 : strcmp (name, text) == 0;
}

/* The first path of this name, long names before short ones, exact ones before those in other
 * case; -1 for none. @again: (out): another path with the same name, or -1 */
static gssize
find_name (const IplCaseInfo *the_case, const char *text, gssize *again)
{
  char *const *lists[] = { the_case->path_names, the_case->short_names };
  gssize found = -1;

  *again = -1;
  for (guint k = 0; k < 2 * G_N_ELEMENTS (lists) && found < 0; k++)
    for (gsize p = 0; p < the_case->Pi && *again < 0; p++)
      if (is_name (lists[k % 2][p], text, k >= 2))
        *(found < 0 ? &found : again) = (gssize)p;
  return found;
}

/* The head @text of a layer, from 0; -1 for none. */
static gssize
find_head (const IplCaseInfo *the_case, guint layer, const char *text)
{
  const guint H = the_case->H[layer];
  guint64 number;

  if (strcmp (text, "id") == 0 && ipl_case_head_is_identity (the_case, layer, H - 1))
    return H - 1;
  return ipl_number_parse_integer (text, &number) && number >= 1 && number <= H ? (gssize)number - 1
                                                                                : -1;
}

/* The path through the heads of "(1,2)" or "1·2"; -1 for another form. */
static gssize
find_heads (const IplCaseInfo *the_case, const char *text)
{
  const gsize length = strlen (text);
  gboolean brackets = length > 2 && text[0] == '(' && text[length - 1] == ')';
  g_autofree char *inside
      = brackets ? g_strndup (text + 1, length - 2) : g_strdup (strstr (text, DOT) ? text : "");
  g_auto (GStrv) heads = g_strsplit (inside, brackets ? "," : DOT, -1);
  gssize path = 0;

  if (g_strv_length (heads) != the_case->L)
    return -1;
  for (guint l = 0; l < the_case->L && path >= 0; l++)
    {
      gssize head = find_head (the_case, l, g_strstrip (heads[l]));

      path = head < 0 ? -1 : path * (gssize)the_case->H[l] + head;
    }
  return path;
}

/* The name inside quotes, or NULL. */
static char *
unquote (const char *text)
{
  gsize length = strlen (text);

  return length > 2 && text[0] == '"' && text[length - 1] == '"' ? g_strndup (text + 1, length - 2)
                                                                 : NULL;
}

static gssize
fail_number (const IplCaseInfo *the_case, const char *number, GError **error)
{
  gssize again, named = find_name (the_case, number, &again);

  if (named < 0)
    ipl_fail (error, IPL_ERROR_VALUE,
              "There is no path number %s: this case has %" G_GSIZE_FORMAT ".", number,
              the_case->Pi);
  else
    ipl_fail (error, IPL_ERROR_VALUE,
              "There is no path number %s: this case has %" G_GSIZE_FORMAT
              ". For the path that is called so, give \"%s\" in double quotes, or its number, "
              "%" G_GSSIZE_FORMAT ".",
              number, the_case->Pi, number, named + 1);
  return -1;
}

/* The path, flat index from 0; -1 for an unknown or ambiguous name. @text: its number from 1,
 * "(1,2)" or "1·2" for its heads, or its name, short or long, in double quotes if it is a number
 * or has commas. */
gssize
ipl_path_reference_parse (IplAnyCase any, const char *text, GError **error)
{
  const IplCaseInfo *the_case = any.info;
  g_autofree char *quoted = unquote (text);
  g_autofree char *shown = ipl_text_shown (text);
  gssize path, again = -1;
  guint64 number;

  if (ipl_number_parse_integer (text, &number))
    return number >= 1 && number <= the_case->Pi ? (gssize)number - 1
                                                 : fail_number (the_case, shown, error);
  path = find_name (the_case, quoted != NULL ? quoted : text, &again);
  if (path < 0 && quoted == NULL)
    path = find_heads (the_case, text);
  if (path < 0)
    ipl_fail (error, IPL_ERROR_VALUE,
              "“%s” is none of this case's %" G_GSIZE_FORMAT " paths: give numbers from 1, heads "
              "as in (1,2), or names.",
              shown, the_case->Pi);
  else if (again >= 0)
    ipl_fail (error, IPL_ERROR_VALUE,
              "Paths %" G_GSSIZE_FORMAT " and %" G_GSSIZE_FORMAT
              " are both called “%s”: give their number.",
              path + 1, again + 1, shown);
  return again >= 0 ? -1 : path;
}

/* "path 11: (3,3)", the number and the name of a path, to confirm a reference to the user. */
char *
ipl_path_reference_describe (IplAnyCase any, gsize path)
{
  const IplCaseInfo *the_case = any.info;
  g_autofree char *shown = ipl_text_escape (the_case->path_names[path]);

  return g_strdup_printf ("path %" G_GSIZE_FORMAT ": %s", path + 1, shown);
}
