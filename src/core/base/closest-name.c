/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/closest-name.h"

#include <string.h>

#define MAX_LENGTH 64

/* Reduces a name to its lowercase letters and digits, "xtrain1" for "X_train_1". */
static void
reduce (const char *name, char letters[MAX_LENGTH + 1])
{
  guint n = 0;

  for (; *name != '\0' && n < MAX_LENGTH; name++)
    if (g_ascii_isalnum (*name))
      letters[n++] = g_ascii_tolower (*name);
  letters[n] = '\0';
}

/* Letters that are wrong, missing, too many or swapped with the next (optimal string alignment). */
static guint
count_slips (const char *a, const char *b)
{
  guint rows[MAX_LENGTH + 1][MAX_LENGTH + 1];
  guint n = (guint)strlen (a), m = (guint)strlen (b);

  for (guint i = 0; i <= n; i++)
    for (guint j = 0; j <= m; j++)
      {
        guint *least = &rows[i][j];

        *least = i == 0 ? j : i;
        if (i == 0 || j == 0)
          continue;
        *least = MIN (rows[i - 1][j], rows[i][j - 1]) + 1;
        *least = MIN (*least, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          *least = MIN (*least, rows[i - 2][j - 2] + 1);
      }
  return rows[n][m];
}

/* " Did you mean “sweep”?" for the name that differs by the fewest letters, one in three and two at
 * most, or that begins with @given and a dash; else "".
 * @names: %NULL-terminated */
char *
ipl_closest_name_hint (const char *given, const char *const *names)
{
  char a[MAX_LENGTH + 1], b[MAX_LENGTH + 1];
  g_autofree char *words = g_strdup_printf ("%s-", given);
  const char *closest = NULL;
  guint least = 3;

  reduce (given, a);
  for (; *names != NULL; names++)
    {
      guint slips, shorter;

      reduce (*names, b);
      slips = count_slips (a, b);
      shorter = (guint)MIN (strlen (a), strlen (b));
      if (slips < least && slips <= shorter / 3)
        {
          closest = *names;
          least = slips;
        }
      else if (closest == NULL && g_str_has_prefix (*names, words))
        closest = *names;
    }
  return closest != NULL ? g_strdup_printf (" Did you mean “%s”?", closest) : g_strdup ("");
}
