/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/random.h"

#include <gsl/gsl_randist.h>

/*< private > */
gsl_rng *
ipl_random_generator_new (guint64 seed, guint64 part)
{
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);

  /* The generator takes 32 bits, and of 0 makes another seed of its own. */
  gsl_rng_set (rng, (ipl_random_mix (seed + (part + 1) * IPL_RANDOM_GOLDEN) & 0xffffffffu) | 1u);
  return rng;
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
