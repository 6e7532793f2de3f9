/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the lowest minimum changes between neighbours (THEORY.md section 17): looked for where
 * there was a search for several minima on either side. */
#include "core/maps/map-border.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/theory/saddle.h"
#include <math.h>

/* Settings on the way from a cell to the next, and how much a U_pp changes at the least for all of
 * them to be looked at. */
#define STEPS 8
#define JUMP 2.0

/* Two neighbours. */
typedef struct
{
  IplMapBorder along;
  guint a, b;                    /* cells */
  const IplSaddle *left, *right; /* their solutions */
} Edge;

typedef struct
{
  IplMap *map;
  const IplMapSolve *how;
  IplMapCases *cases;
  IplMapKept *kept;
} Border;

static const IplMapBorder directions[] = { IPL_MAP_BORDER_X, IPL_MAP_BORDER_Y };

static gboolean
was_searched (const IplMapCell *cell)
{
  return cell->numbers[IPL_MAP_STARTS] > 1;
}

static gboolean
is_minimum (const IplMapCell *cell)
{
  return cell->state == IPL_MAP_SOLVED && cell->numbers[IPL_MAP_CONVERGED] != 0;
}

/* TRUE if a border between them has to be looked for. */
static gboolean
is_doubtful (const IplMap *map, guint a, guint b)
{
  const IplMapCell *left = &map->cells[a], *right = &map->cells[b];

  return is_minimum (left) && is_minimum (right) && left->n_paths == right->n_paths
         && (was_searched (left) || was_searched (right));
}

/* The next cell along an axis; FALSE for the last one. */
static gboolean
find_next (const IplMap *map, guint cell, IplMapBorder along, guint *next)
{
  gboolean x = along == IPL_MAP_BORDER_X;

  *next = x ? cell + 1 : cell + map->nx;
  return x ? cell % map->nx + 1 < map->nx : cell / map->nx % map->ny + 1 < map->ny;
}

/* TRUE if the borders of a cell to the next x and the next y have been searched for, as they are
 * between solved cells only. */
