/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is solved, and what is sampled: of the theory at one width and at many, and of the posterior
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

const IplQuantity ipl_quantity_sweep = {
  .id = "sweep",
  IPL_QUANTITY_REFS (ipl_sweep),
  .belongs = sweep_belongs,
};

const IplQuantity ipl_quantity_current = {
  .id = "current",
  .depends = IPL_DEPENDS_CURRENT,
  IPL_QUANTITY_REFS (ipl_solution),
  .belongs = solution_belongs,
};

const IplQuantity ipl_quantity_colored = {
  .id = "colored",
  IPL_QUANTITY_REFS (ipl_solution),
  .belongs = solution_belongs,
};

const IplQuantity ipl_quantity_gp = {
  .id = "gp",
  IPL_QUANTITY_REFS (ipl_solution),
  .belongs = solution_belongs,
};

const IplQuantity ipl_quantity_posterior = {
  .id = "posterior",
  IPL_QUANTITY_REFS (ipl_posterior_summary),
  .belongs = ipl_quantity_posterior_belongs,
};

const IplQuantity ipl_quantity_posteriors = {
  .id = "posteriors",
  IPL_QUANTITY_REFS (g_ptr_array),
};

const IplQuantity ipl_quantity_awaited = {
  .id = "awaited",
  IPL_QUANTITY_REFS (g_array),
};

const IplQuantity ipl_quantity_stored = {
  .id = "stored",
  IPL_QUANTITY_REFS (g_ptr_array),
};
