/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws of attention and order parameter at one P, by NUTS or by replicas (THEORY.md section 19.5).
 */
#include "core/attention/attention-scan-private.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/attention/attention-posterior.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/random.h"
#include "core/posterior/diagnostics.h"
#include "core/posterior/nuts.h"
#include "core/theory/predictor.h"

/* Draws of a chain whose attention and predictions are averaged, at most. */
#define MOST_READ 50
/* Deeper trees cost more than they gain where there are a thousand weights. */
#define MOST_DEPTH 7

/* Sums over draws. */
typedef struct
{
  double *attention, *squares; /* [heads x T x T] */
  double *now;                 /* the same of one draw */
  double *mean;                /* [P' x K] */
  double *readout;             /* [K x Pi x N0] */
  guint n;
  double *space;
} Sums;

static gboolean
sums_init (Sums *self, const IplCase *the_case, GError **error)
{
  double map = ipl_case_n_heads (the_case) * (double)(the_case->T * the_case->T);
  double K = the_case->labels.outputs;

  self->space = ipl_try_parts0 ("What is read off the draws", error, { &self->attention, map },
                                { &self->squares, map }, { &self->now, map },
                                { &self->mean, (double)the_case->tests[0].count * K },
                                { &self->readout, K * (double)(the_case->Pi * the_case->N0) });
  return self->space != NULL;
}

static void
sums_clear (Sums *self)
{
  g_free (self->space);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

/* Adds a draw, at which the posterior was last evaluated. */
static gboolean
sums_add (Sums *self, IplAttentionPosterior *posterior, GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = posterior->model->the_case;
  gsize map = ipl_case_n_heads (the_case) * the_case->T * the_case->T;
  gsize D = the_case->Pi * the_case->N0, K = the_case->labels.outputs;

  if (!ipl_attention_mean (the_case, the_case->weights, self->now, error)
      || !ipl_attention_model_set_tests (posterior->model, cancellable, error)
      || !ipl_predictor_readout (posterior->target->energy, posterior->target->U, self->readout,
                                 error))
    return FALSE;
  for (gsize i = 0; i < map; i++)
    {
      self->attention[i] += self->now[i];
      self->squares[i] += self->now[i] * self->now[i];
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (blasint)the_case->tests[0].count,
               (blasint)K, (blasint)D, 1, the_case->tests[0].xi, (blasint)D, self->readout,
               (blasint)D, 1, self->mean, (blasint)K);
  self->n++;
  return TRUE;
}

/* Half of the chains begin in each branch, with the prior's noise on all else: chains that do not
 * go from one to the other are told by R-hat. */
static void
find_start (const IplAttentionRow *row, IplAttentionPosterior *posterior, guint chain, gsl_rng *rng,
            double *q)
{
  const IplAttentionMinimum *minimum = row->minima[chain % IPL_ATTENTION_BRANCHES];
  double scale = sqrt (posterior->model->prior.variance);

  for (gsize i = 0; i < posterior->n_w; i++)
    q[i] = minimum->w[i] / scale + 0.1 * ipl_random_gaussian (rng);
  ipl_posterior_target_draw_prior (posterior->target, rng, q + posterior->n_w);
}

/* Moves a chain: one of the two. */
typedef struct
{
  IplNuts *nuts;
  IplTempered *tempered;
  double *space;
} Mover;

static void
mover_clear (Mover *self)
{
  g_clear_pointer (&self->nuts, ipl_nuts_free);
  g_clear_pointer (&self->tempered, ipl_tempered_free);
  g_free (self->space);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Mover, mover_clear)

static gboolean
mover_init (Mover *self, const IplAttentionScan *scan, const IplAttentionRow *row,
            IplAttentionPosterior *posterior, guint chain, gsl_rng *rng, GError **error)
{
  const IplAttentionPlan *plan = scan->plan;
  double *q, *variances, n = (double)posterior->n;

  self->space = ipl_try_parts ("The chains of attention", error, { &q, n }, { &variances, n });
  if (self->space == NULL)
    return FALSE;
  find_start (row, posterior, chain, rng, q);
  if (plan->sampler == IPL_ATTENTION_TEMPERED)
    {
      const IplTemperedDensity density = ipl_attention_posterior_tempered (posterior);
      const IplTemperedPlan tempering
          = { .warmup = plan->warmup, .target_acceptance = IPL_POSTERIOR_DEFAULT_ACCEPTANCE };

      self->tempered = ipl_tempered_new (&density, &tempering, q, rng, scan->either, error);
      return self->tempered != NULL;
    }
  ipl_attention_posterior_variances (posterior, variances);
  self->nuts = ipl_nuts_new (posterior->n, ipl_attention_posterior_evaluate,
                             ipl_attention_posterior_settle, posterior->signs, posterior, q,
                             variances, NULL, plan->warmup, rng, error);
  if (self->nuts == NULL)
    return FALSE;
  self->nuts->max_depth = MOST_DEPTH;
  return TRUE;
}

static gboolean
mover_step (Mover *self, GCancellable *cancellable, IplTransition *transition)
{
  return self->tempered != NULL ? ipl_tempered_step (self->tempered, cancellable, transition)
                                : ipl_nuts_step (self->nuts, cancellable, transition);
}

static const double *
mover_position (const Mover *self)
{
  return self->tempered != NULL ? ipl_tempered_position (self->tempered) : self->nuts->sample.q;
}

/* How the replicas of a chain exchanged, into the worst or the mean of all chains. */
static void
note_exchanges (const Mover *self, guint n_chains, IplAttentionRow *row)
{
  IplSamplerChainReport report;

  if (self->tempered == NULL)
    return;
  ipl_tempered_report (self->tempered, &report);
  row->swap = (isnan (row->swap) ? 0 : row->swap) + report.swap_acceptance / n_chains;
  row->least_swap = fmin (row->least_swap, report.least_swap_acceptance);
  row->round_trips = (isnan (row->round_trips) ? 0 : row->round_trips) + report.round_trips;
}

static gboolean
run_chain (IplAttentionScan *self, IplAttentionRow *row, IplAttentionPosterior *posterior,
           guint chain, guint64 stream, Sums *sums, GError **error)
{
  const IplAttentionPlan *plan = self->plan;
  g_autofree double *gradient
      = ipl_try_new (double, posterior->n, "The chains of attention", error);
  gsl_rng *rng = ipl_random_generator_new (
      ipl_random_derive (plan->seed, IPL_STREAM_ATTENTION_CHAINS), stream);
  g_auto (Mover) mover = { .space = NULL };
  gboolean ok = gradient != NULL && mover_init (&mover, self, row, posterior, chain, rng, error);

  gsl_rng_free (rng);
  for (guint k = 0; ok && k < plan->warmup + plan->draws; k++)
    {
      double *order = &row->order_draws[chain * plan->draws + k - plan->warmup];
      IplTransition transition;

      if (!mover_step (&mover, self->either, &transition))
        return !g_cancellable_set_error_if_cancelled (self->either, error);
      if (posterior->error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&posterior->error));
          return FALSE;
        }
      if (k < plan->warmup)
        continue;
      row->divergences += transition.divergent;
      ipl_attention_posterior_evaluate (mover_position (&mover), gradient, NULL, posterior);
      ok = ipl_attention_order_measure (&self->order, posterior->model->the_case->weights, order,
                                        error);
      if (ok && (k - plan->warmup) % MAX (plan->draws / MOST_READ, 1) == 0)
        ok = sums_add (sums, posterior, self->either, error);
    }
  if (ok)
    note_exchanges (&mover, plan->chains, row);
  return ok;
}

