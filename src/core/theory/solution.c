/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/solution.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include <math.h>

#include "core/theory/saddle-search.h"
#include "core/theory/solution-private.h"

static IplSolution *
solution_new (IplCase *the_case, const IplSetting *setting, GError **error)
{
  g_autoptr (IplSolution) self = g_new0 (IplSolution, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_info_ref (&the_case->info);
  self->setting = *setting;
  self->P = the_case->train.count;
  self->n_tests = the_case->n_tests;
  self->tests = g_new0 (IplPrediction, the_case->n_tests);
  self->eigenvalues = ipl_try_new0 (double, self->P, "The principal components", error);
  if (self->eigenvalues != NULL)
    self->overlap = ipl_try_new0 (double, self->P, "The principal components", error);
  if (self->overlap != NULL)
    self->multiplicity = ipl_try_new0 (double, self->P, "The principal components", error);
  self->head_score = g_new0 (double, ipl_case_n_heads (the_case));

  return self->multiplicity != NULL ? g_steal_pointer (&self) : NULL;
}

IplSolution *
ipl_solution_ref (IplSolution *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_solution_unref (IplSolution *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  ipl_predictions_free (self->tests, self->n_tests);
  if (self->saddle == NULL)
    g_free (self->U);
  g_free (self->message);
  g_free (self->eigenvalues);
  g_free (self->overlap);
  g_free (self->multiplicity);
  g_free (self->head_score);
  ipl_saddle_free (self->saddle);
  ipl_case_info_unref (self->the_case);
  g_free (self);
}

/* Within an eigenvalue that occurs several times, to rounding, only the eigenspace is defined: its
 * components stand side by side, and have one overlap. */
gsize
ipl_solution_get_cluster (const IplSolution *self, gsize k, gsize *size)
{
  gsize first = 0;

  *size = 1;
  if (self->multiplicity == NULL || k >= self->n_components)
    return k;
  while (first + (gsize)self->multiplicity[first] <= k)
    first += (gsize)self->multiplicity[first];
  *size = (gsize)self->multiplicity[first];
  return first;
}

static IplSolution *
solution_solve (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                const IplSolution *start, gboolean once, GCancellable *cancellable, GError **error)
{
  if (setting->gp)
    return ipl_solution_gp (the_case, kernel, setting, NULL, 0, cancellable, error);

  guint threads = ipl_parallel_default_threads ();
  const IplSaddle *from = start != NULL ? start->saddle : NULL;
  double kept, unused, solving, reading;

  solving = once ? ipl_saddle_memory (the_case, kernel, &kept)
                 : ipl_saddle_search_memory (the_case, kernel, 1, setting, threads, &kept);
  reading = ipl_solution_memory (the_case, kernel, 1, setting, threads, &unused);
  if (!ipl_memory_ask (MAX (solving, kept + reading), "Solving the theory", IPL_SOLUTION_INSTEAD,
                       error))
    return NULL;

  IplSaddle *saddle
      = once ? ipl_saddle_solve (the_case, kernel, setting, from, cancellable, error)
             : ipl_saddle_find (the_case, kernel, setting, from, threads, cancellable, error);

  if (saddle == NULL)
    return NULL;
  return ipl_solution_from_saddle (the_case, kernel, setting, saddle, cancellable, error);
}

/* As ipl_solution_solve(), but from one start only: an answer until more are tried, for which the
 * solution itself may be the start. */
IplSolution *
ipl_solution_solve_once (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                         const IplSolution *start, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);

  return solution_solve (the_case, kernel, setting, start, TRUE, cancellable, error);
}

/* Whether as many are known, or all there are. */
gboolean
ipl_solution_has_components (const IplSolution *self, guint wanted)
{
  return self->n_components >= MIN (wanted, self->P);
}

/* TRUE if it was solved from one start where the action may have several minima; FALSE of a file of
 * results, whose case cannot be solved. */
gboolean
ipl_solution_wants_search (const IplSolution *self)
{
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);

  return self->starts == 1 && the_case != NULL
         && ipl_saddle_search_is_wanted (the_case, &self->setting);
}

