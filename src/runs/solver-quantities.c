/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quantities that are shown beside the theory, as long as somebody looks at them. */
#include "runs/solver-private.h"

#include <string.h>

static gboolean
is_quick (const IplSolver *self, const IplQuantity *quantity)
{
  return quantity->is_quick != NULL && quantity->is_quick (self->asked);
}

static gboolean
same_solution (const IplSolution *a, const IplSolution *b)
{
  return a == b
         || (a != NULL && b != NULL && a->the_case->Pi == b->the_case->Pi
             && ipl_setting_equal (&a->setting, &b->setting)
             && memcmp (a->U, b->U, a->the_case->Pi * a->the_case->Pi * sizeof *a->U) == 0);
}

/* Whether what there is, or why there is nothing, is of what is asked for. A quick one knows no
 * difference between a first answer and the whole case. */
static gboolean
is_made (const IplSolver *self, const IplQuantity *quantity, const IplMadeFrom *from)
{
  if (from->the_case == NULL)
    return FALSE;
  if ((quantity->depends & IPL_DEPENDS_EXAMPLES) != 0
      && (from->first != self->request->first || from->test != self->request->test))
    return FALSE;
  if ((quantity->depends & IPL_DEPENDS_CURRENT) != 0
      && !same_solution (from->current, self->current))
    return FALSE;
  return is_quick (self, quantity) ? ipl_parameters_same_case (from->parameters, self->asked)
                                   : from->the_case == self->the_case;
}

static void
forget (const IplQuantity *quantity, IplMadeFrom *from)
{
  g_clear_pointer (&from->the_case, ipl_case_unref);
  g_clear_pointer (&from->current, ipl_solution_unref);
  ipl_parameters_take (&from->parameters, NULL);
  if (from->cache != NULL)
    quantity->cache_free (from->cache);
  from->cache = NULL;
}

/* All that is known of them. */
void
ipl_solver_forget_quantities (IplSolver *self)
{
  guint n;
  const IplQuantity *const *quantities = ipl_quantities (&n);

  for (guint i = 0; i < n; i++)
    forget (quantities[i], &self->made_from[i]);
  ipl_quantities_clear (&self->made);
}

/* Remembers what one is made from now. */
static void
remember (IplSolver *self, const IplQuantity *quantity, IplMadeFrom *from)
{
  gpointer cache = g_steal_pointer (&from->cache);

  forget (quantity, from);
  *from = (IplMadeFrom){ .parameters = ipl_parameters_ref (self->asked),
                         .the_case = ipl_case_ref (self->the_case),
                         .test = self->request->test,
                         .first = self->request->first,
                         .cache = cache };
  if ((quantity->depends & IPL_DEPENDS_CURRENT) != 0)
    from->current = ipl_solution_ref (self->current);
}

/* FALSE with G_IO_ERROR_CANCELLED. */
static gboolean
make (IplSolver *self, const IplQuantity *quantity, IplMadeFrom *from, GCancellable *cancellable,
      GError **error)
{
  IplQuantityInput input = { .parameters = self->asked,
                             .the_case = self->the_case,
                             .current = self->current,
                             .test = self->request->test,
                             .first = self->request->first };
  GError *reason = NULL;
  gpointer value;

  if (from->the_case != self->the_case)
    forget (quantity, from);
  value = quantity->make (&input, &from->cache, cancellable, &reason);
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  remember (self, quantity, from);
  ipl_quantities_set (&self->made, quantity, value, reason != NULL ? reason->message : NULL);
  g_clear_error (&reason);
  return TRUE;
}

/* The quantities that are asked for. That there is none is no error of the theory: the reason is
 * kept in its place.
 * @quick: whether only what takes no longer than a frame is to be made
 * @changed: (out): whether there is something new
 * Returns: FALSE with G_IO_ERROR_CANCELLED */
gboolean
ipl_solver_ensure_quantities (IplSolver *self, gboolean quick, gboolean *changed, GError **error)
{
  GCancellable *cancellable = quick ? ipl_job_get_cancellable (self->job)
                                    : ipl_job_get_background_cancellable (self->job);
  guint n;
  const IplQuantity *const *quantities = ipl_quantities (&n);

  if (changed != NULL)
    *changed = FALSE;
  for (guint i = 0; i < n; i++)
    {
      const IplQuantity *quantity = quantities[i];
      gboolean wanted
          = (self->request->needs & quantity->needs) != 0 && (!quick || is_quick (self, quantity))
            && (self->current != NULL || (quantity->depends & IPL_DEPENDS_CURRENT) == 0);

      if (!wanted || is_made (self, quantity, &self->made_from[i]))
        continue;
      if (!make (self, quantity, &self->made_from[i], cancellable, error))
        return FALSE;
      if (changed != NULL)
        *changed = TRUE;
    }
  return TRUE;
}
