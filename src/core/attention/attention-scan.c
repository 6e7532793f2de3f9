/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Minima of the free energy of attention, followed from few examples to many and back. */
#include "core/attention/attention-scan-private.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"
#include "core/base/random.h"

/* Random displacement before a descent, over the prior's standard deviation: a descent that begins
 * exactly at a saddle stays there. */
#define NUDGE 0.01
/* Spread of random starts over the prior's standard deviation. */
#define START_DEVIATION 2.0
#define MOST_HALVINGS 20

/* Cost of the observables of a row, in units of a minimization. */
#define READING 1.0

const char *const ipl_attention_rule_names[] = { "softmax", "linear", "exp", NULL };

void
ipl_attention_plan_init (IplAttentionPlan *self, const IplCase *the_case)
{
  *self = (IplAttentionPlan){ .prior = { IPL_ATTENTION_SOFTMAX, 0, 0.1 }, .starts = 3, .seed = 1 };
  if (the_case != NULL)
    ipl_setting_init_for_case (&self->setting, the_case, 20);
}

static gboolean
ipl_attention_plan_validate (const IplAttentionPlan *self, const IplCase *the_case, GError **error)
{
  if (!ipl_attention_check (the_case, error)
      || !ipl_setting_validate (&self->setting, the_case, error))
    return FALSE;
  if (self->setting.gp)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Attention is learned at finite width: give a number instead of gp.");
  if (!(self->prior.variance > 0) || !isfinite (self->prior.variance))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The prior variance of attention weights must be above 0, not %g.",
                     self->prior.variance);
  if (self->n_P == 0 || self->n_P > IPL_ATTENTION_MOST_P)
    return ipl_fail (error, IPL_ERROR_VALUE, "Give from 1 to %d numbers of examples, not %u.",
                     IPL_ATTENTION_MOST_P, self->n_P);
  if (self->P[self->n_P - 1] > IPL_ATTENTION_MOST_EXAMPLES)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Attention can be learned from at most %d examples, since the work grows with "
                     "their cube, not from %u.",
                     IPL_ATTENTION_MOST_EXAMPLES, self->P[self->n_P - 1]);
  for (guint s = 0; s < self->n_P; s++)
    if (self->P[s] < (s > 0 ? self->P[s - 1] + 1 : 1) || self->P[s] > the_case->train.count)
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "Numbers of examples must increase, from 1 to the %" G_GSIZE_FORMAT
                       " of the case: %u is not in this order or range.",
                       the_case->train.count, self->P[s]);
  return TRUE;
}

static IplAttentionModel *
make_model (const IplAttentionScan *self, guint row, GError **error)
{
  const IplAttentionPlan *plan = self->plan;

  return ipl_attention_model_new (self->the_case, plan->P[row], &plan->setting, &plan->prior,
                                  error);
}

static void
advance (IplAttentionScan *self, double work, const char *sentence)
{
  pthread_mutex_lock (&self->lock);
  self->work_done += work;
  ipl_work_progress (self->watch, MIN (self->work_done / self->work, 1), -1.0, sentence);
  pthread_mutex_unlock (&self->lock);
}

static gboolean
is_stopped (const IplAttentionScan *self)
{
  return g_cancellable_is_cancelled (self->watch->stop);
}

static void
nudge (const IplAttentionScan *self, guint64 index, double deviation, double *w)
{
  IplRandomStream stream;

  ipl_random_stream_init (&stream, self->plan->seed, IPL_STREAM_ATTENTION_STARTS, index);
  for (gsize i = 0; i < self->n; i++)
    w[i] += deviation * sqrt (self->plan->prior.variance) * ipl_random_gaussian (&stream.rng);
}

