/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Co-occurrence in a tree of bits (THEORY.md section 15.1). */
#include "core/hierarchy/latent-tree.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"
#include "core/base/units.h"

#include <math.h>
#include <string.h>

/* Samples of a word are counted at once; so many words share a stream. */
#define WORD 64
#define WORDS 64
#define MAX_TOKENS (1 << IPL_TREE_MAX_DEPTH)

/* 1 - 2 e, the factor of an edge in the correlation. */
static double
correlation_factor (const IplLatentTree *self, guint level)
{
  return 1 - 2 * self->flip[level];
}

/* R_h, the mean product of the two tokens' signs: that of (1 - 2 e_k)^2 over the levels between
 * them and the ancestor. */
static double
ipl_latent_tree_correlation (const IplLatentTree *self, guint height)
{
  double R = 1;

  for (guint k = self->depth - height; k < self->depth; k++)
    R *= correlation_factor (self, k) * correlation_factor (self, k);
  return R;
}

/* The mean sign of a token. */
static double
mean_sign (const IplLatentTree *self)
{
  double sign = 2 * self->root_one - 1;

  for (guint k = 0; k < self->depth; k++)
    sign *= correlation_factor (self, k);
  return sign;
}

/* P(token l | token m), the probability of one in samples with the other. */
double
ipl_latent_tree_cooccurrence (const IplLatentTree *self, guint height)
{
  double mean = mean_sign (self);

  return (1 + 2 * mean + ipl_latent_tree_correlation (self, height)) / (2 * (1 + mean));
}

/* A sample: bit m is 1 if token m occurs. */
static guint64
draw (const IplLatentTree *self, gsl_rng *rng)
{
  guint64 states = gsl_rng_uniform (rng) < self->root_one;

  for (guint level = 0; level < self->depth; level++)
    {
      guint64 parents = states;

      states = 0;
      for (guint child = 0; child < 2u << level; child++)
        {
          guint64 flipped = gsl_rng_uniform (rng) < self->flip[level];

          states |= (((parents >> (child / 2)) & 1) ^ flipped) << child;
        }
    }
  return states;
}

/* Samples that are counted, a block of streams each. */
typedef struct
{
  const IplLatentTree *tree;
  guint64 seed;
  guint samples;
  guint M;
  guint *counts; /* [blocks, M, M]; integers, so that sums do not depend on their order */
  GCancellable *cancellable;
} Counting;

static void
count_block (gsize block, gpointer data)
{
  const Counting *self = data;
  guint M = self->M;
  guint first = (guint)block * WORD * WORDS;
  guint *counts = self->counts + block * M * M;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, self->seed, IPL_STREAM_TREE, block);
  for (guint word = 0; word < WORDS && first + word * WORD < self->samples; word++)
    {
      guint64 occurs[MAX_TOKENS] = { 0 }; /* for every token, the set of samples that contain it */
      guint n = MIN (WORD, self->samples - first - word * WORD);

      if (g_cancellable_is_cancelled (self->cancellable))
        return;
      for (guint i = 0; i < n; i++)
        {
          guint64 states = draw (self->tree, &stream.rng);

          for (guint m = 0; m < M; m++)
            occurs[m] |= ((states >> m) & 1) << i;
        }
      for (guint l = 0; l < M; l++)
        for (guint m = 0; m <= l; m++)
          counts[l * M + m] += (guint)__builtin_popcountll (occurs[l] & occurs[m]);
    }
}

/* Counts co-occurrences in samples of the tree. @counts: [M x M] row-major, symmetric: number of
 * samples with both tokens; on the diagonal, with the token. */
