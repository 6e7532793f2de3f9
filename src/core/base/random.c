/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/random.h"

#include <gsl/gsl_randist.h>
#include <math.h>

gsl_rng *
ipl_random_generator_new (guint64 seed, guint64 part)
{
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);

  /* The generator takes 32 bits, and replaces the seed 0 by another. */
  gsl_rng_set (rng, (ipl_random_mix (seed + (part + 1) * IPL_RANDOM_GOLDEN) & 0xffffffffu) | 1u);
  return rng;
}

#define WORDS (IPL_RANDOM_STATE_NUMBERS - 1)

/* GSL's Mersenne twister: the words, and the index of the next one. */
typedef struct
{
  unsigned long words[WORDS];
  int next;
} Twister;

void
ipl_random_generator_get_state (const gsl_rng *rng, double state[IPL_RANDOM_STATE_NUMBERS])
{
  const Twister *twister = gsl_rng_state (rng);

  g_assert (rng->type == gsl_rng_mt19937 && gsl_rng_size (rng) == sizeof *twister);
  for (gsize i = 0; i < WORDS; i++)
    state[i] = (double)twister->words[i];
  state[WORDS] = twister->next;
}

gboolean
ipl_random_generator_set_state (gsl_rng *rng, const double state[IPL_RANDOM_STATE_NUMBERS])
{
  Twister *twister = gsl_rng_state (rng);

  g_assert (rng->type == gsl_rng_mt19937 && gsl_rng_size (rng) == sizeof *twister);
  for (gsize i = 0; i < WORDS; i++)
    if (!(state[i] >= 0 && state[i] <= 0xffffffffu && state[i] == floor (state[i])))
      return FALSE;
  if (!(state[WORDS] >= 0 && state[WORDS] <= WORDS && state[WORDS] == floor (state[WORDS])))
    return FALSE;
  for (gsize i = 0; i < WORDS; i++)
    twister->words[i] = (unsigned long)state[i];
  twister->next = (int)state[WORDS];
  return TRUE;
}

double
ipl_random_gaussian (gsl_rng *rng)
{
  return gsl_ran_gaussian_ziggurat (rng, 1);
}

double
ipl_random_chi_squared (gsl_rng *rng, double dof)
{
  return gsl_ran_chisq (rng, dof);
}
