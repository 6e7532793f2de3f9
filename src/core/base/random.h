/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <gsl/gsl_rng.h>

/* The increment of SplitMix64 (Steele, Lea and Flood 2014) from one number to the next, ... */
#define IPL_RANDOM_GOLDEN G_GUINT64_CONSTANT (0x9E3779B97F4A7C15)

/* ... and how it mixes the sum: every bit of the result depends on all bits. */
static inline guint64
ipl_random_mix (guint64 z)
{
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/* A Mersenne twister for part @part, from 0, of a seed; gsl_rng_free() it. */
gsl_rng *ipl_random_generator_new (guint64 seed, guint64 part);

/* GSL's distributions. Its header for them declares a CBLAS that clashes with OpenBLAS's, so only
 * random.c includes it. */
double ipl_random_gaussian (gsl_rng *rng);                /* N(0, 1) */
double ipl_random_chi_squared (gsl_rng *rng, double dof); /* dof > 0 */

/* The state of a generator of ipl_random_generator_new(), as so many numbers; set returns FALSE,
 * and changes nothing, if they are no state. */
#define IPL_RANDOM_STATE_NUMBERS 625
void ipl_random_generator_get_state (const gsl_rng *rng, double state[IPL_RANDOM_STATE_NUMBERS]);
gboolean ipl_random_generator_set_state (gsl_rng *rng,
                                         const double state[IPL_RANDOM_STATE_NUMBERS]);
