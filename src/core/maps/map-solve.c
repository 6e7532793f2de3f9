/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a map case after case, so that one case with its kernels is in memory at a time. */
#include "core/maps/map-solve.h"

#include "core/base/error.h"
#include "core/maps/map-cells.h"
#include "core/parameters/parameters.h"
#include <math.h>

/* The shortest time between two pictures, and the share of the time that they may take. */
#define SHOW_EVERY_USEC 100000
#define SHOW_SHARE 0.05

typedef struct
{
  IplMap *map;
  const IplMapSolve *how;
  IplKernel *kernel; /* (nullable): of the case at work */
  gpointer stock;    /* (nullable): what the cases of an experiment have in common */
  double *gp;        /* [n] see IplMapCells */
  guint first_done;  /* cells that were solved before it began */
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
  setting = ipl_map_plan_describe (&map->run, cell, FALSE);
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

/* Returns: (transfer full) (nullable): the kernels of the case of that cell */
static IplKernel *
make_kernel (Solve *self, guint cell, GError **error)
{
  const IplMapSolve *how = self->how;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplCase) the_case = NULL;

  ipl_map_plan_get (&self->map->run, cell, parameters);
  if (how->kernel != NULL && ipl_parameters_same_case (parameters, how->known))
    return ipl_kernel_ref (how->kernel);
  if (parameters->experiment->stock_new == NULL)
    the_case = ipl_parameters_make_case (parameters, FALSE, how->threads, how->cancellable, error);
  else
    {
      if (self->stock == NULL)
        self->stock = parameters->experiment->stock_new ();
      the_case = ipl_parameters_make_case_from (parameters, self->stock, how->threads,
                                                how->cancellable, error);
    }
  if (the_case == NULL)
    return NULL;
  if (the_case->n_tests == 0)
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "The case has no test set, and a map is of accuracies.");
  return ipl_kernel_prepare (the_case, how->cancellable, error);
}

/* @cells: of one case. A case that cannot be made makes them impossible. */
static gboolean
solve_case (Solve *self, const guint *cells, guint n, GError **error)
{
  g_autoptr (GError) own = NULL;
  gboolean solved;

  self->kernel = make_kernel (self, cells[0], &own);
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
  guint n_cases = ipl_map_plan_n_cases (&self->run), of_case = self->n / n_cases;
  g_autofree double *gp = list_gp (self);
  g_autofree guint *cells = g_new (guint, of_case);
  Solve solve = { .map = self,
                  .how = how,
                  .gp = gp,
                  .first_done = self->n_done,
                  .begin_usec = g_get_monotonic_time () };
  gboolean solved = TRUE;

  for (guint i = 0; solved && i < n_cases; i++)
    {
      guint n = 0;

      for (guint k = 0; k < of_case; k++)
        {
          guint cell = ipl_map_plan_row_cell (&self->run, i * of_case + k);

          if (self->cells[cell].state == IPL_MAP_UNSOLVED)
            cells[n++] = cell;
        }
      solved = n == 0 || solve_case (&solve, cells, n, error);
    }
  if (solve.stock != NULL)
    self->run.parameters.experiment->stock_free (solve.stock);
  return solved;
}
