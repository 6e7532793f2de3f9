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
 * @acceptance: mean acceptance statistic; the target is 0.8
 * @e_bfmi: energy Bayesian fraction of missing information (Betancourt 2016); below 0.3 is trouble
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
  double e_bfmi;
} IplSamplerChainReport;

G_END_DECLS
