/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The free energy along a line through attention weights, w = from + x (to - from), and over a
 * plane through it, + y c (beside - from), c such that 1 is as far in either direction (THEORY.md
 * section 19.4). */
#include "core/attention/attention-scan-private.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/attention/basins.h"
#include "core/attention/free-energy.h"
#include "core/base/error.h"
#include "core/base/memory.h"

/* Minima on the plane that a lower way leads out of are none: the grid has such ones in a narrow
 * valley. */
#define PLANE_LEAST 1e-3
/* Points of a plane that are the work of a minimum. */
#define PLANE_POINTS 300.0

static const char what[] = "The free energy through attention weights";

/* A grid of points, of one row where it is a line. */
typedef struct
{
  IplAttentionScan *scan;
  IplAttentionModel *model;
  gsize n_x, n_y;
  double *from, *x, *y; /* [n] the origin and both directions */
  double *w;            /* [n] the point */
  double *space;
} Grid;

static void
grid_clear (Grid *self)
{
  g_clear_pointer (&self->model, ipl_attention_model_free);
  g_free (self->space);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Grid, grid_clear)

/* w: [n] at a point of a row. */
static void
find_point (const Grid *self, guint row, const IplAttentionPoint *point, double *w)
{
  const IplAttentionScan *scan = self->scan;
  const IplAttentionRow *last = &scan->rows[scan->plan->n_P - 1], *own = &scan->rows[row];
  const double *found = NULL;

  if (point->kind == IPL_POINT_LEARNED)
    found = ipl_attention_row_lowest (last)->w;
  else if (point->kind == IPL_POINT_FEW || point->kind == IPL_POINT_MANY)
    found = own->minima[point->kind == IPL_POINT_FEW ? 0 : 1]->w;
  if (found != NULL)
    memcpy (w, found, scan->n * sizeof *w);
  else if (point->kind == IPL_POINT_OWN)
    ipl_attention_model_own_weights (self->model, scan->the_case, w);
  ipl_attention_point_apply (point, self->model->head_size, scan->n, w);
}

static gboolean
grid_init (Grid *self, IplAttentionScan *scan, guint row, GError **error)
{
  const IplAttentionPlan *plan = scan->plan;
  double n = (double)scan->n, first, second;

  self->scan = scan;
  self->space = ipl_try_parts0 (what, error, { &self->from, n }, { &self->x, n }, { &self->y, n },
                                { &self->w, n });
  self->model = ipl_attention_scan_model (scan, row, self->space != NULL ? error : NULL);
  if (self->space == NULL || self->model == NULL)
    return FALSE;
  find_point (self, row, &plan->from, self->from);
  find_point (self, row, &plan->to, self->x);
  find_point (self, row, &plan->beside, self->y);
  cblas_daxpy ((blasint)scan->n, -1, self->from, 1, self->x, 1);
  cblas_daxpy ((blasint)scan->n, -1, self->from, 1, self->y, 1);
  first = cblas_dnrm2 ((blasint)scan->n, self->x, 1);
  second = cblas_dnrm2 ((blasint)scan->n, self->y, 1);
  if (first > 0 && second > 0)
    cblas_dscal ((blasint)scan->n, first / second, self->y, 1);
  return TRUE;
}

/* Places along one direction of which there are @n. */
static double
get_position (gsize n, gsize i)
{
  return n > 1 ? ipl_attention_scan_position ((guint)n, (guint)i) : 0;
}

