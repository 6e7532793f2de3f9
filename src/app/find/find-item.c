/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items of the search, and their ranking for a query. */
#include "app/find/finder.h"

#include "core/base/fuzzy-match.h"

/* Bonus of a recently used item; malus of an item that is disabled. */
#define RECENT_SCORE 15
#define IMPOSSIBLE_SCORE 15

/* An item whose score is below this fraction of the best is left out. */
#define WORST_DIVISOR 4

/* A match in the place counts for less; the full name of a kind counts for this much. */
#define WHERE_DIVISOR 3
#define KIND_SCORE 100

/* Bonus of a title that begins with the query. */
#define BEGINNING_SCORE 50

static void
item_free (gpointer data)
{
  IplFindItem *self = data;

  g_free (self->title);
  g_free (self->where);
  g_free (self->action);
  g_free (self->help);
  g_free (self->why);
  g_free (self->keys);
  g_free (self->folded_title);
  g_free (self->folded_kind);
  g_free (self->folded_where);
  g_free (self);
}

/* Returns: (transfer full): an empty list */
GPtrArray *
ipl_find_items_new (void)
{
  return g_ptr_array_new_with_free_func (item_free);
}

/* @kind: static string
 * @where: (nullable)
 * Returns: (transfer none): the new item, which is enabled */
IplFindItem *
ipl_find_items_add (GPtrArray *items, const char *kind, const char *title, const char *where,
                    const char *action)
{
  IplFindItem *self = g_new0 (IplFindItem, 1);

  self->kind = kind;
  self->title = g_strdup (title);
  self->where = g_strdup (where);
  self->action = g_strdup (action);
  self->can = TRUE;
  g_ptr_array_add (items, self);
  return self;
}

/* Called once all items are added, before a search. */
void
ipl_find_items_seal (GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      IplFindItem *item = items->pdata[i];

      g_autofree char *title = g_strjoin (", ", item->title, item->also, NULL);

      item->folded_title = ipl_fuzzy_fold (title);
      item->folded_kind = ipl_fuzzy_fold (item->kind);
      item->folded_where = ipl_fuzzy_fold (item->where != NULL ? item->where : "");
    }
}

/* Returns: index of the action among the recent ones, the latest first, or -1 */
static int
find_recent (const char *const *recent, const char *action)
{
  for (int i = 0; recent[i] != NULL; i++)
    if (g_str_equal (recent[i], action))
      return i;
  return -1;
}

typedef struct
{
  IplFindItem *item;
  int matched; /* score of the words alone */
  int score;
  int recent; /* index among the recent ones, or -1 */
  guint place;
} Found;

/* Returns: score of an item; 0 if a term does not occur */
static int
score (const IplFindItem *item, char **terms)
{
  int sum = 0;

  for (guint i = 0; terms[i] != NULL; i++)
    {
      int title = (int)ipl_fuzzy_score (item->folded_title, terms[i]);
      int where = (int)ipl_fuzzy_score (item->folded_where, terms[i]) / WHERE_DIVISOR;
      int kind = g_str_equal (item->folded_kind, terms[i]) ? KIND_SCORE : 0;

      if (title == 0 && where == 0 && kind == 0)
        return 0;
      sum += MAX (title, MAX (where, kind));
    }
  return sum;
}

/* Orders by score, then by last use, then by list position. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const Found *one = a, *other = b;

  if (one->score != other->score)
    return one->score > other->score ? -1 : 1;
  if (one->recent != other->recent)
    return (guint)one->recent < (guint)other->recent ? -1 : 1;
  return one->place < other->place ? -1 : 1;
}

/* @items: (element-type IplFindItem): sealed
 * @recent: (array zero-terminated=1): recently used actions, the latest first
 * Returns: (transfer container): matching items, best first; all items for an empty query, recent
 *   ones first */
GPtrArray *
ipl_find_items_rank (const GPtrArray *items, const char *query, const char *const *recent)
{
  g_auto (GStrv) terms = ipl_fuzzy_terms (query);
  g_autofree char *all = g_strjoinv (" ", terms);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));
  GPtrArray *ranked = g_ptr_array_new ();
  int best = 0;

  for (guint i = 0; i < items->len; i++)
    {
      IplFindItem *item = items->pdata[i];
      Found one = { item, score (item, terms), 0, find_recent (recent, item->action), i };

      if (terms[0] != NULL && one.matched == 0)
        continue;
      best = MAX (best, one.matched);
      if (terms[0] != NULL)
        one.score = one.matched + (g_str_has_prefix (item->folded_title, all) ? BEGINNING_SCORE : 0)
                    + (one.recent >= 0 ? RECENT_SCORE : 0) - (item->can ? 0 : IMPOSSIBLE_SCORE);
      g_array_append_val (found, one);
    }
  g_array_sort (found, compare);
  for (guint i = 0; i < found->len; i++)
    if (g_array_index (found, Found, i).matched * WORST_DIVISOR > best || best == 0)
      g_ptr_array_add (ranked, g_array_index (found, Found, i).item);
  return ranked;
}