gboolean
ipl_map_knows_borders (const IplMap *self, guint cell)
{
  guint next;

  if (self->cells[cell].state == IPL_MAP_UNSOLVED)
    return FALSE;
  if ((self->cells[cell].border & IPL_MAP_BORDER_KNOWN) != 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    if (find_next (self, cell, directions[i], &next)
        && (self->cells[next].state == IPL_MAP_UNSOLVED || is_doubtful (self, cell, next)))
      return FALSE;
  return TRUE;
}

/* The solution at a setting of the case of @cell: the lowest minimum, or that to which @from leads.
 * @from: (nullable)
 * Returns: (transfer full) (nullable): NULL without an error where there is none, as in a GP limit
 */
static IplSaddle *
solve (const Border *self, guint cell, const IplSetting *setting, const IplSaddle *from,
       GError **error)
{
  const IplMapSolve *how = self->how;
  g_autoptr (GError) own = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  IplSaddle *saddle = NULL;

  if (setting->gp)
    return NULL;
  kernel = ipl_map_cases_get (self->cases, ipl_map_plan_case_cell (&self->map->run, cell),
                              how->cancellable, &own);
  if (kernel != NULL)
    saddle = from != NULL ? ipl_saddle_solve (kernel->the_case, kernel, setting, from,
                                              how->cancellable, &own)
                          : ipl_saddle_find (kernel->the_case, kernel, setting, NULL, how->threads,
                                             how->cancellable, &own);
  if (own != NULL
      && (ipl_error_is_of_machine (own) || g_error_matches (own, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    g_propagate_error (error, g_steal_pointer (&own));
  return saddle;
}

/* The solution of a cell; *@own: (out): it, where it is not kept. */
static const IplSaddle *
get_solution (const Border *self, guint cell, IplSaddle **own, GError **error)
{
  IplSetting setting = ipl_map_plan_setting (&self->map->run, cell);
  IplSaddle *saddle = self->kept->of_cell[cell];

  if (saddle != NULL)
    return saddle;
  saddle = solve (self, cell, &setting, NULL, error);
  if (saddle != NULL && !ipl_map_kept_take (self->kept, cell, saddle))
    *own = saddle;
  return saddle;
}

/* The settings from one cell to the next, with some between where the case stays.
 * @settings: (out): [STEPS + 1]. Returns: how many they are, both ends included */
static guint
list_settings (const Border *self, const Edge *edge, IplSetting *settings)
{
  const IplRunSettings *run = &self->map->run;
  const IplSweepAxis *axis = edge->along == IPL_MAP_BORDER_X ? &run->x : &run->y;
  guint at = edge->along == IPL_MAP_BORDER_X ? edge->a % self->map->nx
                                             : edge->a / self->map->nx % self->map->ny;
  gboolean log_scale = ipl_sweep_axis_is_logarithmic (axis) && axis->values[at] > 0;
  IplSetting last = ipl_map_plan_setting (run, edge->b);
  IplSweepAxis between = *axis;
  double from = axis->values[at], to = axis->values[at + 1], value;
  guint n = 1;

  settings[0] = ipl_map_plan_setting (run, edge->a);
  between.values = &value;
  between.n = 1;
  for (guint k = 1; k < STEPS && axis->kind != IPL_AXIS_FIELD; k++)
    {
      value
          = log_scale ? from * pow (to / from, (double)k / STEPS) : from + (to - from) * k / STEPS;
      if (axis->kind == IPL_AXIS_WIDTH)
        value = round (value);
      settings[n] = settings[0];
      ipl_sweep_axis_set (&between, 0, &settings[n]);
      if (!ipl_setting_equal (&settings[n], &settings[n - 1])
          && !ipl_setting_equal (&settings[n], &last))
        n++;
    }
  settings[n++] = last;
  return n;
}

static gboolean
is_other (const IplSaddle *a, const IplSaddle *b)
{
  return ipl_saddle_is_lower (a, b) || ipl_saddle_is_lower (b, a);
}

typedef enum
{
  IS_BORDER = 1 << 0,     /* each is lower at its own end */
  LOWER_AT_LEFT = 1 << 1, /* the other's is lower there */
  LOWER_AT_RIGHT = 1 << 2,
} Found;

/* The result where the minimum of one end and that of the other, followed towards each other
 * through all settings, are there at one of them and are not the same; 0 where they are not. */
static Found
find_two (const Border *self, const Edge *edge, guint n, const IplSetting *settings, GError **error)
{
  IplSaddle *up[STEPS + 1] = { NULL }, *down[STEPS + 1] = { NULL };
  gboolean two = FALSE;
  Found found = 0;

  for (guint k = 1; k < n && *error == NULL; k++)
    {
      const IplSaddle *below = k == 1 ? edge->left : up[k - 1];
      const IplSaddle *above = k == 1 ? edge->right : down[n - k];

      up[k] = below != NULL && below->converged
                  ? solve (self, k + 1 < n ? edge->a : edge->b, &settings[k], below, error)
                  : NULL;
      down[n - 1 - k] = *error == NULL && above != NULL && above->converged
                            ? solve (self, edge->a, &settings[n - 1 - k], above, error)
                            : NULL;
    }
  for (guint k = 0; k < n; k++)
    {
      const IplSaddle *below = k == 0 ? edge->left : up[k];
      const IplSaddle *above = k == n - 1 ? edge->right : down[k];

      if (below == NULL || above == NULL || !below->converged || !above->converged)
        continue;
      two = two || is_other (below, above);
      if (k == 0 && ipl_saddle_is_lower (above, below))
        found |= LOWER_AT_LEFT;
      if (k == n - 1 && ipl_saddle_is_lower (below, above))
        found |= LOWER_AT_RIGHT;
    }
  for (guint k = 0; k < n; k++)
    {
      g_clear_pointer (&up[k], ipl_saddle_free);
      g_clear_pointer (&down[k], ipl_saddle_free);
    }
  return two && found == 0 ? IS_BORDER : found;
}

/* TRUE if some U_pp does. */
static gboolean
jumps (const IplSaddle *a, const IplSaddle *b)
{
  for (gsize p = 0; p < a->Pi; p++)
    if (fabs (log (a->U[p * a->Pi + p] / b->U[p * b->Pi + p])) > log (JUMP))
      return TRUE;
  return FALSE;
}

/* In one step; in several where that finds two minima, or too much changes to be sure. */
static Found
follow (const Border *self, Edge *edge, GError **error)
{
  g_autoptr (IplSaddle) own_left = NULL, own_right = NULL;
  IplSetting settings[STEPS + 1], ends[2];
  Found found;
  guint n;

  edge->left = get_solution (self, edge->a, &own_left, error);
  edge->right = edge->left != NULL ? get_solution (self, edge->b, &own_right, error) : NULL;
  if (edge->right == NULL)
    return 0;
  n = list_settings (self, edge, settings);
  ends[0] = settings[0];
  ends[1] = settings[n - 1];
  found = find_two (self, edge, 2, ends, error);
  if (n == 2 || *error != NULL || (found == 0 && !jumps (edge->left, edge->right)))
    return found;
  return find_two (self, edge, n, settings, error);
}

static void
report (const Border *self, guint cell)
{
  g_autofree char *setting = NULL, *sentence = NULL;

  if (self->how->progress == NULL)
    return;
  setting = ipl_map_plan_describe (&self->map->run, cell);
  sentence = g_strdup_printf ("Following the minimum of %s", setting);
  self->how->progress (1, -1, sentence, self->how->data);
}

/* Both borders of a cell. */
static gboolean
look_at (const Border *self, guint cell, GError **error)
{
  IplMapCell *cells = self->map->cells;

  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      g_autoptr (GError) own = NULL;
      Edge edge = { directions[i], .a = cell };
      Found found;

      if (!find_next (self->map, cell, directions[i], &edge.b)
          || !is_doubtful (self->map, cell, edge.b))
        continue;
      report (self, cell);
      found = follow (self, &edge, &own);
      if ((found & IS_BORDER) != 0)
        cells[cell].border |= directions[i];
      if ((found & LOWER_AT_LEFT) != 0)
        cells[cell].border |= IPL_MAP_BORDER_LOWER;
      if ((found & LOWER_AT_RIGHT) != 0)
        cells[edge.b].border |= IPL_MAP_BORDER_LOWER;
      if (own != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&own));
          return FALSE;
        }
    }
  cells[cell].border |= IPL_MAP_BORDER_KNOWN;
  return TRUE;
}

/* Looks at all cells where it is not known yet. @self: one that is solved. FALSE where it was
 * cancelled or memory is short. */
gboolean
ipl_map_find_borders (IplMap *self, const IplMapSolve *how, IplMapCases *cases, IplMapKept *kept,
                      GError **error)
{
  const Border border = { self, how, cases, kept };
  gboolean fine = TRUE;

  ipl_parallel_set_inner_threads (how->threads);
  for (guint row = 0; fine && row < self->n; row++)
    {
      guint cell = ipl_map_plan_row_cell (&self->run, row);

      if (!ipl_map_knows_borders (self, cell))
        fine = look_at (&border, cell, error);
    }
  ipl_parallel_set_inner_threads (1);
  return fine;
}
