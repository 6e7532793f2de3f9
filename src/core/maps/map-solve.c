/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a map case by case, so that only one case and its kernels are in memory. Every cell is
 * solved from the GP limit, like the single row of a sweep, whose numbers it reproduces to the
 * last bit. Only the observables of maps are computed. */
#include "core/maps/map-solve.h"

#include "core/base/error.h"
#include "core/base/drag-priority.h"
#include "core/base/parallel.h"
#include "core/parameters/parameters.h"
#include "core/theory/order-parameter.h"
#include "core/theory/quick-scores.h"
#include <math.h>
#include <pthread.h>

/* The shortest time between two partial results, and their largest share of the time. */
#define SHOW_EVERY_USEC 100000
#define SHOW_SHARE 0.05

typedef struct
{
  IplMap *map;
  const IplMapSolve *how;
  IplKernel *kernel;   /* (nullable): of the present case */
  gpointer case_cache; /* (nullable): cache shared by the cases of an experiment */
  double *gp;       /* [n of the map] accuracies of GP limits at ipl_map_plan_gp_cell(), NaN if not
                       computed */
  guint first_done; /* cells that were solved before it began */
  gint64 begin_usec;
  gint64 next_show_usec;
  guint n;              /* cells of the case at work that are not solved */
  guint *cells;         /* [n] */
  guint n_gp;           /* of these, GP limits that are not known yet */
  guint *gp_cells;      /* [n_gp] */
  char **gp_sentences;  /* [n_gp] (nullable) each: reason for a missing limit */
  pthread_mutex_t lock; /* of the map and @gp */
  GError *error;        /* atomic: the error that ends the map */
  GThread *first;       /* the thread that continues during an interaction of the user */
} Solve;

static void
show (Solve *self)
{
  gint64 before = g_get_monotonic_time (), elapsed;

  if (self->how->work.show == NULL)
    return;
  ipl_work_show (&self->how->work, self->map, (double)self->map->n_done / self->map->n);
  elapsed = g_get_monotonic_time () - before;
  self->next_show_usec
      = before + elapsed + MAX (SHOW_EVERY_USEC, (gint64)((double)elapsed / SHOW_SHARE));
}

static void
report (Solve *self, guint cell)
{
  const IplMap *map = self->map;
  double seconds = 1e-6 * (double)(g_get_monotonic_time () - self->begin_usec);
  guint done = map->n_done - self->first_done;
  g_autofree char *setting = NULL, *sentence = NULL;

  if (self->how->work.progress == NULL)
    return;
  setting = ipl_map_plan_describe (&map->run, cell, FALSE);
  sentence = g_strdup_printf ("Solving %s", setting);
  ipl_work_progress (&self->how->work, (double)map->n_done / map->n,
                     done > 0 ? seconds / done * (map->n - map->n_done) : -1, sentence);
}

/* Called when a cell is solved or impossible. @sentence: (nullable): the reason */
static void
on_done (Solve *self, guint cell, const double *numbers, const double *diagonal,
         const char *sentence)
{
  const IplCase *the_case = self->kernel != NULL ? self->kernel->the_case : NULL;

  pthread_mutex_lock (&self->lock);
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
  pthread_mutex_unlock (&self->lock);
}

/* Ends the map for an error of the machine; any other error makes its cell impossible.
 * Returns: (transfer full) (nullable): the sentence; NULL if cancelled, or if @error ends the
 *   map */
static char *
handle_error (Solve *self, GError *error)
{
  char *sentence = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_error_free (error);
  else if (ipl_error_is_of_machine (error))
    ipl_error_store_first (&self->error, error);
  else
    {
      sentence = g_strdup (error->message);
      g_error_free (error);
    }
  return sentence;
}

static void
solve_gp (gsize index, gpointer data)
{
  Solve *self = data;
  guint cell = self->gp_cells[index];
  IplSetting setting = ipl_map_plan_setting (&self->map->run, cell);
  GError *error = NULL;
  g_autofree double *unused = NULL;
  IplQuickScores score;

  setting.gp = TRUE;
  if (ipl_setting_validate (&setting, self->kernel->the_case, &error)
      && ipl_score_of_gp (self->kernel, &setting, &score, &unused, self->how->work.cancellable,
                          &error))
    self->gp[cell] = score.accuracy;
  else
    self->gp_sentences[index] = handle_error (self, error);
}