/* Minimizes at a row from the start w: [n], and writes the minimum to w. */
static IplAttentionMinimum *
descend (IplAttentionScan *self, guint row, guint64 index, double *w, GError **error)
{
  g_autoptr (IplAttentionModel) model = make_model (self, row, error);
  g_autofree char *sentence
      = g_strdup_printf ("Minimizing over attention at P = %u", self->plan->P[row]);
  IplAttentionMinimum *minimum;

  if (model == NULL)
    return NULL;
  nudge (self, index, NUDGE, w);
  minimum = ipl_attention_minimize (model, w, self->either, error);
  /* Halves w until the free energy is defined, as it is near 0. */
  for (guint k = 0;
       k < MOST_HALVINGS && minimum == NULL && g_error_matches (*error, IPL_ERROR, IPL_ERROR_VALUE);
       k++)
    {
      g_clear_error (error);
      for (gsize i = 0; i < self->n; i++)
        w[i] *= 0.5;
      minimum = ipl_attention_minimize (model, w, self->either, error);
    }
  if (minimum != NULL)
    memcpy (w, minimum->w, self->n * sizeof *w);
  advance (self, 1, sentence);
  return minimum;
}

/* Follows a branch: up from w = 0 or down from w: [n], each row from the minimum of the row
 * before it. */
static void
follow (IplAttentionScan *self, guint branch, double *w)
{
  guint S = self->plan->n_P;

  for (guint k = branch; k < S && self->error == NULL; k++)
    {
      guint row = branch == 0 ? k : S - 1 - k;
      g_autoptr (GError) error = NULL;

      self->rows[row].minima[branch] = descend (self, row, branch * S + row, w, &error);
      if (self->rows[row].minima[branch] == NULL)
        {
          ipl_error_store_first (&self->error, g_steal_pointer (&error));
          return;
        }
    }
}

/* Starts at the largest P: the branch followed from few examples, the weights of the case, and
 * draws from the prior. */
typedef struct
{
  IplAttentionScan *scan;
  double *w;                    /* [starts x n] */
  IplAttentionMinimum **minima; /* [starts]; not of the first */
} Starts;

static void
begin_one (gsize index, gpointer data)
{
  Starts *self = data;
  IplAttentionScan *scan = self->scan;
  double *w = self->w + index * scan->n;
  g_autoptr (IplAttentionModel) model = NULL;
  g_autoptr (GError) error = NULL;

  if (index == 0)
    {
      follow (scan, 0, w);
      return;
    }
  model = make_model (scan, scan->plan->n_P - 1, &error);
  if (model != NULL
      && !(index == 1 && ipl_attention_model_get_case_weights (model, scan->the_case, w)))
    nudge (scan, 1000 + index, START_DEVIATION, w);
  if (model != NULL)
    self->minima[index] = descend (scan, scan->plan->n_P - 1, 2000 + index, w, &error);
  if (self->minima[index] == NULL)
    ipl_error_store_first (&scan->error, g_steal_pointer (&error));
}

/* Follows both branches. The downward branch starts in the lowest minimum found at the largest
 * P. */
static gboolean
find_minima (IplAttentionScan *self, GError **error)
{
  guint n_starts = self->plan->starts + 2, S = self->plan->n_P;
  g_autofree double *w = ipl_memory_try0 ((double)n_starts * (double)self->n, sizeof (double),
                                          "The starts of the search", error);
  g_autofree IplAttentionMinimum **minima = g_new0 (IplAttentionMinimum *, n_starts);
  Starts starts = { self, w, minima };
  guint best = 0;

  if (w == NULL)
    return FALSE;
  ipl_parallel_for (n_starts, ipl_work_threads (self->watch), begin_one, &starts, self->either);
  for (guint i = 1; i < n_starts && self->error == NULL; i++)
    {
      const IplAttentionMinimum *lowest = best > 0 ? minima[best] : self->rows[S - 1].minima[0];

      if (minima[i] != NULL && lowest != NULL
          && minima[i]->free_energy < lowest->free_energy - IPL_ATTENTION_SAME)
        best = i;
    }
  if (self->error == NULL && !g_cancellable_is_cancelled (self->either))
    {
      if (best > 0)
        self->rows[S - 1].minima[1] = g_steal_pointer (&minima[best]);
      else
        self->rows[S - 1].minima[1] = descend (self, S - 1, 2 * S, w, &self->error);
      follow (self, 1, w + best * self->n);
    }
  for (guint i = 0; i < n_starts; i++)
    ipl_attention_minimum_free (minima[i]);
  return ipl_parallel_succeeded (self->either, &self->error, error);
}

