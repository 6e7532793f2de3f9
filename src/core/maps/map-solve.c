/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a map grid after grid, case after case, and tells what there is meanwhile. */
#include "core/maps/map-solve.h"

#include "core/base/error.h"
#include "core/maps/map-cases.h"
#include "core/maps/map-cells.h"
#include "core/maps/map-order.h"
#include <math.h>

/* The shortest time between two pictures, and the share of the time that they may take. */
#define SHOW_EVERY_USEC 100000
#define SHOW_SHARE 0.05
/* The first picture is of a whole grid, unless that takes longer. */
#define FIRST_GRID_USEC 500000

typedef struct
{
  IplMap *map;
  const IplMapSolve *how;
  IplMapCases *cases;
  IplKernel *kernel; /* of the case at work */
  double *gp;        /* [n] see IplMapCells */
  guint first_done;  /* cells that were there when it began */
  gint64 begin_usec;
  gint64 next_show_usec;
} Solve;

static void
show (Solve *self)
{
  gint64 before = g_get_monotonic_time (), took;

  if (self->how->show == NULL)
    return;
  self->how->show (self->map, self->how->data);
  took = g_get_monotonic_time () - before;
  self->next_show_usec = before + took + MAX (SHOW_EVERY_USEC, (gint64)((double)took / SHOW_SHARE));
}

static void
report (Solve *self, guint cell)
{
  const IplMap *map = self->map;
  double seconds = 1e-6 * (double)(g_get_monotonic_time () - self->begin_usec);
  guint done = map->n_done - self->first_done;
  g_autofree char *setting = NULL, *sentence = NULL;

  if (self->how->progress == NULL)
    return;
  setting = ipl_map_plan_describe (&map->run, cell);
  sentence = g_strdup_printf ("Solving %s", setting);
  self->how->progress ((double)map->n_done / map->n,
                       done > 0 ? seconds / done * (map->n - map->n_done) : -1, sentence,
                       self->how->data);
}

static void
on_done (guint cell, const double *numbers, const double *diagonal, const char *sentence,
         gpointer data)
{
  Solve *self = data;
  const IplCase *the_case = self->kernel != NULL ? self->kernel->the_case : NULL;

  if (sentence == NULL)
    {
      ipl_map_describe_case (self->map, &the_case->labels, the_case->path_names);
      ipl_map_set_solved (self->map, cell, numbers, (guint)the_case->Pi, diagonal);
    }
  else
    ipl_map_set_impossible (self->map, cell, sentence);
  report (self, cell);
  if (g_get_monotonic_time () >= self->next_show_usec)
    show (self);
}

/* The cells of one case. */
static gboolean
solve_case (Solve *self, guint case_cell, const guint *cells, guint n, GError **error)
{
  g_autoptr (GError) own = NULL;
  gboolean solved;

  self->kernel = ipl_map_cases_get (self->cases, case_cell, self->how->cancellable, &own);
  if (self->kernel == NULL)
    {
      if (ipl_error_is_of_machine (own))
        {
          g_propagate_error (error, g_steal_pointer (&own));
          return FALSE;
        }
      for (guint i = 0; i < n; i++)
        on_done (cells[i], NULL, NULL, own->message, self);
      return TRUE;
    }
  const IplMapCells work = { .map = self->map,
                             .kernel = self->kernel,
                             .n = n,
                             .cells = cells,
                             .gp = self->gp,
                             .threads = self->how->threads,
                             .cancellable = self->how->cancellable,
                             .done = on_done,
                             .data = self };

  solved = ipl_map_cells_solve (&work, error);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  return solved;
}

static gboolean
solve_level (Solve *self, guint step, GError **error)
{
  g_autoptr (GArray) cells = ipl_map_order_level (self->map, step);
  const guint *list = (const guint *)(gpointer)cells->data;
  guint first = 0;

  while (first < cells->len)
    {
      guint case_cell = ipl_map_plan_case_cell (&self->map->run, list[first]), end = first + 1;

      while (end < cells->len && ipl_map_plan_case_cell (&self->map->run, list[end]) == case_cell)
        end++;
      if (!solve_case (self, case_cell, list + first, end - first, error))
        return FALSE;
      first = end;
    }
  return TRUE;
}

/* The GP limits that are known from before. */
static double *
list_gp (const IplMap *map)
{
  double *gp = g_new (double, map->n);

  for (guint i = 0; i < map->n; i++)
    gp[i] = NAN;
  for (guint i = 0; i < map->n; i++)
    if (map->cells[i].state == IPL_MAP_SOLVED)
      gp[ipl_map_plan_gp_cell (&map->run, i)] = ipl_map_get (map, i, IPL_MAP_ACCURACY_GP);
  return gp;
}

/* Solves what is not solved yet. FALSE where it was cancelled or memory is short; what was solved
 * until then stays, and another call goes on. */
gboolean
ipl_map_solve (IplMap *self, const IplMapSolve *how, GError **error)
{
  g_autoptr (IplMapCases) cases = ipl_map_cases_new (&self->run, how->threads);
  g_autofree double *gp = list_gp (self);
  Solve solve = { .map = self,
                  .how = how,
                  .cases = cases,
                  .gp = gp,
                  .first_done = self->n_done,
                  .begin_usec = g_get_monotonic_time (),
                  .next_show_usec = g_get_monotonic_time () + FIRST_GRID_USEC };

  if (how->kernel != NULL)
    ipl_map_cases_add (cases, how->known, how->kernel);
  for (guint step = ipl_map_order_first_step (self); step > 0; step /= 2)
    {
      if (!solve_level (&solve, step, error))
        return FALSE;
      show (&solve);
    }
  return TRUE;
}
