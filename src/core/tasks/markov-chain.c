/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/markov-chain.h"

#include "core/base/random.h"
#include "core/tasks/markov-chain-private.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

/* The paper's four paths: good and random heads, then uniform and random ones (THEORY.md section
 * 7). */
void
ipl_markov_chain_init_hmc4 (IplMarkovChain *self)
{
  memset (self, 0, sizeof *self);
  self->stay_plus = 0.7;
  self->stay_minus = 0.3;
  self->noise_parallel = 1;
  self->noise_perpendicular = 1;
  self->beta = 10;
  self->n_train = 100;
  self->n_test = 1000;
  self->n_tokens = 30;
  self->n_features = 200;
  self->n_layers = 2;
  self->n_heads[0] = 2;
  self->n_heads[1] = 2;
  self->heads[0][0] = IPL_HEAD_GOOD;
  self->heads[0][1] = IPL_HEAD_RANDOM;
  self->heads[1][0] = IPL_HEAD_UNIFORM;
  self->heads[1][1] = IPL_HEAD_RANDOM;
  self->seed = 1;
}

/* The paper's two paths with more noise: a good and a blank head, then a uniform one (THEORY.md
 * section 7). */
void
ipl_markov_chain_init_hmc2 (IplMarkovChain *self)
{
  ipl_markov_chain_init_hmc4 (self);
  self->noise_perpendicular = 5;
  self->heads[0][1] = IPL_HEAD_BLANK;
  self->n_heads[1] = 1;
  self->heads[1][1] = IPL_HEAD_GOOD; /* 0: not used */
}

/* The four paths with three classes, whose stay probabilities are 0.1, 0.5 and 0.9. */
void
ipl_markov_chain_init_classes (IplMarkovChain *self)
{
  static const double stay[IPL_CHAIN_MAX_CLASSES] = { 0.1, 0.5, 0.9, 0.3, 0.7, 0.2 };

  ipl_markov_chain_init_hmc4 (self);
  self->n_classes = 3;
  memcpy (self->stay, stay, sizeof stay);
}

/* Seeds the generator for each sequence and head, so that none depends on the number of others
 * or on the thread. */
void
ipl_markov_chain_seed (gsl_rng *rng, guint64 seed, IplMarkovStream stream, guint part, guint index)
{
  guint32 offset = (guint32)stream << 28 | part << 24 | index;
  guint64 mixed = ipl_random_mix (seed + IPL_RANDOM_GOLDEN);

  /* The generator takes 32 bits. The case's seed is spread over them; the offset is added, not
   * mixed, so that two streams of one case cannot collide. */
  gsl_rng_set (rng, (guint32)(mixed >> 32) + offset);
}

/* Number of random numbers of a sequence: one for each state, then the noise. */
gsize
ipl_markov_chain_n_draws (const IplMarkovChain *self)
{
  return (gsize)self->n_tokens * (1 + (gsize)self->n_features);
}

/* Draws the random numbers of a sequence. All states precede all noise, so that a changed stay
 * probability leaves the noise as it was. @draws: [ipl_markov_chain_n_draws()] uniform numbers
 * for the states and standard Gaussian noise, token by token, if requested. */
void
ipl_markov_chain_draw (const IplMarkovChain *self, IplMarkovStream stream, guint class, guint index,
                       gboolean noise, gsl_rng *rng, double *draws)
{
  gsize n_tokens = self->n_tokens, n = noise ? ipl_markov_chain_n_draws (self) : n_tokens;

  ipl_markov_chain_seed (rng, self->seed, stream, class, index);
  for (gsize t = 0; t < n_tokens; t++)
    draws[t] = gsl_rng_uniform (rng);
  for (gsize i = n_tokens; i < n; i++)
    draws[i] = gsl_ran_gaussian_ziggurat (rng, 1.0);
}

/* The state of token @t, counted from 0, that follows @state. */
static gboolean
next_state (gboolean state, gsize t, double u, double stay)
{
  return t == 0 ? u < 0.5 : u < stay ? state : !state;
}