/* Computes the observables of the lower minimum of a row. */
static gboolean
read_lowest (IplAttentionScan *self, IplAttentionRow *row, IplAttentionModel *model, GError **error)
{
  const IplAttentionMinimum *lowest = ipl_attention_row_lowest (row);
  const IplCase *the_case = self->the_case;
  gsize rows = ipl_case_rows_of_U (the_case);
  g_autoptr (IplSolution) solution
      = ipl_attention_minimum_solve (lowest, model, self->either, error);

  if (solution == NULL)
    return FALSE;
  row->accuracy = solution->tests[0].accuracy;
  row->U = ipl_memory_try_copy (solution->U, (double)(rows * rows), sizeof (double),
                                "The order parameters", error);
  row->attention
      = ipl_try_new (double, ipl_case_n_heads (the_case) * (double)(the_case->T * the_case->T),
                     "The attention of the heads", error);
  return row->U != NULL && row->attention != NULL
         && ipl_attention_mean (the_case, model->the_case->weights, row->attention, error);
}

static gboolean
read_row (IplAttentionScan *self, guint index, GError **error)
{
  IplAttentionRow *row = &self->rows[index];
  const IplAttentionMinimum *end = ipl_attention_row_lowest (&self->rows[self->plan->n_P - 1]);
  g_autoptr (IplAttentionModel) model = make_model (self, index, error);

  if (model == NULL)
    return FALSE;
  for (guint b = 0; b < IPL_ATTENTION_BRANCHES; b++)
    if (!ipl_attention_model_set (model, row->minima[b]->w, self->either, error)
        || !ipl_attention_order_measure (&self->order, model->the_case->weights, &row->order[b],
                                         error))
      return FALSE;
  row->line = ipl_try_new (double, IPL_ATTENTION_LINE_POINTS, "The line", error);
  return row->line != NULL && read_lowest (self, row, model, error)
         && ipl_attention_line_fill (model, end->w, row->line, self->either, error);
}

/* Shows the results so far; the lock is held. */
static void
show (const IplAttentionScan *self)
{
  g_autoptr (IplTrajectory) so_far = NULL;

  if (self->watch->show == NULL)
    return;
  so_far = ipl_attention_scan_record (self, NULL);
  if (so_far != NULL)
    ipl_work_show (self->watch, so_far, MIN (self->work_done / self->work, 1));
}

static void
read_one (gsize index, gpointer data)
{
  IplAttentionScan *self = data;
  g_autoptr (GError) error = NULL;

  if (self->error != NULL || is_stopped (self))
    return;
  self->rows[index].from_former_scan = ipl_attention_scan_has_before (self, (guint)index);
  if (!self->rows[index].from_former_scan && !read_row (self, (guint)index, &error))
    {
      ipl_error_store_first (&self->error, g_steal_pointer (&error));
      return;
    }
  advance (self, READING, "Reading the free energy of attention");
  pthread_mutex_lock (&self->lock);
  self->rows[index].done = TRUE;
  show (self);
  pthread_mutex_unlock (&self->lock);
}

static void
clear_row (IplAttentionRow *row)
{
  for (guint b = 0; b < IPL_ATTENTION_BRANCHES; b++)
    ipl_attention_minimum_free (row->minima[b]);
  g_free (row->U);
  g_free (row->attention);
  g_free (row->line);
}

