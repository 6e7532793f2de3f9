/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map-order.h"

#include <math.h>

/* Values of the longer axis in the first picture, about. */
#define FIRST_VALUES 5

typedef struct
{
  guint cell;
  guint case_cell;
  double interest;      /* of the cell */
  double case_interest; /* the largest of a cell of its case */
} Place;

/* The step of the coarsest grid: a power of two. */
guint
ipl_map_order_first_step (const IplMap *self)
{
  guint step = 1;

  while (MAX (self->nx, self->ny) / (2 * step) >= FIRST_VALUES)
    step *= 2;
  return step;
}

static gboolean
is_on (guint i, guint n, guint step)
{
  return i % step == 0 || i == n - 1;
}

/* The neighbours of @i on the grid of twice the step. */
static void
find_parents (guint i, guint n, guint step, guint parents[2])
{
  gboolean on = is_on (i, n, 2 * step);

  parents[0] = on ? i : i - i % (2 * step);
  parents[1] = on ? i : MIN (parents[0] + 2 * step, n - 1);
}

/* How much is to be seen around a cell: the range of accuracies at the coarser cells around it, and
 * 1 where their gains have different signs. */
static double
get_interest (const IplMap *self, guint cell, guint step)
{
  guint x = cell % self->nx, y = cell / self->nx % self->ny, seed = cell / self->nx / self->ny;
  double low = INFINITY, high = -INFINITY, least = INFINITY, most = -INFINITY;
  guint xs[2], ys[2];

  find_parents (x, self->nx, step, xs);
  find_parents (y, self->ny, step, ys);
  for (guint i = 0; i < 4; i++)
    {
      guint parent = ipl_map_index (self, seed, ys[i / 2], xs[i % 2]);
      double accuracy = ipl_map_get (self, parent, IPL_MAP_ACCURACY);
      double gain = ipl_map_get (self, parent, IPL_MAP_GAIN);

      low = fmin (low, accuracy);
      high = fmax (high, accuracy);
      least = fmin (least, gain);
      most = fmax (most, gain);
    }
  return (high > low ? high - low : 0) + (least < 0 && most > 0);
}

static int
compare_cases (gconstpointer a, gconstpointer b)
{
  const Place *i = a, *k = b;

  if (i->case_cell != k->case_cell)
    return i->case_cell < k->case_cell ? -1 : 1;
  if (i->interest != k->interest)
    return i->interest > k->interest ? -1 : 1;
  return i->cell < k->cell ? -1 : i->cell > k->cell;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *i = a, *k = b;

  if (i->case_interest != k->case_interest)
    return i->case_interest > k->case_interest ? -1 : 1;
  return compare_cases (a, b);
}

/* Returns: (transfer full) (element-type guint): the cells of a grid that are not solved, those of
 *   a case one after the other */
GArray *
ipl_map_order_level (const IplMap *self, guint step)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->n; i++)
    if (self->cells[i].state == IPL_MAP_UNSOLVED && is_on (i % self->nx, self->nx, step)
        && is_on (i / self->nx % self->ny, self->ny, step))
      {
        const Place place
            = { i, ipl_map_plan_case_cell (&self->run, i), get_interest (self, i, step), 0 };

        g_array_append_val (places, place);
      }
  g_array_sort (places, compare_cases);
  for (guint i = 0; i < places->len; i++)
    {
      Place *place = &g_array_index (places, Place, i);
      const Place *before = i > 0 ? place - 1 : NULL;

      place->case_interest = before != NULL && before->case_cell == place->case_cell
                                 ? before->case_interest
                                 : place->interest;
    }
  g_array_sort (places, compare_places);
  for (guint i = 0; i < places->len; i++)
    g_array_append_val (cells, g_array_index (places, Place, i).cell);
  return cells;
}
