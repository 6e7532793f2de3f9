/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/interplay-theory-private.h"

#include "api/interplay-case-private.h"
#include "core/base/parallel.h"

G_DEFINE_BOXED_TYPE (InterplayTheory, interplay_theory, interplay_theory_ref,
                     interplay_theory_unref)

InterplayTheory *
interplay_theory_solve (InterplayCase *the_case, const InterplaySetting *setting,
                        InterplayTheory *start, GCancellable *cancellable, GError **error)
{
  IplKernel *kernel;

  g_return_val_if_fail (the_case != NULL && setting != NULL, NULL);

  if (!ipl_setting_validate (&setting->setting, the_case->the_case, error))
    return NULL;
  kernel = interplay_case_get_kernel (the_case, cancellable, error);
  if (kernel == NULL)
    return NULL;
  return (InterplayTheory *)(setting->setting.gp
                                 ? ipl_solution_new (kernel, &setting->setting, NULL, NULL, 0,
                                                     cancellable, error)
                                 : ipl_solution_solve (the_case->the_case, kernel,
                                                       &setting->setting, (IplSolution *)start,
                                                       ipl_parallel_default_threads (), cancellable,
                                                       error));
}

guint
interplay_theory_get_starts (InterplayTheory *self, guint *agreeing)
{
  if (agreeing != NULL)
    *agreeing = self->solution.agreeing;
  return self->solution.starts;
}

InterplayTheory *
interplay_theory_ref (InterplayTheory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (InterplayTheory *)ipl_solution_ref (&self->solution);
}

void
interplay_theory_unref (InterplayTheory *self)
{
  if (self != NULL)
    ipl_solution_unref (&self->solution);
}

InterplaySetting *
interplay_theory_get_setting (InterplayTheory *self)
{
  return interplay_setting_wrap (&self->solution.setting,
                                 ipl_case_info_get_case (self->solution.the_case));
}

const double *
interplay_theory_get_U (InterplayTheory *self, gsize *n_paths)
{
  if (n_paths != NULL)
    *n_paths = self->solution.the_case->Pi * self->solution.the_case->labels.outputs;
  return self->solution.U;
}

double
interplay_theory_get_action (InterplayTheory *self)
{
  return self->solution.action;
}

double
interplay_theory_get_gradient (InterplayTheory *self)
{
  return self->solution.gradient;
}

double
interplay_theory_get_relative_gradient (InterplayTheory *self)
{
  return self->solution.relative_gradient;
}

guint
interplay_theory_get_iterations (InterplayTheory *self)
{
  return self->solution.iterations;
}

gboolean
interplay_theory_get_converged (InterplayTheory *self, const char **message)
{
  if (message != NULL)
    *message = self->solution.message;
  return self->solution.converged;
}

double
interplay_theory_get_accuracy (InterplayTheory *self, guint test, double *standard_error)
{
  g_return_val_if_fail (test < self->solution.n_tests, 0);

  return ipl_prediction_read_score (&self->solution.tests[test], standard_error);
}

const double *
interplay_theory_get_mean (InterplayTheory *self, guint test, gsize *n)
{
  g_return_val_if_fail (test < self->solution.n_tests, NULL);

  return ipl_prediction_list (&self->solution.tests[test], FALSE, n);
}

const double *
interplay_theory_get_variance (InterplayTheory *self, guint test, gsize *n)
{
  g_return_val_if_fail (test < self->solution.n_tests, NULL);

  return ipl_prediction_list (&self->solution.tests[test], TRUE, n);
}

const double *
interplay_theory_get_class_probability (InterplayTheory *self, guint test, gsize *n)
{
  const IplPrediction *prediction;

  g_return_val_if_fail (test < self->solution.n_tests, NULL);

  prediction = &self->solution.tests[test];
  if (n != NULL)
    *n = prediction->probability != NULL ? prediction->count * prediction->outputs : 0;
  return prediction->probability;
}

const double *
interplay_theory_get_confusion (InterplayTheory *self, guint test, gsize *n)
{
  const IplPrediction *prediction;

  g_return_val_if_fail (test < self->solution.n_tests, NULL);

  prediction = &self->solution.tests[test];
  if (n != NULL)
    *n = prediction->confusion != NULL ? prediction->outputs : 0;
  return prediction->confusion;
}

/* [@n] numbers, one for each known component of the kernel. */
static const double *
list_components (const InterplayTheory *self, const double *values, gsize *n)
{
  if (n != NULL)
    *n = self->solution.n_components;
  return values;
}

const double *
interplay_theory_get_eigenvalues (InterplayTheory *self, gsize *n)
{
  return list_components (self, self->solution.eigenvalues, n);
}

const double *
interplay_theory_get_overlap (InterplayTheory *self, gsize *n)
{
  return list_components (self, self->solution.overlap, n);
}

const double *
interplay_theory_get_multiplicity (InterplayTheory *self, gsize *n)
{
  return list_components (self, self->solution.multiplicity, n);
}

const double *
interplay_theory_get_head_score (InterplayTheory *self, gsize *n)
{
  if (n != NULL)
    *n = ipl_case_n_heads (self->solution.the_case);
  return self->solution.head_score;
}
