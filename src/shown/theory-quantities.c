/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities that are solved or sampled: the theory at one width and at many, and the posterior
 * there; here, or elsewhere. */
#include "shown/quantity.h"

static gboolean
solution_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplSolution *solution = value;

  return solution->U != NULL && solution->the_case != NULL
         && (solution->the_case == the_case || solution->the_case->Pi == the_case->Pi);
}

static gboolean
sweep_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplSweep *sweep = value;

  return sweep->the_case == the_case
         || (sweep->the_case != NULL && sweep->the_case->Pi == the_case->Pi);
}

/* Returns: whether it is of a case with as many paths */
gboolean
ipl_quantity_posterior_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplPosteriorSummary *summary = value;

  return summary != NULL && summary->U_mean != NULL && summary->the_case != NULL
         && (summary->the_case == the_case || summary->the_case->Pi == the_case->Pi);
}

/* One of those, which jobs make. */
#define QUANTITY(name, refs, ...)                                                                  \
  const IplQuantity ipl_quantity_##name = { .id = #name, IPL_QUANTITY_REFS (refs), __VA_ARGS__ }

QUANTITY (sweep, ipl_sweep, .belongs = sweep_belongs);
QUANTITY (current, ipl_solution, .belongs = solution_belongs, .depends = IPL_DEPENDS_CURRENT);
QUANTITY (colored, ipl_solution, .belongs = solution_belongs);
QUANTITY (gp, ipl_solution, .belongs = solution_belongs);
QUANTITY (posterior, ipl_posterior_summary, .belongs = ipl_quantity_posterior_belongs);
QUANTITY (posteriors, g_ptr_array);
QUANTITY (awaited, g_array);
QUANTITY (stored, g_ptr_array);
