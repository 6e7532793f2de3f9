/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/head-report.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/ref-count.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/heads/case-prune.h"
#include "core/heads/head-drops.h"
#include "core/heads/heads-private.h"

/* Cost of a new solution, in units of a prediction with a part of U. */
#define RESOLVE_COST 8

/* A report while it is made. */
typedef struct
{
  IplHeadReport *report; /* the report so far; never handed out */
  IplKernel *kernel;
  const IplSolution *solution;
  IplHeadLosses trained, zeroed, resolved;
  gboolean resolve;
  const IplWork *how;   /* (nullable) */
  pthread_mutex_t lock; /* of the report, losses and what follows */
  guint done, total;
  guint trouble_head;
  GError *error; /* atomic: error of the first head that fails */
} Work;

static const char predictions[] = "The predictions without a head";

/* The arrays of a report, [n_heads] each. */
static const struct
{
  gsize at;
  gsize size; /* bytes of an element: a guint, or a double, which is NaN until computed */
} arrays[] = {
  { G_STRUCT_OFFSET (IplHeadReport, layer), sizeof (guint) },
  { G_STRUCT_OFFSET (IplHeadReport, head), sizeof (guint) },
  { G_STRUCT_OFFSET (IplHeadReport, order), sizeof (guint) },
  { G_STRUCT_OFFSET (IplHeadReport, score), sizeof (double) },
  { G_STRUCT_OFFSET (IplHeadReport, entropy), sizeof (double) },
  { G_STRUCT_OFFSET (IplHeadReport, gradient), sizeof (double) },
  { G_STRUCT_OFFSET (IplHeadReport, trained.drop), sizeof (double) },
  { G_STRUCT_OFFSET (IplHeadReport, trained.se), sizeof (double) },
  { G_STRUCT_OFFSET (IplHeadReport, zeroed.drop), sizeof (double) },
  { G_STRUCT_OFFSET (IplHeadReport, zeroed.se), sizeof (double) },
  { G_STRUCT_OFFSET (IplHeadReport, resolved.drop), sizeof (double) },
  { G_STRUCT_OFFSET (IplHeadReport, resolved.se), sizeof (double) },
};

static void
head_report_clear (IplHeadReport *self)
{
  ipl_case_unref (self->the_case);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_free (G_STRUCT_MEMBER (gpointer, self, arrays[i].at));
  g_free (self->no_entropy);
  g_free (self->no_gradient);
  g_free (self->message);
}

IPL_DEFINE_REFERENCES (IplHeadReport, ipl_head_report, head_report_clear)

static IplHeadReport *
report_copy (const IplHeadReport *self)
{
  IplHeadReport *copy = g_memdup2 (self, sizeof *self);

  g_atomic_ref_count_init (&copy->ref_count);
  ipl_case_ref (copy->the_case);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      gpointer *array = G_STRUCT_MEMBER_P (copy, arrays[i].at);

      *array = g_memdup2 (*array, self->n_heads * arrays[i].size);
    }
  copy->no_entropy = g_strdup (self->no_entropy);
  copy->no_gradient = g_strdup (self->no_gradient);
  copy->message = g_strdup (self->message);
  return copy;
}

/* A copy of the report with entropies. A report is about a setting, entropies are about its
 * case, so they are computed once for all settings. @entropy: (nullable): [n_heads] entropies of
 * ipl_head_entropy() on its test set; NULL if not computed. */
IplHeadReport *
ipl_head_report_with_entropy (const IplHeadReport *self, const double *entropy,
                              const char *no_entropy)
{
  IplHeadReport *copy = report_copy (self);

  for (guint i = 0; i < self->n_heads; i++)
    copy->entropy[i] = entropy != NULL ? entropy[i] : NAN;
  g_free (copy->no_entropy);
  copy->no_entropy = g_strdup (no_entropy);
  return copy;
}

static IplHeadReport *
report_new (IplCase *the_case, const IplSolution *solution, guint test)
{
  IplHeadReport *self = g_new0 (IplHeadReport, 1);
  guint n = ipl_case_n_heads (the_case);

  g_atomic_ref_count_init (&self->ref_count);
  self->setting = solution->setting;
  self->the_case = ipl_case_ref (the_case);
  self->test = test;
  self->n_heads = n;
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      gpointer array = g_malloc_n (n, arrays[i].size);

      for (guint h = 0; h < n && arrays[i].size == sizeof (double); h++)
        ((double *)array)[h] = NAN;
      G_STRUCT_MEMBER (gpointer, self, arrays[i].at) = array;
    }
  memcpy (self->score, solution->head_score, n * sizeof (double));
  ipl_heads_sort (n, self->score, self->order);
  for (guint i = 0; i < n; i++)
    self->layer[i] = ipl_case_head_layer (the_case, i, &self->head[i]);
  self->trained.accuracy = NAN;
  self->trained.correlation = self->zeroed.correlation = self->resolved.correlation
      = (IplCorrelation){ NAN, NAN, NAN };
  return self;
}

