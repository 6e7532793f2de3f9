/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/markov-chain-private.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "core/base/random.h"

/*< private >
 * ipl_markov_chain_seed:
 * @rng: a generator of type gsl_rng_mt19937
 * @seed: the case's seed
 * @stream: what the numbers are for
 * @part: class, or layer: at most 15
 * @index: sequence, or head: below 2^24
 *
 * Starts the generator on a stream of its own for each sequence and head, so that none depends on
 * how many others there are or which thread makes them.
 */
void
ipl_markov_chain_seed (gsl_rng *rng, guint64 seed, IplMarkovStream stream, guint part, guint index)
{
  guint32 offset = (guint32)stream << 28 | part << 24 | index;
  guint64 mixed = ipl_random_mix (seed + IPL_RANDOM_GOLDEN);

  /* The generator takes 32 bits. The case's seed is spread over them; the offset is added, not
   * mixed, so that two streams of one case cannot collide. */
  gsl_rng_set (rng, (guint32)(mixed >> 32) + offset);
}

/* Noise of one token: standard Gaussian, its part in the plane of v+ and v- scaled by s_par and the
 * rest by s_perp. The plane is spanned by the two half means. */
static void
add_noise (const IplMarkovChain *self, gsl_rng *rng, double *token)
{
  gsize n = self->n_features, half = n / 2;
  double across = self->noise_perpendicular;
  double along = self->noise_parallel - across;
  double mean[2] = { 0, 0 };
  double noise;

  for (gsize i = 0; i < n; i++)
    {
      noise = gsl_ran_gaussian_ziggurat (rng, 1.0);
      mean[i >= half] += noise;
      token[i] += across * noise;
    }
  if (along == 0)
    return;
  for (gsize i = 0; i < n; i++)
    token[i] += along * mean[i >= half] / (double)half;
}

/*< private >
 * ipl_markov_chain_sequence:
 * @self: valid parameters
 * @stream: IPL_CHAIN_TRAIN or IPL_CHAIN_TEST
 * @minus: whether of class -1
 * @index: which sequence of its class
 * @rng: a generator, seeded here
 * @x: (out): [T + 1, N0] tokens, beginning of sequence first, one-hot position last in each
 *
 * One sequence of the task (THEORY.md section 7).
 */
void
ipl_markov_chain_sequence (const IplMarkovChain *self, IplMarkovStream stream, gboolean minus,
                           guint index, gsl_rng *rng, double *x)
{
  gsize T = ipl_wishart_chain_T (self), N0 = ipl_wishart_chain_N0 (self);
  gsize n = self->n_features, half = n / 2;
  double stay = minus ? self->stay_minus : self->stay_plus;
  gboolean state = FALSE;

  ipl_markov_chain_seed (rng, self->seed, stream, minus, index);
  memset (x, 0, T * N0 * sizeof (double));
  for (gsize t = 0; t < T; t++)
    x[t * N0 + n + t] = 1;

  /* All states before all noise: then a changed stay probability leaves the noise as it was. */
  for (gsize t = 1; t < T; t++)
    {
      double u = gsl_rng_uniform (rng);
      double *token = x + t * N0;

      state = t == 1 ? u < 0.5 : u < stay ? state : !state;
      for (gsize i = 0; i < half; i++)
        token[state ? i : half + i] = G_SQRT2;
    }
  if (self->noise_parallel == 0 && self->noise_perpendicular == 0)
    return;
  for (gsize t = 1; t < T; t++)
    add_noise (self, rng, x + t * N0);
}
