/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/random.h"

#include <gsl/gsl_randist.h>

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