/* Posts the partial report; requires the lock. */
static void
post (Work *work, const char *sentence)
{
  double fraction = work->total > 0 ? (double)work->done / work->total : 1;
  g_autoptr (IplHeadReport) copy = NULL;

  if (work->how == NULL || work->how->show == NULL)
    return;
  copy = report_copy (work->report);
  ipl_work_progress (work->how, fraction, -1.0, sentence);
  ipl_work_show (work->how, copy, fraction);
}

static gboolean *
without (const Work *work, guint head)
{
  gboolean *removed = g_new0 (gboolean, work->report->n_heads);

  removed[head] = TRUE;
  return removed;
}

static gboolean
measure_trained (Work *work, GError **error)
{
  IplHeadReport *report = work->report;
  IplCase *the_case = report->the_case;
  double n = (double)ipl_labels_get_size (&the_case->labels, the_case->tests[report->test].count);
  g_autofree double *shares = NULL, *f = NULL;
  g_autofree gboolean *none = g_new0 (gboolean, report->n_heads);
  const gboolean *set = none;
  double standard_error;

  if (the_case->trained == NULL)
    return TRUE;
  shares = ipl_heads_trained_shares (the_case, report->test, error);
  if (shares == NULL)
    return FALSE;
  f = ipl_try_new (double, n, predictions, error);
  if (f == NULL || !ipl_heads_trained_outputs (the_case, report->test, shares, 1, &set, f, error))
    return FALSE;
  report->trained.accuracy = ipl_case_measure (the_case, report->test, f, &standard_error);
  if (!ipl_head_losses_init (&work->trained, the_case, report->test, f, error))
    return FALSE;
  for (guint h = 0; h < report->n_heads; h++)
    if (!ipl_case_head_is_only (the_case, h))
      {
        g_autofree gboolean *removed = without (work, h);

        set = removed;
        if (!ipl_heads_trained_outputs (the_case, report->test, shares, 1, &set, f, error))
          return FALSE;
        ipl_head_losses_set (&work->trained, h, f);
      }
  ipl_head_losses_read (&work->trained, report->score, the_case->seed, ipl_work_threads (work->how),
                        &report->trained);
  return TRUE;
}

/* Scores by the gradient of the trained network (Michel et al.), or else of the theory's mean. */
static gboolean
measure_gradient (Work *work, GError **error)
{
  IplHeadReport *report = work->report;
  IplCase *the_case = report->the_case;
  g_autofree double *theory = NULL, *gradient = NULL;
  GError *failure = NULL;

  if (the_case->trained == NULL)
    theory = ipl_heads_theory_readout (the_case, work->kernel, work->solution, &failure);
  if (failure == NULL)
    gradient = ipl_head_gradient (the_case, theory != NULL ? theory : the_case->trained->readout,
                                  &report->no_gradient, &failure);
  if (g_error_matches (failure, IPL_ERROR, IPL_ERROR_MEMORY))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (gradient != NULL)
    memcpy (report->gradient, gradient, report->n_heads * sizeof *gradient);
  else if (failure != NULL)
    report->no_gradient = g_strdup (failure->message);
  g_clear_error (&failure);
  return TRUE;
}

/* Keeps the problem of the head with the lowest number, independent of the order of the threads. */
static void
note_trouble (Work *work, guint head, const char *trouble)
{
  IplHeadReport *report = work->report;

  if (report->message != NULL && work->trouble_head < head)
    return;
  g_free (report->message);
  report->message = g_strdup_printf ("Without %s: %s", report->the_case->head_names[head], trouble);
  work->trouble_head = head;
}

/* The theory's prediction without a head, by a part of U or by a new solution, and the resulting
 * drop. */
