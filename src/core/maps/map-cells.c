/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every cell is solved from the GP limit, as the only row of a sweep is, so that its numbers are
 * those of that row to the last bit; of what a row has only what a map shows is read off. */
#include "core/maps/map-cells.h"

#include "core/base/error.h"
#include "core/base/interactive.h"
#include "core/base/parallel.h"
#include "core/theory/order-parameter.h"
#include "core/theory/score-of-u.h"
#include <math.h>
#include <pthread.h>

typedef struct
{
  const IplMapCells *work;
  IplCase *the_case;
  guint n_gp;
  guint *gp_cells;      /* [n_gp] whose GP limits are not known yet */
  char **gp_sentences;  /* [n_gp] (nullable) each: why there is none */
  pthread_mutex_t lock; /* of @done and of @gp */
  GError *error;        /* atomic: what ends the map */
  GThread *first;       /* the thread that goes on while the user drags */
} Cells;

/* An error of the machine ends the map; any other makes its cell impossible.
 * Returns: (transfer full) (nullable): the sentence; NULL where cancelled, or @error is kept */
static char *
take_error (Cells *cells, GError *error)
{
  char *sentence = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_error_free (error);
  else if (ipl_error_is_of_machine (error))
    ipl_error_keep_first (&cells->error, error);
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
  Cells *cells = data;
  const IplMapCells *work = cells->work;
  guint cell = cells->gp_cells[index];
  IplSetting setting = ipl_map_plan_setting (&work->map->run, cell);
  GError *error = NULL;
  g_autofree double *unused = NULL;
  IplScoreOfU score;

  setting.gp = TRUE;
  if (ipl_setting_validate (&setting, cells->the_case, &error)
      && ipl_score_of_gp (cells->the_case, work->kernel, &setting, &score, &unused,
                          work->cancellable, &error))
    work->gp[cell] = score.accuracy;
  else
    cells->gp_sentences[index] = take_error (cells, error);
}

static void
fill_point (const IplSaddlePoint *point, double *numbers)
{
  numbers[IPL_MAP_ACTION] = point->action;
  numbers[IPL_MAP_STARTS] = point->starts;
  numbers[IPL_MAP_STARTS_AGREEING] = point->agreeing;
  numbers[IPL_MAP_CONVERGED] = point->converged;
}

/* @diagonal: [Pi] of U, traced over outputs */
static gboolean
solve_at (const Cells *cells, guint cell, const IplSetting *setting, double *numbers,
          double *diagonal, GError **error)
{
  const IplMapCells *work = cells->work;
  IplCase *the_case = cells->the_case;
  gsize Pi = the_case->Pi;
  g_autoptr (IplSaddle) saddle = NULL;
  g_autofree double *U = NULL;
  IplSaddlePoint gp = { .action = NAN, .converged = TRUE, .starts = 1, .agreeing = 1 };
  IplScoreOfU score;

  if (!setting->gp)
    {
      saddle = ipl_saddle_find (the_case, work->kernel, setting, NULL, work->threads,
                                work->cancellable, error);
      if (saddle == NULL)
        return FALSE;
    }
  if (saddle != NULL ? !ipl_score_of_saddle (the_case, work->kernel, setting, saddle, &score, &U,
                                             work->cancellable, error)
                     : !ipl_score_of_gp (the_case, work->kernel, setting, &score, &U,
                                         work->cancellable, error))
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

static void
tell (Cells *cells, guint cell, const double *numbers, const double *diagonal, const char *sentence)
{
  pthread_mutex_lock (&cells->lock);
  cells->work->done (cell, numbers, diagonal, sentence, cells->work->data);
  pthread_mutex_unlock (&cells->lock);
}

/* Why a cell has no GP limit; NULL where it has one. */
static const char *
find_gp_sentence (const Cells *cells, guint gp_cell)
{
  if (!isnan (cells->work->gp[gp_cell]))
    return NULL;
  for (guint i = 0; i < cells->n_gp; i++)
    if (cells->gp_cells[i] == gp_cell)
      return cells->gp_sentences[i];
  return NULL;
}

static void
solve_cell (gsize index, gpointer data)
{
  Cells *cells = data;
  const IplMapCells *work = cells->work;
  guint cell = work->cells[index], gp_cell = ipl_map_plan_gp_cell (&work->map->run, cell);
  IplSetting setting = ipl_map_plan_setting (&work->map->run, cell);
  double numbers[IPL_MAP_N_NUMBERS], better;
  g_autofree double *diagonal = g_new (double, cells->the_case->Pi);
  g_autofree char *own = NULL;
  const char *sentence = find_gp_sentence (cells, gp_cell);
  GError *error = NULL;

  ipl_interactive_wait (cells->first);
  if (g_atomic_pointer_get (&cells->error) != NULL
      || g_cancellable_is_cancelled (work->cancellable))
    return;
  if (sentence != NULL)
    {
      tell (cells, cell, NULL, NULL, sentence);
      return;
    }
  if (!ipl_setting_validate (&setting, cells->the_case, &error)
      || !solve_at (cells, cell, &setting, numbers, diagonal, &error))
    {
      own = take_error (cells, error);
      if (own != NULL)
        tell (cells, cell, NULL, NULL, own);
      return;
    }
  better = numbers[IPL_MAP_ACCURACY] - work->gp[gp_cell];
  numbers[IPL_MAP_ACCURACY_GP] = work->gp[gp_cell];
  numbers[IPL_MAP_GAIN] = ipl_case_get_score (cells->the_case)->less_is_better ? -better : better;
  tell (cells, cell, numbers, diagonal, NULL);
}

/* GP limits that these cells need and that are not known. */
static void
list_gp (Cells *cells)
{
  const IplMapCells *work = cells->work;
  g_autofree guint8 *listed = g_new0 (guint8, work->map->n);

  for (guint i = 0; i < work->n; i++)
    {
      guint cell = ipl_map_plan_gp_cell (&work->map->run, work->cells[i]);

      if (isnan (work->gp[cell]) && !listed[cell])
        cells->gp_cells[cells->n_gp++] = cell;
      listed[cell] = TRUE;
    }
}

/* Solves them, the threads sharing the cells, or the starts of a single one. FALSE where
 * it was cancelled; @done was called for those that are solved. */
gboolean
ipl_map_cells_solve (const IplMapCells *self, GError **error)
{
  g_autofree guint *gp_cells = g_new (guint, self->n);
  Cells cells = { self, self->kernel->the_case, .gp_cells = gp_cells, .first = g_thread_self () };
  gboolean done;

  pthread_mutex_init (&cells.lock, NULL);
  list_gp (&cells);
  cells.gp_sentences = g_new0 (char *, cells.n_gp + 1);
  ipl_parallel_set_inner_threads (self->threads);
  ipl_parallel_for (cells.n_gp, self->threads, solve_gp, &cells, self->cancellable);
  if (self->n == 1)
    solve_cell (0, &cells);
  else
    ipl_parallel_for (self->n, self->threads, solve_cell, &cells, self->cancellable);
  ipl_parallel_set_inner_threads (1);
  pthread_mutex_destroy (&cells.lock);
  done = ipl_parallel_succeeded (self->cancellable, &cells.error, error);
  for (guint i = 0; i < cells.n_gp; i++)
    g_free (cells.gp_sentences[i]);
  g_free (cells.gp_sentences);
  return done;
}
