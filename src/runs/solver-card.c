/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The card of the task that is shown, as long as somebody looks at it. */
#include "runs/solver-private.h"

#include "core/experiments/markov-chain-experiment.h"
#include "runs/made-card.h"

/* Whether a card is made as quickly as a frame: of the chain, whose tokens are few. */
static gboolean
is_quick (const IplSolver *self)
{
  return ipl_parameters_get_markov_chain (self->asked) != NULL;
}

/* Whether what there is, or why there is nothing, is of what is asked for. That of the chain knows
 * no difference between a first answer and the whole case. */
static gboolean
is_current (const IplSolver *self)
{
  return (self->card != NULL || self->no_card != NULL) && self->card_first == self->request->first
         && self->card_test == self->request->test
         && (is_quick (self) ? ipl_parameters_same_case (self->card_parameters, self->asked)
                             : self->card_case == self->the_case);
}

/* All that is known of cards. */
void
ipl_solver_forget_card (IplSolver *self)
{
  g_clear_pointer (&self->card, ipl_task_card_unref);
  g_clear_pointer (&self->no_card, g_free);
  g_clear_pointer (&self->card_case, ipl_case_unref);
  g_clear_pointer (&self->card_whole, ipl_case_unref);
  ipl_parameters_take (&self->card_parameters, NULL);
}

/* The card of the task, where it is asked for. That there is none is no error of the theory: the
 * reason is kept in its place.
 * @quick: whether only what takes no longer than a frame is to be made
 * @changed: (out): whether there is something new
 * Returns: FALSE with G_IO_ERROR_CANCELLED */
gboolean
ipl_solver_ensure_card (IplSolver *self, gboolean quick, gboolean *changed, GError **error)
{
  GCancellable *cancellable = quick ? ipl_job_get_cancellable (self->job)
                                    : ipl_job_get_background_cancellable (self->job);
  g_autoptr (GError) reason = NULL;
  guint test = MIN (self->request->test, self->the_case->n_tests - 1);
  IplTaskCard *card;

  if (changed != NULL)
    *changed = FALSE;
  if (!self->request->card || is_current (self) || (quick && !is_quick (self)))
    return TRUE;
  if (self->card_case != self->the_case)
    g_clear_pointer (&self->card_whole, ipl_case_unref);
  card = ipl_made_card_new (self->asked, self->the_case, test, self->request->first, 0,
                            &self->card_whole, cancellable, &reason);
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  g_clear_pointer (&self->card, ipl_task_card_unref);
  self->card = card;
  g_free (self->no_card);
  self->no_card = reason != NULL ? g_strdup (reason->message) : NULL;
  self->card_first = self->request->first;
  self->card_test = self->request->test;
  ipl_parameters_take (&self->card_parameters, ipl_parameters_ref (self->asked));
  g_clear_pointer (&self->card_case, ipl_case_unref);
  self->card_case = ipl_case_ref (self->the_case);
  if (changed != NULL)
    *changed = TRUE;
  return TRUE;
}
