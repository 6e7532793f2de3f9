/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which arrays were meant for which, from names and shapes: a proposal for the user to look at. */
#include "core/case/case-roles.h"

#include <string.h>

#include "core/case/near-name.h"

/* The part of a name that marks an array of the test set. */
static const char *const test_words[]
    = { "test", "tst", "te", "validation", "valid", "val", "eval", "dev", "heldout", "holdout" };

/* The role that an array's shape suggests. */
typedef enum
{
  LOOKS_OTHER,
  LOOKS_LABELS,
  LOOKS_TOKENS,
  LOOKS_ATTENTION,
} Looks;

static Looks
looks_like (const IplArray *array)
{
  if (array->is_text || array->size == 0)
    return LOOKS_OTHER;
  if (array->ndim == 4 && array->shape[2] == array->shape[3])
    return LOOKS_ATTENTION;
  if (array->ndim == 3)
    return LOOKS_TOKENS;
  return array->ndim == 1 && array->size > 1 ? LOOKS_LABELS : LOOKS_OTHER;
}

/* TRUE if the word stands in the name between what are no letters. */
static gboolean
has_word (const char *name, const char *word)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  gsize length = strlen (word);

  for (const char *at = strstr (lower, word); at != NULL; at = strstr (at + 1, word))
    if ((at == lower || !g_ascii_isalpha (at[-1])) && !g_ascii_isalpha (at[length]))
      return TRUE;
  return FALSE;
}

static gboolean
is_of_test (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (test_words); i++)
    if (has_word (name, test_words[i]))
      return TRUE;
  return FALSE;
}

/* "blocks.2" before "blocks.10". */
static int
compare_names (gconstpointer a, gconstpointer b)
{
  const char *x = (*(const IplArray *const *)a)->name, *y = (*(const IplArray *const *)b)->name;

  while (*x != '\0' && *y != '\0')
    {
      if (g_ascii_isdigit (*x) && g_ascii_isdigit (*y))
        {
          guint64 m = g_ascii_strtoull (x, (char **)&x, 10);
          guint64 n = g_ascii_strtoull (y, (char **)&y, 10);

          if (m != n)
            return m < n ? -1 : 1;
          continue;
        }
      if (*x != *y)
        return *x < *y ? -1 : 1;
      x++;
      y++;
    }
  return (*x != '\0') - (*y != '\0');
}

/* Those of one set that look so, in the order of their layers. */
static GPtrArray *
find (IplNpz *arrays, Looks looks, gboolean test, gsize count)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < ipl_npz_get_n (arrays); i++)
    {
      const IplArray *array = ipl_npz_get (arrays, i);

      if (looks_like (array) == looks && is_of_test (array->name) == test
          && (count == 0 || array->shape[0] == count))
        g_ptr_array_add (found, (gpointer)array);
    }
  g_ptr_array_sort (found, compare_names);
  return found;
}

static void
propose (IplNpz *arrays, GPtrArray *assignments, const char *role, const IplArray *array)
{
  if (ipl_npz_lookup (arrays, role) == NULL && ipl_case_roles_of (assignments, array->name) == NULL
      && ipl_case_role_find (array->name) == NULL)
    ipl_case_roles_set (assignments, role, array->name);
}

/* By name, as whoever misspells one of the data format's. */
static void
guess_by_names (IplNpz *arrays, GPtrArray *assignments)
{
  static const char *const wanted[]
      = { "y_train", "y_test", "x_train", "x_test", "xi_train", "xi_test", "heads" };
  g_autoptr (GList) names = ipl_npz_names (arrays);

  for (gsize i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      const char *near
          = ipl_npz_lookup (arrays, wanted[i]) == NULL ? ipl_near_name (wanted[i], names) : NULL;
      IplArray *array = near != NULL ? ipl_npz_lookup (arrays, near) : NULL;

      if (array != NULL && is_of_test (near) == (strstr (wanted[i], "_test") != NULL))
        propose (arrays, assignments, wanted[i], array);
    }
}

/* The array that a role has by its own name or by what was proposed. */
static const IplArray *
holder (IplNpz *arrays, const GPtrArray *assignments, const char *role)
{
  for (guint i = 0; i < assignments->len; i++)
    {
      const IplRoleAssignment *at = assignments->pdata[i];

      if (strcmp (at->role, role) == 0)
        return ipl_npz_lookup (arrays, at->name);
    }
  return ipl_npz_lookup (arrays, role);
}

/* By shape, within one set: labels tell how many examples it has, the others follow. */
static void
guess_by_shapes (IplNpz *arrays, GPtrArray *assignments, gboolean test)
{
  const char *set = test ? "test" : "train";
  g_autofree char *y = g_strconcat ("y_", set, NULL);
  g_autoptr (GPtrArray) labels = find (arrays, LOOKS_LABELS, test, 0);
  g_autoptr (GPtrArray) attention = NULL, tokens = NULL;
  const IplArray *array = holder (arrays, assignments, y);
  g_autofree char *x = NULL;

  if (array == NULL && labels->len == 1)
    propose (arrays, assignments, y, array = labels->pdata[0]);
  if (array == NULL)
    return;
  attention = find (arrays, LOOKS_ATTENTION, test, array->shape[0]);
  tokens = find (arrays, LOOKS_TOKENS, test, array->shape[0]);
  for (guint l = 0; l < attention->len && l < 128; l++)
    {
      g_autofree char *role = g_strdup_printf ("attn_%s_%u", set, l + 1);

      propose (arrays, assignments, role, attention->pdata[l]);
    }
  x = g_strconcat (attention->len > 0 || ipl_npz_lookup (arrays, "w_1") != NULL
                           || ipl_npz_lookup (arrays, "wq_1") != NULL
                       ? "x_"
                       : "xi_",
                   set, NULL);
  if (holder (arrays, assignments, x) == NULL && tokens->len == 1)
    propose (arrays, assignments, x, tokens->pdata[0]);
}

/* Roles as ipl_case_roles_parse() reads them, for arrays whose names are not those of the data
 * format; empty where nothing is known. */
char *
ipl_case_roles_guess (IplNpz *arrays)
{
  g_autoptr (GPtrArray) assignments = ipl_case_roles_parse ("", NULL);

  guess_by_names (arrays, assignments);
  guess_by_shapes (arrays, assignments, FALSE);
  guess_by_shapes (arrays, assignments, TRUE);
  return ipl_case_roles_format (assignments);
}
