/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hidden Markov chain as examples: tokens in the plane of v+ and v-, and their hidden
 * states. */
#include "core/tasks/task-card.h"

#include <cblas.h>
#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/case/features.h"
#include "core/tasks/markov-chain-private.h"

/* Limits of the cloud in tokens and in numbers, since it is recomputed during a drag of the
 * noise. */
#define MOST_CLOUD 300
#define MOST_NUMBERS 3e5
/* The logits of wider tokens take longer than a card is worth. */
#define MOST_WIDTH 1500

static const char what[] = "The card of the task";

/* Working memory; T tokens of N0 numbers, n_f of them features. */
typedef struct
{
  const IplMarkovChain *chain;
  gsize T, N0;
  double *draws;     /* [ipl_markov_chain_n_draws()] */
  double *means, *a; /* [2 x T] each */
  double *x, *z, *O; /* [T x N0], [T x N0], [T x T] */
  gsl_rng *rng;
  double *space; /* of all these */
} Work;

static void
work_clear (Work *self)
{
  if (self->rng != NULL)
    gsl_rng_free (self->rng);
  g_free (self->space);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

static gboolean
work_init (Work *self, const IplMarkovChain *chain, GError **error)
{
  double T = (double)ipl_markov_chain_T (chain), N0 = (double)ipl_markov_chain_N0 (chain);

  self->chain = chain;
  self->T = ipl_markov_chain_T (chain);
  self->N0 = ipl_markov_chain_N0 (chain);
  self->space
      = ipl_try_parts (what, error, { &self->draws, (double)ipl_markov_chain_n_draws (chain) },
                       { &self->means, 2 * T }, { &self->a, 2 * T }, { &self->x, T * N0 },
                       { &self->z, T * N0 }, { &self->O, T * T });
  if (self->space == NULL)
    return FALSE;
  self->rng = gsl_rng_alloc (gsl_rng_mt19937);
  return TRUE;
}

/* Draws a test sequence: its states, and the positions of its tokens in the plane, <x, v> /
 * |v|^2 with |v|^2 = n_f: the mean over the half of the features with v = sqrt 2, divided by
 * sqrt 2. */
static void
place_tokens (Work *work, guint class, gsize index, guint8 *kinds, double *at)
{
  const IplMarkovChain *chain = work->chain;
  gboolean noise = ipl_markov_chain_has_noise (chain);
  gsize T = work->T;

  ipl_markov_chain_draw (chain, IPL_CHAIN_TEST, class, (guint)index, noise, work->rng, work->draws);
  if (noise)
    ipl_markov_chain_means (chain, work->draws, work->means);
  ipl_markov_chain_halves (chain, class, work->draws, NULL, work->a);
  for (gsize t = 0; t < T; t++)
    kinds[t] = work->a[t] > 0       ? IPL_CARD_PLUS
               : work->a[T + t] > 0 ? IPL_CARD_MINUS
                                    : IPL_CARD_OTHER;
  ipl_markov_chain_halves (chain, class, work->draws, noise ? work->means : NULL, work->a);
  for (gsize t = 0; t < T; t++)
    for (gsize k = 0; k < 2; k++)
      at[2 * t + k]
          = (work->a[k * T + t] + (noise ? chain->noise_perpendicular * work->means[k * T + t] : 0))
            / G_SQRT2;
}

/* Squared distance of all tokens of the sequence drawn last from the plane, in units of |v|^2. */
static double
square_outside (const Work *work)
{
  const IplMarkovChain *chain = work->chain;
  gsize n = chain->n_features, half = n / 2;
  double sum = 0;

  if (!ipl_markov_chain_has_noise (chain))
    return 0;
  for (gsize t = 1; t < work->T; t++)
    {
      const double *noise = work->draws + chain->n_tokens + (t - 1) * n;

      sum += cblas_ddot ((int)n, noise, 1, noise, 1);
      for (gsize k = 0; k < 2; k++)
        sum -= (double)half * pow (work->means[k * work->T + t], 2);
    }
  return MAX (sum, 0) * pow (chain->noise_perpendicular, 2) / (double)n;
}

/* e[t, s] = x_s^T W x_t as x (x W)^T, then softmax over the key. */
static void
fill_attention (Work *work, const IplLayerWeights *weights, guint class, float *attention)
{
  const IplMarkovChain *chain = work->chain;
  int T = (int)work->T, N0 = (int)work->N0;

  ipl_markov_chain_compose (chain, class, work->draws, work->x);
  for (guint l = 0; l < chain->n_layers; l++)
    for (guint h = 0; h < chain->n_heads[l]; h++)
      {
        const double *W = weights[l].combined + (gsize)h * work->N0 * work->N0;

        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, T, N0, N0, 1, work->x, N0, W, N0, 0,
                     work->z, N0);
        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, T, T, N0, 1, work->x, N0, work->z, N0,
                     0, work->O, T);
        ipl_features_softmax_rows (work->O, work->T, work->T);
        for (gsize i = 0; i < work->T * work->T; i++)
          *attention++ = (float)work->O[i];
      }
}