static void
scan_clear (IplAttentionScan *self)
{
  for (guint s = 0; s < self->plan->n_P; s++)
    clear_row (&self->rows[s]);
  g_cancellable_disconnect (self->watch->cancellable, self->given_up);
  g_cancellable_disconnect (self->watch->stop, self->stopped);
  g_object_unref (self->either);
  ipl_attention_order_clear (&self->order);
  g_clear_error (&self->error);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplAttentionScan, scan_clear)

static void
cancel (GCancellable *cancellable, gpointer either)
{
  g_cancellable_cancel (either);
}

static gulong
connect (GCancellable *cancellable, GCancellable *either)
{
  return cancellable != NULL
             ? g_cancellable_connect (cancellable, G_CALLBACK (cancel), either, NULL)
             : 0;
}

static IplAttentionScan *
scan_new (const IplCase *the_case, const IplAttentionPlan *plan, const IplTrajectory *before,
          const IplWork *watch, GError **error)
{
  g_autoptr (IplAttentionScan) self = g_new0 (IplAttentionScan, 1);
  g_autoptr (IplAttentionModel) model = NULL;

  self->the_case = the_case;
  self->plan = plan;
  self->before = before;
  self->watch = watch;
  pthread_mutex_init (&self->lock, NULL);
  self->either = g_cancellable_new ();
  self->given_up = connect (watch->cancellable, self->either);
  self->stopped = connect (watch->stop, self->either);
  self->work = (2 + READING) * plan->n_P + plan->starts;
  for (guint s = 0; s < plan->n_P; s++)
    self->rows[s] = (IplAttentionRow){ .order = { NAN, NAN }, .accuracy = NAN };
  model = make_model (self, 0, error);
  if (model == NULL || !ipl_attention_order_init (&self->order, the_case, error))
    return NULL;
  self->n = model->n;
  return g_steal_pointer (&self);
}

/* Records the smallest P only, for a scan that was stopped before its minima were found. */
static IplTrajectory *
scan_first (const IplCase *the_case, const IplAttentionPlan *plan, const IplWork *watch,
            gboolean *complete, GError **error)
{
  IplAttentionPlan first = *plan;
  IplWork unstoppable = *watch;
  IplTrajectory *trajectory;

  first.n_P = 1;
  first.starts = 0;
  unstoppable.stop = NULL;
  trajectory = ipl_attention_scan (the_case, &first, NULL, &unstoppable, complete, error);
  *complete = FALSE;
  if (trajectory != NULL)
    *ipl_trajectory_edit (trajectory, "finished") = NAN;
  return trajectory;
}

IplTrajectory *
ipl_attention_scan (const IplCase *the_case, const IplAttentionPlan *plan,
                    const IplTrajectory *before, const IplWork *watch, gboolean *complete,
                    GError **error)
{
  g_autoptr (IplAttentionScan) self = NULL;
  g_autoptr (GError) own = NULL;

  if (!ipl_attention_plan_validate (plan, the_case, error))
    return NULL;
  self = scan_new (the_case, plan, before, watch, error);
  if (self == NULL)
    return NULL;
  if (!find_minima (self, &own))
    {
      if (is_stopped (self) && !g_cancellable_is_cancelled (watch->cancellable))
        return scan_first (the_case, plan, watch, complete, error);
      g_propagate_error (error, g_steal_pointer (&own));
      return NULL;
    }
  ipl_parallel_for (plan->n_P, ipl_work_threads (watch), read_one, self, self->either);
  /* A stopped scan returns its complete rows. */
  if (is_stopped (self))
    g_clear_error (&self->error);
  if (!ipl_parallel_succeeded (watch->cancellable, &self->error, error))
    return NULL;
  *complete = TRUE;
  for (guint s = 0; s < plan->n_P; s++)
    *complete = *complete && self->rows[s].done;
  return ipl_attention_scan_record (self, error);
}
