/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slips of the keys: words that differ by a letter or two. */
#include "core/base/slips.h"

#include <string.h>

#define MAX_LENGTH 64

/* So many letters may have one slip in them, or two. */
#define ONE_SLIP 4
#define TWO_SLIPS 8

/* How many letters are wrong, missing, too many or the wrong way round, at most 3. Both words have
 * at most MAX_LENGTH letters. */
static guint
count_slips (const char *a, const char *b)
{
  guint n = (guint)strlen (a), m = (guint)strlen (b);
  guint rows[3][MAX_LENGTH + 1];
  guint *last = rows[0], *row = rows[1], *before = rows[2];

  for (guint j = 0; j <= m; j++)
    last[j] = j;
  for (guint i = 1; i <= n; i++)
    {
      guint *oldest = before;

      row[0] = i;
      for (guint j = 1; j <= m; j++)
        {
          guint change = last[j - 1] + (a[i - 1] != b[j - 1]);

          row[j] = MIN (change, MIN (last[j], row[j - 1]) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
        }
      before = last;
      last = row;
      row = oldest;
    }
  return MIN (last[m], 3);
}

/* TRUE if one word was meant for the other, as far as their letters tell. */
gboolean
ipl_is_slip (const char *a, const char *b)
{
  gsize shorter = MIN (strlen (a), strlen (b)), longer = MAX (strlen (a), strlen (b));

  if (longer < ONE_SLIP || shorter < ONE_SLIP - 1 || longer > MAX_LENGTH || g_ascii_isdigit (a[0])
      || g_ascii_isdigit (b[0]))
    return FALSE;
  return count_slips (a, b) <= (shorter >= TWO_SLIPS ? 2 : 1);
}

/* The one of @names, NULL-terminated, that @given is a slip of, or the first words of; NULL where
 * there is none. */
static const char *
closest_name (const char *given, const char *const *names)
{
  g_autofree char *words = g_strdup_printf ("%s-", given);
  const char *closest = NULL;
  guint least = 3;

  for (; *names != NULL; names++)
    if (ipl_is_slip (given, *names) && count_slips (given, *names) < least)
      {
        closest = *names;
        least = count_slips (given, *names);
      }
    else if (closest == NULL && g_str_has_prefix (*names, words))
      closest = *names;
  return closest;
}

/* " Did you mean “sweep”?", or nothing. */
char *
ipl_closest_name_hint (const char *given, const char *const *names)
{
  const char *closest = closest_name (given, names);

  return closest != NULL ? g_strdup_printf (" Did you mean “%s”?", closest) : g_strdup ("");
}
