/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * IplSamplerChainReport:
 * @step_size: adapted step size, in units of the metric
 * @divergences: divergent transitions after warm-up
 * @mean_depth: mean tree depth
 * @saturated: transitions that reached the greatest tree depth
 * @acceptance: mean acceptance statistic
 * @target_acceptance: to which the step size adapted: what was asked for, or more where
 *   transitions of a tempered chain of a width of 1 diverged in the warm-up
 * @e_bfmi: energy Bayesian fraction of missing information (Betancourt 2016); below 0.3 is trouble
 * @rungs: replicas of a tempered chain, the prior's and the posterior's included; else 0
 * @swap_acceptance: mean share of exchanges between neighbouring replicas that are accepted
 * @least_swap_acceptance: ... between the two for which it is least
 * @round_trips: states that came from a draw of the prior up to the posterior since the warm-up
 * @surrogate: whether moves were proposed on a surrogate of the energy (THEORY.md section 10)
 * @exact_acceptance: with a surrogate, mean probability that the exact energy accepts a move
 * @longest_stay: with a surrogate, most moves in a row that it refused
 *
 * How one chain went after its warm-up.
 */
typedef struct
{
  double step_size;
  guint divergences;
  double mean_depth;
  guint saturated;
  double acceptance;
  double target_acceptance;
  double e_bfmi;
  guint rungs;
  double swap_acceptance;
  double least_swap_acceptance;
  guint round_trips;
  gboolean surrogate;
  double exact_acceptance;
  guint longest_stay;
} IplSamplerChainReport;

G_END_DECLS
