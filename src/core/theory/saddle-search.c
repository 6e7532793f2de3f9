/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves from several starts if the action may have several minima. */
#include "core/theory/action-descent-private.h"
#include "core/theory/saddle.h"

#include <cblas.h>
#include <math.h>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/theory/label-basis.h"
#include "core/theory/saddle-starts-private.h"

/* The mean U of an output without labels and without a saddle point, over that of the others, at
 * least. */
#define LEAST_SHARE 1e-6

/* Several minima have been seen at widths of up to this many times the rows of a layer. */
#define NARROW 2
/* Random starts: in total, in a batch, and for solves that use up the budget of operations. */
#define MAX_STARTS IPL_SADDLE_MAX_STARTS
#define BATCH 4
#define MIN_STARTS 2
#define FLOPS_BUDGET 6e9
/* Operations of a gradient from which on there is no search: a solve takes a tenth of a second. */
#define GRADIENT_MOST 2e8
/* Work that takes no noticeable time is always done. */
#define FLOPS_FREE 1e8
/* The search ends when the estimated volume of unseen basins is smaller, ... */
#define UNSEEN 0.02
/* ... and the lowest minimum has been reached from so many starts. */
#define REACHED 3
/* Actions that differ by less, relative to their size, belong to one minimum. */
#define SAME_ACTION 1e-7

/* The minima found so far, by their actions. */
typedef struct
{
  guint n; /* minima */
  guint reached[1 + MAX_STARTS];
  double action[1 + MAX_STARTS];
  guint starts; /* starts with an end */
} Minima;

typedef struct
{
  const IplCase *the_case;
  IplKernel *kernel;
  const IplSetting *setting;
  const IplSaddleStarts *starts;
  guint begin; /* index of the batch's first start */
  IplSaddle *found[BATCH];
  GCancellable *cancellable;
  GError *error; /* atomic */
} Batch;

static gboolean
same_action (double a, double b)
{
  return fabs (a - b) <= SAME_ACTION * (1 + MIN (fabs (a), fabs (b)));
}

static void
minima_add (Minima *self, const IplSaddle *saddle)
{
  guint k = 0;

  self->starts++;
  if (!saddle->converged)
    return;
  while (k < self->n && !same_action (self->action[k], saddle->action))
    k++;
  if (k == self->n)
    {
      self->action[k] = saddle->action;
      self->reached[k] = 0;
      self->n++;
    }
  self->reached[k]++;
}

/* Number of starts that ended at the minimum of @saddle. */
static guint
minima_count (const Minima *self, const IplSaddle *saddle)
{
  for (guint k = 0; k < self->n; k++)
    if (same_action (self->action[k], saddle->action))
      return saddle->converged ? self->reached[k] : 1;
  return 1;
}

/* Boender and Rinnooy Kan (1987): after n starts that ended in w minima the basins of others are
 * expected to hold the share w (w + 1) / (n (n - 1)). */
static gboolean
minima_enough (const Minima *self, const IplSaddle *lowest)
{
  double n = self->starts, w = self->n;

  return w * (w + 1) <= UNSEEN * n * (n - 1)
         && minima_count (self, lowest) >= MIN (REACHED, self->starts);
}

/* Orders minima before other points, then by the action; equal ones keep their order. */
static gboolean
is_lower (const IplSaddle *a, const IplSaddle *b)
{
  if (a->converged != b->converged)
    return a->converged;
  return a->action < b->action && !same_action (a->action, b->action);
}

static void
solve_one (gsize index, gpointer data)
{
  Batch *self = data;
  const IplWishartShape *shape = &self->starts->shape;
  g_autoptr (IplWarmStart) point = NULL;
  IplSaddle start = { 0 };
  GError *error = NULL;

  if (g_atomic_pointer_get (&self->error) != NULL)
    return;
  point = ipl_warm_start_new_at (shape, &error);
  if (point != NULL
      && ipl_saddle_starts_get (self->starts, self->begin + (guint)index, point->theta, &error))
    {
      start.warm_start = point;
      self->found[index] = ipl_saddle_solve_narrow (self->the_case, self->kernel, self->setting,
                                                    NULL, &start, self->cancellable, &error);
    }
  /* A point with singular K is no start. */
  if (g_error_matches (error, IPL_ERROR, IPL_ERROR_SINGULAR))
    g_clear_error (&error);
  if (error != NULL)
    ipl_error_store_first (&self->error, error);
}

