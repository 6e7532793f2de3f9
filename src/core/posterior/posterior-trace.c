/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The posterior of entries of U between paths: of one output, or traced over all of them. The
 * spread of the trace does not follow from the spreads of its terms. */

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/posterior/diagnostics.h"
#include "core/posterior/posterior-summary.h"

typedef struct
{
  IplPosteriorSummary *summary;
  GCancellable *cancellable;
  GError *error; /* atomic: the first error of an entry */
} Work;

static const char what[] = "The draws of U traced over outputs";

/* @draws: [n_chains x n_draws] of U_pq, summed over the outputs from @first to @last */
static void
sum_draws (const IplPosteriorSummary *self, guint first, guint last, gsize p, gsize q,
           double *draws)
{
  gsize K = self->the_case->labels.outputs, n = ipl_case_rows_of_U (self->the_case);
  gsize n_pairs = n * (n + 1) / 2, total = (gsize)self->n_chains * self->n_draws;

  for (gsize i = 0; i < total; i++)
    draws[i] = 0;
  for (gsize k = first; k <= last; k++)
    {
      gsize row = MIN (p, q) * K + k, column = MAX (p, q) * K + k;
      const double *at = self->U_draws + ipl_pair_index (n, row, column);

      for (gsize i = 0; i < total; i++)
        draws[i] += at[i * n_pairs];
    }
}

static void
trace_entry (gsize index, gpointer data)
{
  Work *work = data;
  IplPosteriorSummary *self = work->summary;
  gsize Pi = self->the_case->Pi, p = index / Pi, q = index % Pi;
  guint m = self->n_chains, n = self->n_draws;
  g_autofree double *space = NULL;
  double *draws, *scratch;
  GError *error = NULL;

  if (q > p || g_cancellable_is_cancelled (work->cancellable)
      || g_atomic_pointer_get (&work->error) != NULL)
    return;
  space = ipl_try_parts (what, &error, { &draws, (double)m * n },
                         { &scratch, ipl_diagnostics_scratch (m, n) });
  if (space == NULL)
    {
      ipl_error_store_first (&work->error, error);
      return;
    }
  sum_draws (self, 0, self->the_case->labels.outputs - 1, p, q, draws);
  ipl_posterior_entry_init (&self->traced[index], m, n, draws, scratch);
  self->traced[q * Pi + p] = self->traced[index];
}

/* Fills the traced entries of a summary of several outputs, from its draws. */
gboolean
ipl_posterior_summary_trace (IplPosteriorSummary *self, guint threads, GCancellable *cancellable,
                             GError **error)
{
  gsize n2 = self->the_case->Pi * self->the_case->Pi;
  Work work = { self, cancellable, NULL };

  if (self->the_case->labels.outputs == 1)
    return TRUE;
  self->traced = ipl_try_new0 (IplPosteriorEntry, n2, what, error);
  if (self->traced == NULL)
    return FALSE;
  ipl_parallel_for (n2, threads, trace_entry, &work, cancellable);
  return ipl_parallel_succeeded (cancellable, &work.error, error);
}

/* The draws of U_pq between paths, of the output @first, or traced over all outputs if @last
 * differs. */
IplPosteriorEntry
ipl_posterior_summary_get_entry (const IplPosteriorSummary *self, guint first, guint last, gsize p,
                                 gsize q)
{
  gsize K = self->the_case->labels.outputs;
  gsize at = (p * K + first) * ipl_case_rows_of_U (self->the_case) + q * K + first;

  if (first != last)
    return self->traced[p * self->the_case->Pi + q];

  IplPosteriorEntry entry = { .mean = self->U_mean[at],
                              .mcse = self->U_mcse[at],
                              .sd = self->U_sd[at],
                              .rhat = self->rhat[at],
                              .ess_bulk = self->ess_bulk[at],
                              .ess_tail = self->ess_tail[at] };

  for (guint k = 0; k < 5; k++)
    entry.quantiles[k] = self->U_quantiles[k][at];
  return entry;
}

/* Returns: (transfer full): [n_chains x n_draws] its draws; 0 if they are missing */
double *
ipl_posterior_summary_entry_draws (const IplPosteriorSummary *self, guint first, guint last,
                                   gsize p, gsize q)
{
  double *draws = g_new0 (double, (gsize)self->n_chains * self->n_draws + 1);

  if (self->U_draws != NULL)
    sum_draws (self, first, last, p, q, draws);
  return draws;
}
