/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid is flooded: places are taken from the lowest up, and where two basins meet the shallower
 * one ends. */
#include "core/attention/basins.h"

#include <math.h>

#define NONE G_MAXSIZE

typedef struct
{
  gsize rows, columns;
  const double *values;
  gsize *parent; /* of a place in its basin; NONE where it is not flooded */
  gsize *lowest; /* of a basin's root, the index of its minimum in @basins, or NONE */
  GArray *basins;
} Flood;

static gsize
find_root (Flood *self, gsize at)
{
  while (self->parent[at] != at)
    at = self->parent[at] = self->parent[self->parent[at]];
  return at;
}

static gboolean
is_on_edge (const Flood *self, gsize at)
{
  gsize row = at / self->columns, column = at % self->columns;

  return (self->rows > 1 && (row == 0 || row + 1 == self->rows))
         || (self->columns > 1 && (column == 0 || column + 1 == self->columns));
}

static IplBasin *
get_basin (Flood *self, gsize root)
{
  return self->lowest[root] != NONE ? &g_array_index (self->basins, IplBasin, self->lowest[root])
                                    : NULL;
}

/* Two basins meet at a place, which belongs to the first. */
static void
unite (Flood *self, gsize at, gsize root, gsize other)
{
  IplBasin *mine = get_basin (self, root), *its = get_basin (self, other);
  IplBasin *ends = mine != NULL && its != NULL ? (its->value < mine->value ? mine : its) : NULL;

  if (ends != NULL)
    {
      ends->pass = at;
      ends->over = self->values[at];
    }
  if (mine == NULL || ends == mine)
    self->lowest[root] = self->lowest[other];
  self->parent[other] = root;
}

static void
take (Flood *self, gsize at)
{
  gsize row = at / self->columns, column = at % self->columns;
  gboolean alone = TRUE;

  self->parent[at] = at;
  self->lowest[at] = NONE;
  for (gsize i = row > 0 ? row - 1 : 0; i <= MIN (row + 1, self->rows - 1); i++)
    for (gsize j = column > 0 ? column - 1 : 0; j <= MIN (column + 1, self->columns - 1); j++)
      {
        gsize next = i * self->columns + j;

        if (next == at || self->parent[next] == NONE)
          continue;
        alone = FALSE;
        if (find_root (self, next) != find_root (self, at))
          unite (self, at, find_root (self, at), find_root (self, next));
      }
  if (alone && !is_on_edge (self, at))
    {
      const IplBasin basin = { at, self->values[at], at, INFINITY };

      self->lowest[at] = self->basins->len;
      g_array_append_val (self->basins, basin);
    }
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer values)
{
  const gsize *x = a, *y = b;
  double at_x = ((const double *)values)[*x], at_y = ((const double *)values)[*y];

  return at_x != at_y ? (at_x < at_y ? -1 : 1) : (*x > *y) - (*x < *y);
}

GArray *
ipl_basins_find (gsize rows, gsize columns, const double *values, double least)
{
  gsize n = rows * columns, count = 0;
  g_autofree gsize *places = g_new (gsize, MAX (3 * n, 1));
  Flood flood = { rows,       columns,        values,
                  places + n, places + 2 * n, g_array_new (FALSE, FALSE, sizeof (IplBasin)) };

  for (gsize i = 0; i < n; i++)
    {
      flood.parent[i] = NONE;
      if (isfinite (values[i]))
        places[count++] = i;
    }
  g_qsort_with_data (places, (int)count, sizeof *places, compare_places, (gpointer)values);
  for (gsize i = 0; i < count; i++)
    take (&flood, places[i]);
  /* They were found from the lowest up. */
  for (guint i = flood.basins->len; i-- > 0;)
    {
      const IplBasin *basin = &g_array_index (flood.basins, IplBasin, i);

      if (basin->over - basin->value <= least)
        g_array_remove_index (flood.basins, i);
    }
  return flood.basins;
}

double
ipl_basins_barrier (const GArray *basins)
{
  const IplBasin *second = basins->len > 1 ? &g_array_index (basins, IplBasin, 1) : NULL;

  return second != NULL && isfinite (second->over) ? second->over - second->value : NAN;
}
