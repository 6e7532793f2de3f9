/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities that jobs make or files hold: the theory at one width and at many, the posterior
 * there, results in time, maps. */
#include "core/maps/map.h"
#include "shown/quantity.h"

/* TRUE if it has as many paths and outputs. */
static gboolean
has_same_shape (const IplCaseInfo *a, const IplCaseInfo *b)
{
  return a == b || (a != NULL && a->Pi == b->Pi && a->labels.outputs == b->labels.outputs);
}

static gboolean
solution_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplSolution *solution = value;

  return solution->U != NULL && has_same_shape (solution->the_case, the_case);
}

static gboolean
sweep_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplSweep *sweep = value;

  return has_same_shape (sweep->the_case, the_case);
}

/* TRUE if it is of a case with as many paths and outputs. */
gboolean
ipl_quantity_posterior_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplPosteriorSummary *summary = value;

  return summary != NULL && summary->U_mean != NULL && has_same_shape (summary->the_case, the_case);
}

/* A quantity that a job computes. */
#define QUANTITY(name, refs, ...)                                                                  \
  const IplQuantity ipl_quantity_##name = { .id = #name, IPL_QUANTITY_REFS (refs), __VA_ARGS__ }

QUANTITY (sweep, ipl_sweep, .belongs = sweep_belongs);
QUANTITY (current, ipl_solution, .belongs = solution_belongs, .depends = IPL_DEPENDS_CURRENT);
QUANTITY (gp, ipl_solution, .belongs = solution_belongs);
QUANTITY (posterior, ipl_posterior_summary, .belongs = ipl_quantity_posterior_belongs);
QUANTITY (posteriors, g_ptr_array);
QUANTITY (stored, g_ptr_array);
QUANTITY (dynamics, ipl_experiment_result, .without_case = TRUE);
QUANTITY (trajectory, ipl_trajectory, .without_case = TRUE);
QUANTITY (map, ipl_map, .needs = IPL_NEEDS_MAP);