static gboolean
batch_run (Batch *self, guint begin, guint n, guint threads, GError **error)
{
  self->begin = begin;
  ipl_parallel_for (n, threads, solve_one, self, self->cancellable);
  return ipl_parallel_succeeded (self->cancellable, &self->error, error);
}

/* Adds the results of a batch, in the order of its starts. */
static void
batch_collect (Batch *self, Minima *minima, IplSaddle **lowest, double *flops, guint *evaluations)
{
  for (guint i = 0; i < BATCH; i++)
    {
      IplSaddle *found = g_steal_pointer (&self->found[i]);

      if (found == NULL)
        continue;
      *flops += found->flops;
      *evaluations += found->evaluations;
      minima_add (minima, found);
      if (is_lower (found, *lowest))
        {
          IplSaddle *higher = *lowest;

          *lowest = found;
          found = higher;
        }
      ipl_saddle_free (found);
    }
}

/* Approximate floating-point operations of a gradient of the energy, for the remaining rows. */
static double
gradient_flops (const IplCase *the_case)
{
  double K = the_case->labels.outputs, Pi = (double)the_case->Pi * K;
  double D = Pi * (double)the_case->N0, P = MIN ((double)the_case->train.count * K, D);

  return 2 * P * D * (P + Pi);
}

/* TRUE if the action may have several minima: a width is at most twice the rows of its layer's
 * square factor A_l (1 for the readout's). */
gboolean
ipl_saddle_search_is_narrow (const IplCaseInfo *the_case, const IplSetting *setting)
{
  IplWishartShape shape;

  if (setting->gp)
    return FALSE;
  ipl_wishart_shape_init (&shape, the_case, 1, NULL);
  for (guint l = 0; l <= the_case->L; l++)
    if (shape.random[l] > 0 && setting->N[l] <= NARROW * shape.rows[l])
      return TRUE;
  return FALSE;
}

/* TRUE if several starts are used: for narrow settings, unless a gradient of the energy takes
 * GRADIENT_MOST operations, since a start takes as long as a solve. */
gboolean
ipl_saddle_search_is_wanted (const IplCase *the_case, const IplSetting *setting)
{
  return gradient_flops (the_case) <= GRADIENT_MOST
         && ipl_saddle_search_is_narrow (&the_case->info, setting);
}

/* Solves also from random starts (THEORY.md section 4.9), until the estimated volume of unseen
 * basins is small and the lowest minimum was reached several times, or until a maximal number of
 * starts, which decreases with the work of a start and is at least two. Returns the solution of
 * lowest action, @first in a tie, with @starts and @agreeing, the total @evaluations, @flops and
 * @seconds of all starts, and its own @iterations; or NULL with IPL_ERROR_MEMORY or
 * G_IO_ERROR_CANCELLED. */
IplSaddle *
ipl_saddle_search (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                   IplSaddle *first, guint64 seed, guint threads, GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (IplSaddle) lowest = first;
  gint64 begin_usec = g_get_monotonic_time ();
  g_autoptr (IplSaddleStarts) starts = ipl_saddle_starts_new (kernel, setting, seed, error);
  Batch batch = { the_case, kernel, setting, starts, .cancellable = cancellable };
  Minima minima = { 0 };
  double seconds = first->seconds, random_flops = 0, first_flops = first->flops;
  guint evaluations = first->evaluations, done = 0, most = MIN_STARTS; /* random starts */

  if (starts == NULL)
    return NULL;
  minima_add (&minima, first);
  while (done < most && (random_flops < FLOPS_FREE || !minima_enough (&minima, lowest)))
    {
      guint n = MIN (done == 0 ? MIN_STARTS : BATCH, most - done);
      gboolean fine = batch_run (&batch, done, n, threads, error);

      batch_collect (&batch, &minima, &lowest, &random_flops, &evaluations);
      if (!fine)
        return NULL;
      done += n;
      most = (guint)CLAMP (FLOPS_BUDGET * done / MAX (random_flops, 1), MIN_STARTS, MAX_STARTS);
    }
  lowest->starts = 1 + done;
  lowest->agreeing = minima_count (&minima, lowest);
  lowest->evaluations = evaluations;
  lowest->flops = first_flops + random_flops;
  lowest->seconds = seconds + (double)(g_get_monotonic_time () - begin_usec) * 1e-6;
  return g_steal_pointer (&lowest);
}