gboolean
ipl_latent_tree_count (const IplLatentTree *self, guint64 seed, guint samples, guint threads,
                       GCancellable *cancellable, double *counts, GError **error)
{
  guint M = ipl_latent_tree_n_tokens (self);
  gsize blocks = samples / (WORD * WORDS) + (samples % (WORD * WORDS) != 0);
  g_autofree guint *parts
      = ipl_try_new0 (guint, (double)MAX (blocks, 1) * M * M, "what occurs together", error);
  Counting counting = { self, seed, samples, M, parts, cancellable };

  g_return_val_if_fail (samples <= IPL_TREE_MAX_SAMPLES, FALSE);

  if (parts == NULL)
    return FALSE;
  ipl_parallel_for (blocks, threads, count_block, &counting, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  for (guint l = 0; l < M; l++)
    for (guint m = 0; m <= l; m++)
      {
        double sum = 0;

        for (gsize block = 0; block < blocks; block++)
          sum += parts[block * M * M + l * M + m];
        counts[l * M + m] = counts[m * M + l] = sum;
      }
  return TRUE;
}

/* The order in which the pairs of a latent tree are learned (THEORY.md section 15.2). All tokens
 * that are equally far apart behave the same, so that there is one weight a height. */
/* Moments that are recorded of a run, at most. */
#define MOMENTS 500

/* @attention: [D] of one token whose common ancestor with the query is h = 1 .. D levels up;
 * returns the entropy of the attention on all tokens but the query. */
static double
attend (const IplTreeAttention *self, const double *v, double *attention)
{
  guint D = self->tree.depth;
  double largest = 0, sum = 0, entropy = 0;

  for (guint k = 0; k < D; k++)
    largest = MAX (largest, v[k] * v[k] / self->temperature);
  for (guint k = 0; k < D; k++)
    {
      attention[k] = exp (v[k] * v[k] / self->temperature - largest);
      sum += ipl_latent_tree_n_relatives (k + 1) * attention[k];
    }
  for (guint k = 0; k < D; k++)
    {
      attention[k] /= sum;
      if (attention[k] > 0)
        entropy -= ipl_latent_tree_n_relatives (k + 1) * attention[k] * log (attention[k]);
    }
  return entropy;
}

static gboolean
record (IplTrajectory *trajectory, guint step, guint D, const double *v, const double *attention,
        double entropy, GError **error)
{
  if (!ipl_trajectory_append (trajectory, step, error))
    return FALSE;
  memcpy (ipl_trajectory_edit (trajectory, "v"), v, D * sizeof *v);
  memcpy (ipl_trajectory_edit (trajectory, "attention"), attention, D * sizeof *attention);
  *ipl_trajectory_edit (trajectory, "entropy") = entropy;
  return TRUE;
}

const IplRecordedArray ipl_tree_recorded[] = {
  { "v", "D" },
  { "attention", "D" },
  { "entropy", "", .words = "entropy of attention", .unit = IPL_NATS },
  { "mu", "D", .is_constant = TRUE },
  { "learned_at", "D", .is_constant = TRUE },
  { "cooccurrence", "MM", .is_constant = TRUE },
  { "cooccurrence_sampled", "MM", .is_constant = TRUE },
  { "flip", "D", .is_constant = TRUE },
  { "root_one", "", .is_constant = TRUE },
  { NULL },
};

/* Runs v_h += rate (mu_h - v_h) a_h with a = softmax(v^2/T) over all tokens but the query and
 * mu_h = kappa P(l | m) of the tree, from v = 0.05. Records for every height h = 1 .. D the
 * weight `v` [S, D], the attention of such a token `attention` [S, D], their `entropy` [S], and
 * the constants `mu` [D] and `learned_at` [D], the step from which v is at nine tenths of mu,
 * NaN if it is not reached. */
IplTrajectory *
ipl_tree_attention_run (const IplTreeAttention *self, GCancellable *cancellable, GError **error)
{
  gsize D = self->tree.depth;
  guint stride = self->steps / MOMENTS + 1;
  double v[IPL_TREE_MAX_DEPTH], mu[IPL_TREE_MAX_DEPTH], learned_at[IPL_TREE_MAX_DEPTH];
  double attention[IPL_TREE_MAX_DEPTH];
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);

  ipl_trajectory_add_recorded (trajectory, ipl_tree_recorded, "D", &D);
  for (guint k = 0; k < D; k++)
    {
      v[k] = IPL_TREE_ATTENTION_START;
      mu[k] = self->strength * ipl_latent_tree_cooccurrence (&self->tree, k + 1);
      learned_at[k] = NAN;
    }
  for (guint step = 0;; step++)
    {
      double entropy = attend (self, v, attention);

      for (guint k = 0; k < D; k++)
        if (isnan (learned_at[k]) && v[k] >= IPL_TREE_ATTENTION_LEARNED * mu[k])
          learned_at[k] = step;
      if ((step % stride == 0 || step == self->steps)
          && (g_cancellable_set_error_if_cancelled (cancellable, error)
              || !record (trajectory, step, (guint)D, v, attention, entropy, error)))
        return NULL;
      if (step == self->steps)
        break;
      for (guint k = 0; k < D; k++)
        v[k] += self->rate * (mu[k] - v[k]) * attention[k];
    }
  if (!ipl_trajectory_add_constant (trajectory, "mu", 1, &D, mu, error)
      || !ipl_trajectory_add_constant (trajectory, "learned_at", 1, &D, learned_at, error))
    return NULL;
  ipl_trajectory_set_words (trajectory, "learned_at", "learned at", IPL_STEPS);
  return g_steal_pointer (&trajectory);
}