/* TRUE if it goes through the same states with both. */
gboolean
ipl_markov_chain_same_states (const IplMarkovChain *self, const IplMarkovChain *other, guint class,
                              const double *draws)
{
  double stay = ipl_markov_chain_stay (self, class);
  double other_stay = ipl_markov_chain_stay (other, class);
  gboolean a = FALSE, b = FALSE;

  if (stay == other_stay)
    return TRUE;
  for (gsize t = 0; t < self->n_tokens; t++)
    {
      a = next_state (a, t, draws[t], stay);
      b = next_state (b, t, draws[t], other_stay);
      if (a != b)
        return FALSE;
    }
  return TRUE;
}

/* Number of changes of its hidden state between neighbouring tokens. */
guint
ipl_markov_chain_count_changes (const IplMarkovChain *self, guint class, const double *draws)
{
  double stay = ipl_markov_chain_stay (self, class);
  gboolean state = FALSE;
  guint changes = 0;

  for (gsize t = 0; t < self->n_tokens; t++)
    {
      gboolean next = next_state (state, t, draws[t], stay);

      changes += t > 0 && next != state;
      state = next;
    }
  return changes;
}

/* Noise of one token: standard Gaussian, its part in the plane of v+ and v- scaled by s_par and the
 * rest by s_perp. The plane is spanned by the two half means. */
static void
add_noise (const IplMarkovChain *self, const double *noise, double *token)
{
  gsize n = self->n_features, half = n / 2;
  double across = self->noise_perpendicular;
  double along = self->noise_parallel - across;
  double mean[2] = { 0, 0 };

  for (gsize i = 0; i < n; i++)
    {
      mean[i >= half] += noise[i];
      token[i] += across * noise[i];
    }
  if (along == 0)
    return;
  for (gsize i = 0; i < n; i++)
    token[i] += along * mean[i >= half] / (double)half;
}

/* A sequence of the task (THEORY.md section 7). @x: [T + 1, N0] tokens, beginning of sequence
 * first, one-hot position last in each. */
void
ipl_markov_chain_compose (const IplMarkovChain *self, guint class, const double *draws, double *x)
{
  gsize T = ipl_markov_chain_T (self), N0 = ipl_markov_chain_N0 (self);
  gsize n = self->n_features, half = n / 2;
  double stay = ipl_markov_chain_stay (self, class);
  const double *noise = draws + self->n_tokens;
  gboolean state = FALSE, has_noise = ipl_markov_chain_has_noise (self);

  memset (x, 0, T * N0 * sizeof (double));
  for (gsize t = 0; t < T; t++)
    x[t * N0 + n + t] = 1;
  for (gsize t = 1; t < T; t++)
    {
      double *token = x + t * N0;

      state = next_state (state, t - 1, draws[t - 1], stay);
      for (gsize i = 0; i < half; i++)
        token[state ? i : half + i] = G_SQRT2;
      if (has_noise)
        add_noise (self, noise + (t - 1) * n, token);
    }
}

/* @draws: random numbers of the sequence, with noise; @means: [2, T + 1] of the noise over each
 * half of a token's features; 0 for the beginning of the sequence. */
void
ipl_markov_chain_means (const IplMarkovChain *self, const double *draws, double *means)
{
  gsize T = ipl_markov_chain_T (self), n = self->n_features, half = n / 2;

  means[0] = means[T] = 0;
  for (gsize t = 1; t < T; t++)
    for (gsize c = 0; c < 2; c++)
      {
        const double *noise = draws + self->n_tokens + (t - 1) * n + c * half;
        double sum = 0;

        for (gsize i = 0; i < half; i++)
          sum += noise[i];
        means[c * T + t] = sum / (double)half;
      }
}

/* @means: (nullable): of ipl_markov_chain_means(); NULL without noise; @a: [2, T + 1] the part
 * of ipl_markov_chain_compose() in all features of a half, without the noise times s_perp. */
void
ipl_markov_chain_halves (const IplMarkovChain *self, guint class, const double *draws,
                         const double *means, double *a)
{
  gsize T = ipl_markov_chain_T (self);
  double stay = ipl_markov_chain_stay (self, class);
  double along = self->noise_parallel - self->noise_perpendicular;
  gboolean state = FALSE;

  memset (a, 0, 2 * T * sizeof (double));
  for (gsize t = 1; t < T; t++)
    {
      state = next_state (state, t - 1, draws[t - 1], stay);
      a[state ? t : T + t] = G_SQRT2;
    }
  for (gsize i = 0; i < 2 * T && means != NULL; i++)
    a[i] += along * means[i];
}
