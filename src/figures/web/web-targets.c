/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The targets of a page: found by asking figures at every place of a grid, and by
 * walking through them as the arrow keys do. */

#include "figures/web/web-parts.h"

#include <math.h>
#include <string.h>

#include "figures/output/figure.h"

typedef struct
{
  IplTarget target;
  const IplPanel *panel; /* where it was found first */
} Entry;

struct _IplWebTargets
{
  GArray *entries; /* of Entry */
  GHashTable *numbers;
  gboolean is_full; /* there were more */
};

static guint
hash (gconstpointer key)
{
  const IplTarget *self = key;
  const int parts[] = { self->path,      self->other,   self->layer, self->head, self->row,
                        self->component, self->example, self->token, self->step };
  guint h = 5381;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    h = h * 33 + (guint)parts[i];
  return h;
}

static gboolean
equal (gconstpointer a, gconstpointer b)
{
  return ipl_target_equal (a, b);
}

IplWebTargets *
ipl_web_targets_new (void)
{
  IplWebTargets *self = g_new0 (IplWebTargets, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->numbers = g_hash_table_new_full (hash, equal, g_free, NULL);
  return self;
}

void
ipl_web_targets_free (IplWebTargets *self)
{
  g_array_unref (self->entries);
  g_hash_table_unref (self->numbers);
  g_free (self);
}

/* Returns: how many numbers there are: things, and nothing */
guint
ipl_web_targets_n (const IplWebTargets *self)
{
  return self->entries->len + 1;
}

/* @panel: (out): where it was found first
 * Returns: the thing */
const IplTarget *
ipl_web_targets_get (const IplWebTargets *self, guint number, const IplPanel **panel)
{
  const Entry *entry = &g_array_index (self->entries, Entry, number - 1);

  *panel = entry->panel;
  return &entry->target;
}

/* A cell of a kernel is one of ten thousand of each of the pairs, and is highlighted as its pair.
 */
static IplTarget
simplify (const IplTarget *target)
{
  IplTarget simple = *target;

  if (simple.step >= IPL_TARGET_CELL)
    simple.step = -1;
  return simple;
}

/* Returns: its number, or 0 where it is nothing, or nothing that is known */
guint
ipl_web_targets_find (const IplWebTargets *self, const IplTarget *target)
{
  IplTarget simple = simplify (target);

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &simple));
}

/* Returns: its number, or 0 where it is nothing, or there are too many */
static guint
ipl_web_targets_add (IplWebTargets *self, const IplPanel *panel, const IplTarget *target)
{
  Entry entry = { simplify (target), panel };
  guint number = ipl_web_targets_find (self, target);

  if (number > 0 || ipl_target_is_none (&entry.target)
      || self->entries->len >= IPL_WEB_MOST_TARGETS)
    {
      self->is_full = self->is_full || (number == 0 && !ipl_target_is_none (&entry.target));
      return number;
    }
  g_array_append_val (self->entries, entry);
  number = self->entries->len;
  g_hash_table_insert (self->numbers, g_memdup2 (&entry.target, sizeof entry.target),
                                                 GUINT_TO_POINTER (number));
  return number;
}

/* TRUE if there was more to point at than is kept. */
gboolean
ipl_web_targets_is_full (const IplWebTargets *self)
{
  return self->is_full;
}

static void
append_run (GString *text, guint number, guint length)
{
  if (length > 0)
    g_string_append_printf (text, "%u*%u ", number, length);
}

/* @self: the things; those that are found are added
 * Returns: (transfer full): what is where, a line of places each, as runs "number*length " */
char *
ipl_web_targets_map (IplWebTargets *self, const IplWebDrawing *drawing)
{
  GString *text = g_string_new (NULL);
  guint columns = (guint)ceil (drawing->page.width_pt / IPL_WEB_GRID);
  guint rows = (guint)ceil (drawing->page.height_pt / IPL_WEB_GRID);

  for (guint r = 0; r < rows; r++)
    {
      guint last = 0, length = 0;

      for (guint c = 0; c < columns; c++)
        {
          IplTarget target = IPL_TARGET_NONE;
          const IplPanel *panel = ipl_web_drawing_find (drawing, (c + 0.5) * IPL_WEB_GRID,
                                                        (r + 0.5) * IPL_WEB_GRID, &target);
          guint number = panel != NULL ? ipl_web_targets_add (self, panel, &target) : 0;

          if (number != last)
            {
              append_run (text, last, length);
              length = 0;
            }
          last = number;
          length++;
        }
      if (last > 0)
        append_run (text, last, length);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static const int directions[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };

/* Walks through all panels by the arrow keys, from everything there is.
 * @self: the things; those that are come to are added */
void
ipl_web_targets_walk (IplWebTargets *self, const IplWebDrawing *drawing)
{
  const IplView *view = ipl_web_drawing_get_view (drawing);

  for (guint number = 0; number < ipl_web_targets_n (self); number++)
    for (guint p = 0; p < drawing->n_parts; p++)
      for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
        {
          const IplPanel *panel = drawing->parts[p].panel;
          IplTarget from = number > 0 ? g_array_index (self->entries, Entry, number - 1).target
                                      : IPL_TARGET_NONE;
          IplTarget next = ipl_figure_step (panel, &from, view, directions[d][0], directions[d][1]);

          ipl_web_targets_add (self, panel, &next);
        }
}

/* Returns: (transfer full): for nothing and every thing, a line each, where the arrow keys lead:
 *   left, right, up and down */
char *
ipl_web_targets_steps (const IplWebTargets *self, const IplWebDrawing *drawing, guint part)
{
  const IplView *view = ipl_web_drawing_get_view (drawing);
  GString *text = g_string_new (NULL);

  for (guint number = 0; number < ipl_web_targets_n (self); number++)
    {
      IplTarget from
          = number > 0 ? g_array_index (self->entries, Entry, number - 1).target : IPL_TARGET_NONE;

      for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
        {
          IplTarget next = ipl_figure_step (drawing->parts[part].panel, &from, view,
                                            directions[d][0], directions[d][1]);

          g_string_append_printf (text, "%s%u", d > 0 ? " " : "",
                                  ipl_web_targets_find (self, &next));
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
