/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gsl/gsl_rng.h>

/* GSL's distributions, behind a wall: its header for them declares a CBLAS that clashes with
 * OpenBLAS's. */
double ipl_random_gaussian (gsl_rng *rng);                /* N(0, 1) */
double ipl_random_chi_squared (gsl_rng *rng, double dof); /* dof > 0 */