static void
fill_point (const IplSaddlePoint *point, double *numbers)
{
  numbers[IPL_MAP_ACTION] = point->action;
  numbers[IPL_MAP_STARTS] = point->starts;
  numbers[IPL_MAP_STARTS_AGREEING] = point->agreeing;
  numbers[IPL_MAP_CONVERGED] = point->converged;
}

/* @diagonal: [Pi] of U, the mean over outputs */
static gboolean
solve_at (const Solve *self, guint cell, const IplSetting *setting, double *numbers,
          double *diagonal, GError **error)
{
  IplCase *the_case = self->kernel->the_case;
  gsize Pi = the_case->Pi;
  g_autoptr (IplSaddle) saddle = NULL;
  g_autofree double *U = NULL;
  IplSaddlePoint gp = { .action = NAN, .converged = TRUE, .starts = 1, .agreeing = 1 };
  IplQuickScores score;

  if (!setting->gp)
    {
      saddle = ipl_saddle_find (the_case, self->kernel, setting, NULL,
                                ipl_work_threads (&self->how->work), self->how->work.cancellable,
                                error);
      if (saddle == NULL)
        return FALSE;
    }
  if (saddle != NULL ? !ipl_score_of_saddle (self->kernel, setting, saddle, &score, &U,
                                             self->how->work.cancellable, error)
                     : !ipl_score_of_gp (self->kernel, setting, &score, &U,
                                         self->how->work.cancellable, error))
    return FALSE;
  fill_point (saddle != NULL ? &saddle->point : &gp, numbers);
  numbers[IPL_MAP_ACCURACY] = score.accuracy;
  numbers[IPL_MAP_ALIGNMENT] = score.alignment;
  numbers[IPL_MAP_TRAIN_RESIDUAL] = score.train_residual;
  numbers[IPL_MAP_BEST_SCORE] = the_case->best_score;
  numbers[IPL_MAP_OFF_DIAGONAL] = ipl_order_off_diagonal_share (Pi, U);
  for (gsize p = 0; p < Pi; p++)
    diagonal[p] = U[p * Pi + p];
  return TRUE;
}

/* The reason why a cell has no GP limit; NULL if it has one. */
static const char *
find_gp_sentence (const Solve *self, guint gp_cell)
{
  if (!isnan (self->gp[gp_cell]))
    return NULL;
  for (guint i = 0; i < self->n_gp; i++)
    if (self->gp_cells[i] == gp_cell)
      return self->gp_sentences[i];
  return NULL;
}

static void
solve_cell (gsize index, gpointer data)
{
  Solve *self = data;
  guint cell = self->cells[index], gp_cell = ipl_map_plan_gp_cell (&self->map->run, cell);
  IplSetting setting = ipl_map_plan_setting (&self->map->run, cell);
  double numbers[IPL_MAP_N_NUMBERS], better;
  g_autofree double *diagonal = g_new (double, self->kernel->the_case->Pi);
  g_autofree char *own = NULL;
  const char *sentence = find_gp_sentence (self, gp_cell);
  GError *error = NULL;

  ipl_interactive_wait (self->first);
  if (g_atomic_pointer_get (&self->error) != NULL
      || g_cancellable_is_cancelled (self->how->work.cancellable))
    return;
  if (sentence != NULL)
    {
      on_done (self, cell, NULL, NULL, sentence);
      return;
    }
  if (!ipl_setting_validate (&setting, self->kernel->the_case, &error)
      || !solve_at (self, cell, &setting, numbers, diagonal, &error))
    {
      own = handle_error (self, error);
      if (own != NULL)
        on_done (self, cell, NULL, NULL, own);
      return;
    }
  better = numbers[IPL_MAP_ACCURACY] - self->gp[gp_cell];
  numbers[IPL_MAP_ACCURACY_GP] = self->gp[gp_cell];
  numbers[IPL_MAP_GAIN]
      = ipl_case_get_score (self->kernel->the_case)->less_is_better ? -better : better;
  on_done (self, cell, numbers, diagonal, NULL);
}

