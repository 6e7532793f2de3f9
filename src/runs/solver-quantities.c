/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities that are shown in addition to the theory, computed only while a figure needs them. */
#include "runs/solver-private.h"

#include <string.h>

/* Work up to which a quantity is computed in the same answer as the solution. */
#define QUICK_FLOPS 1e8

static gboolean
is_of_parameters (const IplSolver *self, const IplQuantity *quantity)
{
  return quantity->is_of_parameters != NULL && quantity->is_of_parameters (self->requested);
}

static gboolean
same_solution (const IplSolution *a, const IplSolution *b)
{
  return a == b
         || (a != NULL && b != NULL && a->the_case->Pi == b->the_case->Pi
             && ipl_setting_equal (&a->setting, &b->setting)
             && memcmp (a->U, b->U, a->the_case->Pi * a->the_case->Pi * sizeof *a->U) == 0);
}

/* TRUE if the quantity, or the reason for its absence, is up to date. A quantity of the parameters
 * only is the same for the preview and the complete case. */
static gboolean
is_current (const IplSolver *self, const IplQuantity *quantity, const IplQuantityOrigin *origin,
            const IplQuantityInput *input)
{
  const IplQuantityInput *from = &origin->input;

  if (from->the_case == NULL)
    return FALSE;
  if ((quantity->depends & IPL_DEPENDS_EXAMPLES) != 0
      && (from->first != input->first || from->test != input->test))
    return FALSE;
  if ((quantity->depends & IPL_DEPENDS_CURRENT) != 0
      && !same_solution (from->current, input->current))
    return FALSE;
  if ((quantity->depends & IPL_DEPENDS_KERNELS) != 0 && from->gp != input->gp)
    return FALSE;
  return is_of_parameters (self, quantity)
             ? ipl_parameters_same_case (from->parameters, input->parameters)
             : from->the_case == input->the_case;
}

/* Returns: FALSE with G_IO_ERROR_CANCELLED */
static gboolean
make (IplSolver *self, const IplQuantity *quantity, IplQuantityOrigin *origin,
      const IplQuantityInput *input, GCancellable *cancellable, GError **error)
{
  GError *reason = NULL;
  gpointer value;

  if (origin->input.the_case != input->the_case)
    ipl_quantity_origin_clear (origin, quantity);
  value = quantity->make (input, &origin->cache, cancellable, &reason);
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  ipl_quantity_origin_clear (origin, NULL);
  origin->input = *input;
  ipl_parameters_ref (input->parameters);
  ipl_case_ref (input->the_case);
  if (input->current != NULL)
    ipl_solution_ref (input->current);
  if (input->gp != NULL)
    ipl_solution_ref (input->gp);
  ipl_quantities_set (&self->quantities, quantity, value, reason != NULL ? reason->message : NULL);
  g_clear_error (&reason);
  return TRUE;
}

static gboolean
is_due (const IplSolver *self, const IplQuantity *quantity, const IplQuantityOrigin *origin,
        const IplQuantityInput *input, IplMakeStage stage)
{
  if (quantity->make == NULL || (self->request->needs & quantity->needs) == 0)
    return FALSE;
  if (is_of_parameters (self, quantity))
    return TRUE;
  if (stage == IPL_MAKE_OF_PARAMETERS
      || ((quantity->depends & IPL_DEPENDS_CURRENT) != 0 && input->current == NULL))
    return FALSE;
  return stage == IPL_MAKE_ALL
         || (quantity->count_flops != NULL
             && quantity->count_flops (input, origin->cache) <= QUICK_FLOPS);
}

/* Computes the quantities that the request needs. A quantity that cannot be computed is no error of
 * the theory: its reason takes its place.
 * @stage: stage of the answer; slow quantities are posted one by one
 * @changed: (out) (nullable): TRUE if a quantity has changed
 * Returns: FALSE with G_IO_ERROR_CANCELLED */
gboolean
ipl_solver_ensure_quantities (IplSolver *self, IplMakeStage stage, gboolean *changed,
                              GError **error)
{
  gboolean quick = stage != IPL_MAKE_ALL, any = FALSE;
  GCancellable *cancellable = quick ? ipl_job_get_cancellable (self->job)
                                    : ipl_job_get_background_cancellable (self->job);
  IplQuantityInput input = { .parameters = self->requested,
                             .the_case = self->the_case,
                             .kernel = self->kernel,
                             .current = (IplSolution *)self->current,
                             .gp = (IplSolution *)self->gp,
                             .test = self->request->test,
                             .first = self->request->first };
  guint n;
  const IplQuantity *const *quantities = ipl_quantities (&n);

  for (guint i = 0; i < n; i++)
    {
      IplQuantityOrigin *origin = &self->origins[i];

      if (!is_due (self, quantities[i], origin, &input, stage)
          || is_current (self, quantities[i], origin, &input))
        continue;
      if (!quick && quantities[i]->progress != NULL)
        ipl_job_progress (self->job, -1.0, -1.0, quantities[i]->progress);
      if (!make (self, quantities[i], origin, &input, cancellable, error))
        return FALSE;
      any = TRUE;
      if (!quick)
        ipl_solver_post (self, FALSE, NULL);
    }
  if (changed != NULL)
    *changed = any;
  return TRUE;
}