/* TRUE if some start did not end in its minimum. */
gboolean
ipl_solution_has_other_minima (const IplSolution *self)
{
  return self->agreeing < self->starts;
}

/* “lowest of 24 starts, 3 agree”, or “all 11 starts agree”; where there was only one, NULL, or that
 * others were not tried if there may be several minima. */
char *
ipl_solution_describe_starts (const IplSolution *self)
{
  if (self->starts <= 1)
    return ipl_saddle_search_is_narrow (self->the_case, &self->setting)
               ? g_strdup ("one start: a lower minimum may exist")
               : NULL;
  if (!ipl_solution_has_other_minima (self))
    return g_strdup_printf ("all %u starts agree", self->starts);
  return g_strdup_printf ("lowest of %u starts, %u agree%s%s", self->starts, self->agreeing,
                          self->agreeing == 1 ? "s" : "",
                          self->agreeing == 1 ? ": a lower minimum may exist" : "");
}

/* The finite-width theory at one setting with everything that is read off it: predictions on
 * every test set, accuracies, principal components, head scores. At small widths it is the
 * lowest minimum of several starts, which the cores share. Its whole need of memory is asked for
 * before it begins. */
IplSolution *
ipl_solution_solve (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                    const IplSolution *start, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);

  return solution_solve (the_case, kernel, setting, start, FALSE, cancellable, error);
}

/* Everything that is read off a saddle point; takes the saddle. */
IplSolution *
ipl_solution_from_saddle (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                          IplSaddle *saddle, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSolution) self = solution_new (the_case, setting, error);

  if (self == NULL)
    {
      ipl_saddle_free (saddle);
      return NULL;
    }
  self->saddle = saddle;
  self->U = saddle->U;
  self->u_a = saddle->u_a;
  self->action = saddle->action;
  self->gradient = saddle->gradient;
  self->relative_gradient = saddle->relative_gradient;
  self->iterations = saddle->iterations;
  self->evaluations = saddle->evaluations;
  self->solve_seconds = saddle->seconds;
  self->converged = saddle->converged;
  self->message = g_strdup (saddle->message);
  self->starts = saddle->starts;
  self->agreeing = saddle->agreeing;
  if (!ipl_solution_read (self, kernel, TRUE, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

/* The Gaussian-process limit (THEORY.md section 3): U = s_1^2 ... s_L^2 s_a^2 I, with rho_l^2 in
 * place of s_l^2 where a path takes an identity head. With @paths, that of the network that has
 * only those paths: their number stands in place of Pi. */
IplSolution *
ipl_solution_gp (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                 const guint *paths, gsize n_paths, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);
  g_return_val_if_fail (paths == NULL || n_paths > 0, NULL);

  gsize Pi = the_case->Pi;
  g_autoptr (IplSolution) self = solution_new (the_case, setting, error);

  if (self != NULL)
    self->U = ipl_try_new0 (double, (double)Pi *(double)Pi, "The order parameter", error);
  if (self == NULL || self->U == NULL)
    return NULL;
  self->setting.gp = TRUE;
  if (paths == NULL)
    for (gsize p = 0; p < Pi; p++)
      self->U[p * Pi + p] = ipl_saddle_gp_scale (the_case, setting, p);
  else
    for (gsize i = 0; i < n_paths; i++)
      {
        g_return_val_if_fail (paths[i] < Pi, NULL);
        self->U[paths[i] * Pi + paths[i]]
            = ipl_saddle_gp_scale (the_case, setting, paths[i]) * (double)Pi / (double)n_paths;
      }
  self->u_a = setting->variances[setting->L + 1];
  self->action = NAN;
  self->converged = TRUE;
  self->starts = self->agreeing = 1;
  if (!ipl_solution_read (self, kernel, FALSE, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}