static void
leave_out (Work *work, guint head, gboolean resolve)
{
  IplHeadReport *report = work->report;
  IplCase *the_case = report->the_case;
  IplHeadLosses *losses = resolve ? &work->resolved : &work->zeroed;
  gboolean only = ipl_case_head_is_only (the_case, head), has_value;
  g_autofree gboolean *removed = without (work, head);
  g_autoptr (GError) error = NULL;
  g_autofree double *mean
      = ipl_try_new (double,
                     ipl_labels_get_size (&the_case->labels, the_case->tests[report->test].count),
                     predictions, &error);
  g_autofree char *trouble = NULL;
  g_autofree char *sentence = g_strdup_printf (
      resolve ? "Theory solved without %s" : "Theory without %s", the_case->head_names[head]);

  has_value = mean != NULL && !only
              && (resolve ? ipl_heads_resolved_mean (the_case, work->solution, removed,
                                                     report->test, mean, &trouble,
                                                     ipl_work_cancellable (work->how), &error)
                          : ipl_heads_zeroed_mean (the_case, work->kernel, work->solution, removed,
                                                   report->test, mean, &error));
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (g_error_matches (error, IPL_ERROR, IPL_ERROR_MEMORY))
    {
      ipl_error_store_first (&work->error, g_steal_pointer (&error));
      return;
    }
  pthread_mutex_lock (&work->lock);
  work->done += only ? 0 : resolve ? RESOLVE_COST : 1;
  if (resolve)
    {
      report->n_resolved++;
      if (trouble != NULL || error != NULL)
        note_trouble (work, head, error != NULL ? error->message : trouble);
      report->n_doubtful += has_value && trouble != NULL;
    }
  if (has_value)
    {
      ipl_head_losses_set (losses, head, mean);
      ipl_head_losses_read (losses, report->score, the_case->seed, 1,
                            resolve ? &report->resolved : &report->zeroed);
    }
  if (has_value || (resolve && !only))
    post (work, sentence);
  pthread_mutex_unlock (&work->lock);
}

static void
zero_head (gsize index, gpointer data)
{
  leave_out (data, (guint)index, FALSE);
}

static void
resolve_head (gsize index, gpointer data)
{
  leave_out (data, (guint)index, TRUE);
}

static gboolean
run (Work *work, GError **error)
{
  IplHeadReport *report = work->report;
  const IplPrediction *full = &work->solution->tests[report->test];
  guint n = report->n_heads;

  for (guint h = 0; h < n; h++)
    work->total += ipl_case_head_is_only (report->the_case, h) ? 0
                   : work->resolve                             ? 1 + RESOLVE_COST
                                                               : 1;
  if (!measure_trained (work, error) || !measure_gradient (work, error))
    return FALSE;
  if (!ipl_head_losses_init (&work->zeroed, report->the_case, report->test, full->mean, error)
      || !ipl_head_losses_init (&work->resolved, report->the_case, report->test, full->mean, error))
    return FALSE;
  report->zeroed.accuracy = report->resolved.accuracy = full->accuracy;
  post (work, "Removing heads one at a time");
  ipl_parallel_for (n, ipl_work_threads (work->how), zero_head, work,
                    ipl_work_cancellable (work->how));
  if (work->resolve)
    ipl_parallel_for (n, ipl_work_threads (work->how), resolve_head, work,
                      ipl_work_cancellable (work->how));
  return ipl_parallel_succeeded (ipl_work_cancellable (work->how), &work->error, error);
}

/* Computes for every head its score (THEORY.md section 5), and the drop of the accuracy without
 * it. In the trained network the head's paths are left out of f = sum_p readout_p . xi^p and the
 * layer is rescaled (section 8). In the theory its rows and columns of U are zeroed, or the
 * theory is solved for the network of the other heads at the same widths, temperature and
 * variances (section 5). A drop is NaN if the kernel becomes singular. */
IplHeadReport *
ipl_head_report_new (IplCase *the_case, IplKernel *kernel, const IplSolution *solution, guint test,
                     gboolean resolve, const IplWork *how, GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL && solution != NULL, NULL);
  g_return_val_if_fail (test < the_case->n_tests, NULL);
  g_return_val_if_fail (solution->the_case->Pi == the_case->Pi, NULL);

  Work work = { .report = report_new (the_case, solution, test),
                .kernel = kernel,
                .solution = solution,
                .resolve = resolve,
                .how = how };
  gboolean done;

  pthread_mutex_init (&work.lock, NULL);
  done = run (&work, error);
  pthread_mutex_destroy (&work.lock);
  ipl_head_losses_clear (&work.trained);
  ipl_head_losses_clear (&work.zeroed);
  ipl_head_losses_clear (&work.resolved);
  if (!done)
    g_clear_pointer (&work.report, ipl_head_report_unref);
  return work.report;
}