/* Adds @count outputs without labels (transfer full), all at the same saddle point. */
static void
add_unlabelled (IplSaddle *self, IplSaddle *unlabelled, guint count)
{
  double labelled = (double)self->Pi / (double)unlabelled->Pi, all = labelled + count;

  self->unlabelled = unlabelled;
  self->Pi += count * unlabelled->Pi;
  self->action += count * unlabelled->action;
  self->energy += count * unlabelled->energy;
  self->u_a = (labelled * self->u_a + count * unlabelled->u_a) / all;
  self->gradient = MAX (self->gradient, unlabelled->gradient);
  self->relative_gradient = MAX (self->relative_gradient, unlabelled->relative_gradient);
  self->iterations += unlabelled->iterations;
  self->evaluations += unlabelled->evaluations;
  self->flops += unlabelled->flops;
  self->seconds += unlabelled->seconds;
  if (self->converged && !unlabelled->converged)
    self->message = g_strdup (unlabelled->message);
  self->converged = self->converged && unlabelled->converged;
}

/* Without a saddle point the U of outputs without labels goes to 0 at T = 0, and its
 * contribution to the kernel of all outputs is lost to rounding. Raises U to a share of
 * @labelled, near the limit. */
static void
raise_above_rounding (const IplSaddle *labelled, IplSaddle *unlabelled)
{
  gsize n = unlabelled->Pi, all = labelled->Pi;
  double least = LEAST_SHARE * cblas_dasum ((int)all, labelled->U, (int)all + 1) / (double)all;
  double mean = cblas_dasum ((int)n, unlabelled->U, (int)n + 1) / (double)n;

  if (!unlabelled->converged && mean > 0 && mean < least)
    cblas_dscal ((int)(n * n), least / mean, unlabelled->U, 1);
}

static IplSaddle *
solve (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
       const IplSaddle *start, guint threads, GCancellable *cancellable, GError **error)
{
  IplSaddle *first
      = ipl_saddle_solve_narrow (the_case, kernel, setting, NULL, start, cancellable, error);

  if (first == NULL || threads == 0 || !ipl_saddle_search_is_wanted (the_case, setting))
    return first;
  return ipl_saddle_search (the_case, kernel, setting, first, IPL_SADDLE_SEED, threads, cancellable,
                            error);
}

/* The saddle point at a setting. If the labels of the outputs are linearly dependent, outputs are
 * rotated: those with labels in the new basis, and one of those without, are solved separately
 * (THEORY.md section 18.3).
 * @start: (nullable): a saddle point to continue from; NULL for the GP limit
 * @threads: for the search from several starts, which narrow widths need; 0 for one start */
IplSaddle *
ipl_saddle_find (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                 const IplSaddle *start, guint threads, GCancellable *cancellable, GError **error)
{
  guint K = kernel->outputs, rank = K;
  g_autofree double *basis = K > 1 ? ipl_label_basis_new (the_case, &rank, error) : NULL;
  g_autoptr (IplKernel) labelled = NULL, none = NULL;
  g_autoptr (IplSaddle) self = NULL;
  IplSaddle *unlabelled = NULL;
  double *U;

  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);
  g_return_val_if_fail (!setting->gp, NULL);

  if (K > 1 && basis == NULL)
    return NULL;
  if (rank == K)
    return solve (the_case, kernel, setting, start, threads, cancellable, error);
  labelled = ipl_kernel_new_rotated (kernel, rank, basis, error);
  if (labelled != NULL)
    none = ipl_kernel_new_rotated (kernel, 1, NULL, error);
  if (none != NULL)
    self = solve (the_case, labelled, setting, start, threads, cancellable, error);
  if (self != NULL)
    unlabelled = solve (the_case, none, setting, start != NULL ? start->unlabelled : NULL, threads,
                        cancellable, error);
  if (unlabelled == NULL)
    return NULL;
  raise_above_rounding (self, unlabelled);
  add_unlabelled (self, unlabelled, K - rank);
  U = ipl_label_basis_transform_back (unlabelled->Pi, K, rank, basis, self->U, unlabelled->U,
                                      error);
  if (U == NULL)
    return NULL;
  g_free (self->U);
  self->U = U;
  return g_steal_pointer (&self);
}
