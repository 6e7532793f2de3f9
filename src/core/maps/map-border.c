/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the lowest minimum changes between neighbours (THEORY.md section 17): looked for where
 * there was a search for several minima on either side. */
#include "core/maps/map-border.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/theory/saddle.h"

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

/* TRUE if both borders of a cell are told: those that are not between solved cells are not. */
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

/* The solution at the setting of @cell, as the map has it, or that which @from leads to there.
 * @from: (nullable)
 * Returns: (transfer full) (nullable): NULL without an error where there is none, as in a GP limit
 */
static IplSaddle *
solve (const Border *self, guint cell, const IplSaddle *from, GError **error)
{
  const IplRunSettings *run = &self->map->run;
  const IplMapSolve *how = self->how;
  IplSetting setting = ipl_map_plan_setting (run, cell);
  g_autoptr (GError) own = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  IplSaddle *saddle = NULL;

  if (setting.gp)
    return NULL;
  kernel
      = ipl_map_cases_get (self->cases, ipl_map_plan_case_cell (run, cell), how->cancellable, &own);
  if (kernel != NULL)
    saddle = from != NULL ? ipl_saddle_solve (kernel->the_case, kernel, &setting, from,
                                              how->cancellable, &own)
                          : ipl_saddle_find (kernel->the_case, kernel, &setting, NULL, how->threads,
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
  IplSaddle *saddle = self->kept->of_cell[cell];

  if (saddle != NULL)
    return saddle;
  saddle = solve (self, cell, NULL, error);
  if (saddle != NULL && !ipl_map_kept_take (self->kept, cell, saddle))
    *own = saddle;
  return saddle;
}

/* TRUE if the minimum of one cell, followed to the other, ends above the lowest there. */
static gboolean
ends_above (const Border *self, const IplSaddle *from, guint to, const IplSaddle *lowest,
            GError **error)
{
  g_autoptr (IplSaddle) followed = solve (self, to, from, error);

  return followed != NULL && followed->converged && ipl_saddle_is_lower (lowest, followed);
}

static gboolean
changes (const Border *self, guint a, guint b, GError **error)
{
  g_autoptr (IplSaddle) own_left = NULL, own_right = NULL;
  const IplSaddle *left = get_solution (self, a, &own_left, error);
  const IplSaddle *right = left != NULL ? get_solution (self, b, &own_right, error) : NULL;

  return right != NULL
         && (ends_above (self, left, b, right, error)
             || (*error == NULL && ends_above (self, right, a, left, error)));
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
  guint8 border = IPL_MAP_BORDER_KNOWN;

  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      g_autoptr (GError) own = NULL;
      guint next;

      if (!find_next (self->map, cell, directions[i], &next)
          || !is_doubtful (self->map, cell, next))
        continue;
      report (self, cell);
      if (changes (self, cell, next, &own))
        border |= directions[i];
      if (own != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&own));
          return FALSE;
        }
    }
  self->map->cells[cell].border = border;
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