/* Lists the GP limits needed by these cells and not computed. */
static void
list_unknown_gp (Solve *self)
{
  g_autofree guint8 *listed = g_new0 (guint8, self->map->n);

  for (guint i = 0; i < self->n; i++)
    {
      guint cell = ipl_map_plan_gp_cell (&self->map->run, self->cells[i]);

      if (isnan (self->gp[cell]) && !listed[cell])
        self->gp_cells[self->n_gp++] = cell;
      listed[cell] = TRUE;
    }
}

/* Returns: (transfer full) (nullable): the kernels of the case of the cell */
static IplKernel *
make_kernel (Solve *self, guint cell, GError **error)
{
  const IplMapSolve *how = self->how;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplCase) the_case = NULL;

  ipl_map_plan_get (&self->map->run, cell, parameters);
  if (how->kernel != NULL && ipl_parameters_same_case (parameters, how->case_parameters))
    return ipl_kernel_ref (how->kernel);
  the_case = ipl_parameters_make_case_from (
      parameters, &self->case_cache, ipl_work_threads (&how->work), how->work.cancellable, error);
  if (the_case == NULL)
    return NULL;
  if (the_case->n_tests == 0)
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "The case has no test set, and a map is of accuracies.");
  return ipl_kernel_prepare (the_case, how->work.cancellable, error);
}

/* Solves the cells of a case in parallel, or the starts of a single cell. If the case cannot be
 * made, its cells are impossible. FALSE if cancelled or if memory is short. */
static gboolean
solve_case (Solve *self, GError **error)
{
  const IplMapSolve *how = self->how;
  g_autoptr (GError) own = NULL;
  gboolean done;

  self->kernel = make_kernel (self, self->cells[0], &own);
  if (self->kernel == NULL && ipl_error_is_of_machine (own))
    {
      g_propagate_error (error, g_steal_pointer (&own));
      return FALSE;
    }
  if (self->kernel == NULL)
    {
      for (guint i = 0; i < self->n; i++)
        on_done (self, self->cells[i], NULL, NULL, own->message);
      return TRUE;
    }
  list_unknown_gp (self);
  self->gp_sentences = g_new0 (char *, self->n_gp + 1);
  ipl_parallel_set_inner_threads (ipl_work_threads (&how->work));
  ipl_parallel_for (self->n_gp, ipl_work_threads (&how->work), solve_gp, self,
                    how->work.cancellable);
  if (self->n == 1)
    solve_cell (0, self);
  else
    ipl_parallel_for (self->n, ipl_work_threads (&how->work), solve_cell, self,
                      how->work.cancellable);
  ipl_parallel_set_inner_threads (1);
  done = ipl_parallel_succeeded (how->work.cancellable, &self->error, error);
  for (guint i = 0; i < self->n_gp; i++)
    g_free (self->gp_sentences[i]);
  g_free (self->gp_sentences);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  return done;
}

/* Copies the GP limits of solved cells. */
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

/* Solves all unsolved cells. FALSE if cancelled or if memory is short; solved cells stay, and
 * another call resumes. */
gboolean
ipl_map_solve (IplMap *self, const IplMapSolve *how, GError **error)
{
  guint n_cases = ipl_map_plan_n_cases (&self->run), of_case = self->n / n_cases;
  g_autofree double *gp = list_gp (self);
  g_autofree guint *cells = g_new (guint, of_case), *gp_cells = g_new (guint, of_case);
  Solve solve = { .map = self,
                  .how = how,
                  .gp = gp,
                  .cells = cells,
                  .gp_cells = gp_cells,
                  .first = g_thread_self (),
                  .first_done = self->n_done,
                  .begin_usec = g_get_monotonic_time () };
  gboolean solved = TRUE;

  pthread_mutex_init (&solve.lock, NULL);
  for (guint i = 0; solved && i < n_cases; i++)
    {
      solve.n = solve.n_gp = 0;
      for (guint k = 0; k < of_case; k++)
        {
          guint cell = ipl_map_plan_row_cell (&self->run, i * of_case + k);

          if (self->cells[cell].state == IPL_MAP_UNSOLVED)
            cells[solve.n++] = cell;
        }
      solved = solve.n == 0 || solve_case (&solve, error);
    }
  pthread_mutex_destroy (&solve.lock);
  if (solve.case_cache != NULL)
    self->run.parameters.experiment->case_cache_free (solve.case_cache);
  return solved;
}
