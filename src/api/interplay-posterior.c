/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/interplay-theory-private.h"

#include "core/posterior/diagnostics.h"

#include "api/interplay-case-private.h"
#include "core/base/parallel.h"
#include "core/posterior/posterior-summary.h"

struct _InterplayPosterior
{
  IplPosterior *posterior;
  gatomicrefcount ref_count;
};

G_DEFINE_BOXED_TYPE (InterplayPosterior, interplay_posterior, interplay_posterior_ref,
                     interplay_posterior_free)
G_DEFINE_BOXED_TYPE (InterplaySummary, interplay_summary, interplay_summary_ref,
                     interplay_summary_unref)

static guint
threads_or_all (guint threads)
{
  return threads > 0 ? threads : ipl_parallel_default_threads ();
}

InterplayPosterior *
interplay_posterior_new (InterplayCase *the_case, const InterplaySetting *setting, guint chains,
                         guint warmup, guint64 seed, GError **error)
{
  InterplayPosterior *self;
  IplPosterior *posterior;
  IplPosteriorOptions options;
  IplKernel *kernel;

  g_return_val_if_fail (the_case != NULL && setting != NULL, NULL);

  ipl_posterior_options_init (&options);
  options.chains = chains;
  options.warmup = warmup;
  options.seed = seed;
  kernel = interplay_case_get_kernel (the_case, NULL, error);
  if (kernel == NULL)
    return NULL;
  posterior = ipl_posterior_prepare (the_case->the_case, kernel, &setting->setting, &options, NULL,
                                     error);
  if (posterior == NULL)
    return NULL;
  self = g_new (InterplayPosterior, 1);
  self->posterior = posterior;
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

InterplayPosterior *
interplay_posterior_ref (InterplayPosterior *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
interplay_posterior_free (InterplayPosterior *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  ipl_posterior_free (self->posterior);
  g_free (self);
}

gboolean
interplay_posterior_run (InterplayPosterior *self, guint draws, guint threads,
                         GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return ipl_posterior_run (
      self->posterior, draws,
      &(IplWork){ .threads = threads_or_all (threads), .cancellable = cancellable }, error);
}

guint
interplay_posterior_get_n_draws (InterplayPosterior *self)
{
  return ipl_posterior_get_n_draws (self->posterior);
}

const double *
interplay_posterior_get_U (InterplayPosterior *self, guint chain, guint draw)
{
  g_return_val_if_fail (chain < ipl_posterior_get_n_chains (self->posterior), NULL);
  g_return_val_if_fail (draw < ipl_posterior_get_n_draws (self->posterior), NULL);

  return ipl_posterior_get_U (self->posterior, chain, draw);
}

InterplaySummary *
interplay_posterior_summarize (InterplayPosterior *self, guint threads, GCancellable *cancellable,
                               GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (InterplaySummary *)ipl_posterior_summarize (self->posterior, threads_or_all (threads),
                                                      cancellable, error);
}

InterplaySummary *
interplay_summary_ref (InterplaySummary *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (InterplaySummary *)ipl_posterior_summary_ref (&self->summary);
}

void
interplay_summary_unref (InterplaySummary *self)
{
  if (self != NULL)
    ipl_posterior_summary_unref (&self->summary);
}

guint
interplay_summary_get_n_draws (InterplaySummary *self)
{
  return self->summary.n_chains * self->summary.n_draws;
}

static const double *
matrix_of_paths (const InterplaySummary *self, const double *matrix, gsize *n_paths)
{
  if (n_paths != NULL)
    *n_paths = ipl_case_rows_of_U (self->summary.the_case);
  return matrix;
}

const double *
interplay_summary_get_U_mean (InterplaySummary *self, gsize *n_paths)
{
  return matrix_of_paths (self, self->summary.U_mean, n_paths);
}

const double *
interplay_summary_get_U_error (InterplaySummary *self, gsize *n_paths)
{
  return matrix_of_paths (self, self->summary.U_mcse, n_paths);
}

const double *
interplay_summary_get_U_sd (InterplaySummary *self, gsize *n_paths)
{
  return matrix_of_paths (self, self->summary.U_sd, n_paths);
}

double
interplay_summary_get_worst_rhat (InterplaySummary *self)
{
  return self->summary.worst_rhat;
}

double
interplay_summary_get_least_ess (InterplaySummary *self)
{
  return ipl_diagnostics_smaller (self->summary.least_ess_bulk, self->summary.least_ess_tail);
}

gboolean
interplay_summary_get_fine (InterplaySummary *self, const char **message)
{
  if (message != NULL)
    *message = self->summary.message;
  return self->summary.fine;
}

double
interplay_summary_get_accuracy (InterplaySummary *self, guint test, double *standard_error)
{
  g_return_val_if_fail (test < self->summary.n_tests, 0);

  return ipl_prediction_read_score (&self->summary.tests[test], standard_error);
}

const double *
interplay_summary_get_mean (InterplaySummary *self, guint test, gsize *n)
{
  g_return_val_if_fail (test < self->summary.n_tests, NULL);

  return ipl_prediction_list (&self->summary.tests[test], FALSE, n);
}

const double *
interplay_summary_get_variance (InterplaySummary *self, guint test, gsize *n)
{
  g_return_val_if_fail (test < self->summary.n_tests, NULL);

  return ipl_prediction_list (&self->summary.tests[test], TRUE, n);
}
