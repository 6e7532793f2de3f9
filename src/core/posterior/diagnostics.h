/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Convergence diagnostics of Markov chains. Draws are given as [n_chains x n_draws] row-major;
 * definitions of Vehtari, Gelman, Simpson, Carpenter, Buerkner (Bayesian Analysis 16, 2021) and
 * Betancourt (arXiv 1604.00695) for E-BFMI. scratch: [ipl_diagnostics_scratch()] */
double ipl_diagnostics_scratch (guint n_chains, guint n_draws);
double ipl_diagnostics_rhat (guint n_chains, guint n_draws, const double *draws, double *scratch);
double ipl_diagnostics_ess_bulk (guint n_chains, guint n_draws, const double *draws,
                                 double *scratch);
double ipl_diagnostics_ess_tail (guint n_chains, guint n_draws, const double *draws,
                                 double *scratch);
double ipl_diagnostics_mcse_mean (guint n_chains, guint n_draws, const double *draws,
                                  double *scratch);
double ipl_diagnostics_e_bfmi (guint n_draws, const double *energies);
double ipl_diagnostics_quantile (guint n, const double *sorted, double probability);
/* For the worst of several numbers; NaN if one of them is NaN, unlike MAX() and MIN(). */
double ipl_diagnostics_larger (double a, double b);
double ipl_diagnostics_smaller (double a, double b);
void ipl_diagnostics_rank_histogram (guint n_chains, guint n_draws, const double *draws,
                                     guint n_bins, guint *counts);