static guint
count_classes (const IplMarkovChain *chain)
{
  return MAX (chain->n_classes, 2);
}

/* The sequences after those shown, one of each class in turn; as many as have tokens enough. */
static gsize
count_cloud (const IplMarkovChain *chain)
{
  guint classes = count_classes (chain);
  double most = MIN (MOST_CLOUD, MOST_NUMBERS / chain->n_features);
  gsize sequences = classes * MAX (1, (gsize)(most / chain->n_tokens / classes));

  return MIN (sequences, chain->n_test);
}

static void
fill_cloud (IplTaskCard *self, Work *work)
{
  gsize n = self->n_cloud / work->chain->n_tokens, classes = count_classes (work->chain);
  g_autofree guint8 *kinds = g_new (guint8, work->T);
  g_autofree double *at = g_new (double, 2 * work->T);
  double outside = 0;

  for (gsize i = 0; i < n; i++)
    {
      gsize from = i * work->chain->n_tokens;

      place_tokens (work, (guint)(i % classes), (self->first + i / classes) % self->count, kinds,
                    at);
      outside += square_outside (work);
      for (gsize t = 1; t < work->T; t++)
        {
          self->cloud_kinds[from + t - 1] = kinds[t];
          self->cloud[2 * (from + t - 1)] = at[2 * t];
          self->cloud[2 * (from + t - 1) + 1] = at[2 * t + 1];
        }
    }
  self->outside = sqrt (outside / (double)self->n_cloud);
}

/* The card of the hidden Markov chain (THEORY.md section 7.6): a test sequence of each class, the
 * same as in the case of these parameters, its tokens as multiples of v+ and v-, and those of some
 * sequences more. A few milliseconds at the paper's sizes, so that it follows a control. */
IplTaskCard *
ipl_task_card_new_of_chain (const IplMarkovChain *chain, gsize first, GError **error)
{
  g_autoptr (IplTaskCard) self = NULL;
  IplLayerWeights weights[IPL_MAX_LAYERS] = { { NULL } };
  g_auto (Work) work = { NULL };
  guint classes = count_classes (chain);
  const IplLabels labels = { IPL_LABELS_CLASSES, classes };

  if (ipl_markov_chain_N0 (chain) > MOST_WIDTH)
    return ipl_fail_null (error, IPL_ERROR_SHAPE,
                          "Tokens of %" G_GSIZE_FORMAT
                          " numbers are too wide for their attention to be shown: at most %d.",
                          ipl_markov_chain_N0 (chain), MOST_WIDTH);
  self = ipl_task_card_alloc (ipl_markov_chain_T (chain), chain->n_layers, chain->n_heads,
                              classes > 2 ? classes : 1, MIN (classes, IPL_CARD_MOST_SEQUENCES),
                              count_cloud (chain) * chain->n_tokens, error);
  if (self == NULL || !work_init (&work, chain, error)
      || !ipl_markov_chain_weights (chain, weights, error))
    {
      ipl_layer_weights_clear (weights, chain->n_layers);
      return NULL;
    }
  self->is_chain = TRUE;
  self->noise_parallel = chain->noise_parallel;
  self->noise_perpendicular = chain->noise_perpendicular;
  self->share = NAN;
  self->count = chain->n_test / classes;
  self->first = MIN (first, self->count - 1);
  for (guint i = 0; i < self->n; i++)
    {
      IplCardSequence *sequence = &self->sequences[i];

      sequence->number = self->first + (gsize)i * chain->n_test / classes;
      if (classes > 2)
        ipl_labels_code_class (&labels, i, sequence->y);
      else
        sequence->y[0] = i == 0 ? 1 : -1;
      place_tokens (&work, i, self->first, sequence->kinds, sequence->at);
      fill_attention (&work, weights, i, sequence->attention);
    }
  ipl_layer_weights_clear (weights, chain->n_layers);
  fill_cloud (self, &work);
  return g_steal_pointer (&self);
}
