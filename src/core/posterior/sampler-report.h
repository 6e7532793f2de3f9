/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How one chain went after its warm-up. */
typedef struct
{
  double step_size;  /* adapted step size, in units of the metric */
  guint divergences; /* divergent transitions after warm-up */
  double mean_depth; /* mean tree depth */
  guint saturated;   /* transitions that reached the greatest tree depth */
  double acceptance; /* mean acceptance statistic */
  /* to which the step size adapted: what was asked for, or more where transitions of a tempered
   * chain of a width of 1 diverged in the warm-up */
  double target_acceptance;
  /* energy Bayesian fraction of missing information (Betancourt 2016); below 0.3 is trouble */
  double e_bfmi;
  /* replicas of a tempered chain, the prior's and the posterior's included; else 0 */
  guint rungs;
  /* mean share of exchanges between neighbouring replicas that are accepted */
  double swap_acceptance;
  double least_swap_acceptance; /* ... between the two for which it is least */
  /* states that came from a draw of the prior up to the posterior since the warm-up */
  guint round_trips;
  /* whether moves were proposed on a surrogate of the energy (THEORY.md section 10) */
  gboolean surrogate;
  /* with a surrogate, mean probability that the exact energy accepts a move */
  double exact_acceptance;
  guint longest_stay; /* with a surrogate, most moves in a row that it refused */
} IplSamplerChainReport;

G_END_DECLS