/* Means and diagnostics of the draws. */
static gboolean
summarize (IplAttentionScan *self, IplAttentionRow *row, const Sums *sums, GError **error)
{
  const IplAttentionPlan *plan = self->plan;
  const IplCase *the_case = self->the_case;
  gsize map = ipl_case_n_heads (the_case) * the_case->T * the_case->T;
  guint total = plan->chains * plan->draws, K = the_case->labels.outputs;
  g_autofree double *scratch = ipl_memory_try_doubles (
      ipl_diagnostics_scratch (plan->chains, plan->draws), "The diagnostics", error);
  const IplExamples *tests = &the_case->tests[0];
  double unused;

  row->attention_sd = ipl_try_new (double, map, "The attention of the draws", error);
  if (scratch == NULL || row->attention_sd == NULL)
    return FALSE;
  row->order_mean = 0;
  for (guint i = 0; i < total; i++)
    row->order_mean += row->order_draws[i] / total;
  row->order_mcse
      = ipl_diagnostics_mcse_mean (plan->chains, plan->draws, row->order_draws, scratch);
  row->rhat = ipl_diagnostics_rhat (plan->chains, plan->draws, row->order_draws, scratch);
  row->ess = ipl_diagnostics_ess_bulk (plan->chains, plan->draws, row->order_draws, scratch);
  for (gsize i = 0; i < map; i++)
    {
      double mean = sums->attention[i] / sums->n;

      row->attention_sd[i] = sqrt (MAX (sums->squares[i] / sums->n - mean * mean, 0));
    }
  for (gsize i = 0; i < tests->count * K; i++)
    sums->mean[i] /= sums->n;
  row->posterior_accuracy
      = ipl_labels_measure (&the_case->labels, tests->count, tests->y, sums->mean, &unused);
  return TRUE;
}

gboolean
ipl_attention_scan_sample (IplAttentionScan *self, guint index, GError **error)
{
  const IplAttentionPlan *plan = self->plan;
  IplAttentionRow *row = &self->rows[index];
  g_autoptr (IplAttentionModel) model = NULL;
  g_autoptr (IplAttentionPosterior) posterior = NULL;
  g_auto (Sums) sums = { .n = 0 };

  if (plan->draws == 0)
    return TRUE;
  row->order_draws = ipl_try_new (double, (double)plan->chains * plan->draws, "The draws", error);
  model = row->order_draws != NULL ? ipl_attention_scan_model (self, index, error) : NULL;
  posterior = model != NULL ? ipl_attention_posterior_new (model, error) : NULL;
  if (posterior == NULL || !sums_init (&sums, self->the_case, error))
    return FALSE;
  row->divergences = 0;
  row->swap = row->least_swap = row->round_trips = NAN;
  for (guint c = 0; c < plan->chains; c++)
    {
      g_autofree char *sentence = g_strdup_printf ("Sampling attention at P = %u", plan->P[index]);

      if (!run_chain (self, row, posterior, c, index * plan->chains + c, &sums, error))
        return FALSE;
      ipl_attention_scan_advance (self, IPL_ATTENTION_CHAIN_WORK, sentence);
    }
  return summarize (self, row, &sums, error);
}