/* F at one point, from the saddle point of the one before; NaN where it is not defined. */
static gboolean
evaluate (Grid *self, gsize i, gsize j, IplSaddle **saddle, double *value, GError **error)
{
  g_autoptr (GError) local = NULL;

  for (gsize k = 0; k < self->scan->n; k++)
    self->w[k] = self->from[k] + get_position (self->n_x, j) * self->x[k]
                 + get_position (self->n_y, i) * self->y[k];
  if (ipl_attention_free_energy (self->model, self->w, saddle, value, NULL, self->scan->either,
                                 &local))
    return TRUE;
  *value = NAN;
  if (g_error_matches (local, IPL_ERROR, IPL_ERROR_SINGULAR)
      || g_error_matches (local, IPL_ERROR, IPL_ERROR_VALUE))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* F less @zero at every point: there, row by row and each the other way than the one before, and
 * back, so that of two minima in A the lower is found. */
static gboolean
walk (Grid *self, double zero, double *F, GError **error)
{
  gsize n = self->n_x * self->n_y;
  IplSaddle *saddle = NULL;
  gboolean ok = TRUE;

  for (gsize k = 0; ok && k < 2 * n; k++)
    {
      gsize step = k < n ? k : 2 * n - 1 - k, i = step / self->n_x, j = step % self->n_x;
      double value;

      if (i % 2 == 1)
        j = self->n_x - 1 - j;
      ok = evaluate (self, i, j, &saddle, &value, error);
      if (ok)
        F[i * self->n_x + j] = k < n ? value - zero : fmin (value - zero, F[i * self->n_x + j]);
    }
  ipl_saddle_free (saddle);
  return ok;
}

/* Both deepest minima and the pass between them, by their places. */
static void
read_plane (IplAttentionRow *row, gsize n)
{
  g_autoptr (GArray) basins = ipl_basins_find (n, n, row->plane, PLANE_LEAST);
  gsize at[3];
  guint count = MIN (basins->len, 2);

  row->plane_barrier = ipl_basins_barrier (basins);
  for (guint k = 0; k < count; k++)
    at[k] = g_array_index (basins, IplBasin, k).at;
  if (!isnan (row->plane_barrier))
    at[count++] = g_array_index (basins, IplBasin, 1).pass;
  for (guint k = 0; k < count; k++)
    {
      row->plane_places[k][0] = get_position (n, at[k] % n);
      row->plane_places[k][1] = get_position (n, at[k] / n);
    }
}

double
ipl_attention_plane_work (const IplAttentionPlan *plan)
{
  return 2 * (double)plan->plane_points * plan->plane_points / PLANE_POINTS;
}

static gboolean
scan_plane (Grid *self, IplAttentionRow *row, double zero, GError **error)
{
  const IplAttentionPlan *plan = self->scan->plan;
  gsize n = self->n_x = self->n_y = plan->plane_points;
  g_autofree char *sentence = NULL;

  if (n == 0)
    return TRUE;
  row->plane = ipl_try_new (double, (double)n *(double)n, what, error);
  if (row->plane == NULL || !walk (self, zero, row->plane, error))
    return FALSE;
  read_plane (row, n);
  sentence = g_strdup_printf ("Drawing the free energy at P = %u", plan->P[row - self->scan->rows]);
  ipl_attention_scan_advance (self->scan, ipl_attention_plane_work (plan), sentence);
  return TRUE;
}

gboolean
ipl_attention_scan_line (IplAttentionScan *self, guint index, GError **error)
{
  IplAttentionRow *row = &self->rows[index];
  const IplAttentionPlan *plan = self->plan;
  g_auto (Grid) grid = { .n_x = plan->points, .n_y = 1 };
  IplSaddle *saddle = NULL;
  double zero;
  gboolean ok;

  if (plan->points == 0 && plan->plane_points == 0)
    return TRUE;
  if (!grid_init (&grid, self, index, error))
    return FALSE;
  ok = ipl_attention_free_energy (grid.model, grid.w, &saddle, &zero, NULL, self->either, error);
  ipl_saddle_free (saddle);
  if (ok && plan->points > 0)
    {
      g_autoptr (GArray) basins = NULL;

      row->line = ipl_try_new (double, plan->points, what, error);
      if (row->line == NULL || !walk (&grid, zero, row->line, error))
        return FALSE;
      basins = ipl_basins_find (1, plan->points, row->line, 0);
      row->barrier = ipl_basins_barrier (basins);
    }
  return ok && scan_plane (&grid, row, zero, error);
}
