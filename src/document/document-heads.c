/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests for heads and single sequences, the related selections, and quantities computed while
 * figures are in sight. */
#include "document/document-private.h"

/* Delay of the computation of heads while a slider moves; longer if no figure of heads is in
 * sight. */
#define HEADS_DELAY_MS 120
#define HEADS_UNSEEN_DELAY_MS 1500

#define OF_HEADS (IPL_NEEDS_GALLERY | IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING)

void
ipl_document_accept_heads (IplDocument *self, gpointer data)
{
  IplHeadResult *result = data;
  IplView view;

  ipl_document_set_result (self, IPL_HEADS, result);
  if (result->pruning != NULL && result->pruning->fine_tune_steps > 0)
    ipl_document_hold (self, IPL_HEADS, self->heads.of, result);
  if (result->pruned != 0 && result->pruned == self->heads.prune)
    self->heads.prune = 0;
  if (result->error != NULL)
    ipl_document_report (self, result->error->message, TRUE);
  if (result->pruning != NULL && self->heads.pruned >= (int)result->pruning->n_points)
    self->heads.pruned = -1;
  if (ipl_document_get_view (self, &view))
    ipl_selection_clamp (self->selection, &view);
}

void
ipl_document_close_heads (IplDocument *self)
{
  g_clear_handle_id (&self->heads.timeout, g_source_remove);
  self->heads.prune = 0;
}

/* Called when no job is running. */
void
ipl_document_end_pruning (IplDocument *self)
{
  self->heads.prune = 0;
}

static void
look (IplDocument *self)
{
  const IplSolveResult *solved = ipl_document_get_solve_result (self);
  IplHeadRequest *request;

  if (self->is_closed || solved == NULL || solved->the_case == NULL || solved->few_tests > 0)
    return;
  /* Scores of an untrained network's heads would slow down its training. */
  self->heads.put_off = self->heads.shown == 0 && self->heads.prune == 0
                        && ipl_document_is_training (self) && solved->the_case->trained == NULL;
  request = ipl_head_request_new (ipl_parameters_ref (solved->parameters), solved->the_case,
                                  solved->kernel,
                                  self->heads.put_off ? NULL : (IplSolution *)solved->current);
  /* Pruning options are not part of the solution. */
  request->random_orders = self->parameters->random_orders;
  request->fine_tune_steps = self->parameters->fine_tune_steps;
  request->test = self->heads.test;
  request->first = self->heads.first;
  request->prune = self->heads.prune;
  request->before = ipl_document_find_held (self, IPL_HEADS, solved->parameters);
  if (request->before != NULL)
    ipl_head_result_ref (request->before);
  ipl_parameters_replace (&self->heads.of, ipl_parameters_ref (solved->parameters));
  ipl_document_submit (self, IPL_HEADS, request, IPL_AT_ONCE);
}

static gboolean
on_heads_timeout (gpointer data)
{
  IplDocument *self = data;

  /* The present request is solved first. */
  if (self->heads.shown == 0 && !self->is_closed && !ipl_document_is_current_shown (self)
      && ipl_document_get_status (self, IPL_SOLVE)->running)
    return G_SOURCE_CONTINUE;
  self->heads.timeout = 0;
  look (self);
  return G_SOURCE_REMOVE;
}

/* Requests heads of the present solution, unless fine-tuning for an earlier solution is in
 * progress. */
void
ipl_document_request_heads (IplDocument *self)
{
  const IplSolveResult *solved = ipl_document_get_solve_result (self);
  const IplHeadResult *former = ipl_document_get_result (self, IPL_HEADS);

  if (self->is_closed || solved == NULL)
    return;
  if (solved->new_case && former != NULL && former->heads != NULL
      && former->heads->the_case != solved->the_case)
    self->heads.prune = 0;
  if (solved->the_case != NULL)
    {
      if (self->heads.test >= solved->the_case->n_tests)
        self->heads.test = 0;
      if (self->heads.first >= solved->the_case->tests[self->heads.test].count)
        self->heads.first = 0;
    }
  if (self->heads.prune != 0)
    return;
  if (self->heads.shown == 0 && self->heads.requested_usec != solved->requested_usec)
    g_clear_handle_id (&self->heads.timeout, g_source_remove);
  self->heads.requested_usec = solved->requested_usec;
  if (self->heads.timeout == 0)
    self->heads.timeout = g_timeout_add (
        self->heads.shown > 0 ? HEADS_DELAY_MS : HEADS_UNSEEN_DELAY_MS, on_heads_timeout, self);
}

static void
request_now (IplDocument *self)
{
  g_clear_handle_id (&self->heads.timeout, g_source_remove);
  look (self);
  ipl_document_job_changed (self, IPL_HEADS);
}

/* Requests deferred scores when a figure of heads comes into sight; @shown: FALSE when it goes
 * out of sight. */
static void
ipl_document_show_heads (IplDocument *self, gboolean shown)
{
  if (!shown)
    {
      g_return_if_fail (self->heads.shown > 0);
      self->heads.shown--;
    }
  else if (self->heads.shown++ == 0 && (self->heads.timeout != 0 || self->heads.put_off)
           && self->heads.prune == 0)
    request_now (self);
}

/* Defers scores of heads that no panel shows while a network is trained. */
void
ipl_document_put_heads_off (IplDocument *self)
{
  if (self->heads.shown == 0 && self->heads.prune == 0)
    {
      ipl_document_cancel_job (self, IPL_HEADS);
      self->heads.put_off = TRUE;
    }
}

gboolean
ipl_document_can_prune (IplDocument *self)
{
  const IplSolveResult *solved = ipl_document_get_solve_result (self);

  return !self->is_closed && solved != NULL && solved->current != NULL
         && !ipl_document_is_pruning (self);
}

/* Computes accuracy as heads are removed, in the background, with the random orders and
 * fine-tuning of the parameters. Without fine-tuning this starts automatically. */
void
ipl_document_prune (IplDocument *self)
{
  if (!ipl_document_can_prune (self))
    return;
  self->heads.prune = ++self->heads.last_prune;
  self->saved.computed++;
  /* The curve is of this case. */
  ipl_document_hold (self, IPL_SOLVE, ipl_document_get_solve_result (self)->parameters,
                     (gpointer)ipl_document_get_solve_result (self));
  request_now (self);
}

/* Stops removing heads; partial results stay. */
void
ipl_document_stop_heads (IplDocument *self)
{
  if (ipl_document_is_pruning (self))
    {
      /* A request without further work returns the partial results. */
      self->heads.prune = 0;
      ipl_document_stop_job (self, IPL_HEADS);
      request_now (self);
    }
  else
    ipl_document_cancel_job (self, IPL_HEADS);
}

/* Number of test examples for the panel of class probabilities; 0 for other predictions. */
static gint64
count_shown (IplDocument *self)
{
  const IplSolveResult *solved = ipl_document_get_solve_result (self);

  return solved != NULL && solved->the_case != NULL
                 && solved->the_case->labels.kind == IPL_LABELS_CLASSES
             ? (gint64)solved->the_case->tests[0].count
             : 0;
}

/* Pages through test examples, on which no quantity depends. */
static gboolean
page_shown (IplDocument *self, gint64 count, int direction, gboolean dry)
{
  IplParameters parameters = *self->parameters;
  gint64 shown = MIN ((gint64)parameters.display.shown_example, count) + direction;

  if (shown < 1 || shown > count)
    return FALSE;
  parameters.display.shown_example = (guint)shown;
  if (!dry)
    ipl_document_change (self, &parameters, "example");
  return TRUE;
}

/* @direction: 1 for the next sequences, -1 for the previous ones
 * @dry: TRUE to only check for their existence
 * Returns: TRUE if there are such sequences */
gboolean
ipl_document_page_examples (IplDocument *self, int direction, gboolean dry)
{
  const IplSolveResult *solved = ipl_document_get_solve_result (self);
  gboolean trainable = ipl_document_is_trainable (self);
  gint64 first = (gint64)self->heads.first + direction * (trainable ? IPL_HEADS_EXAMPLES : 1);
  gint64 count;

  if (count_shown (self) > 0)
    return page_shown (self, count_shown (self), direction, dry);
  if (!ipl_document_has_examples (self) || self->heads.test >= solved->the_case->n_tests)
    return FALSE;
  count = (gint64)(trainable ? solved->the_case->tests[self->heads.test].count
                             : ipl_quantities_count_examples (&solved->quantities));
  if (first < 0 || first >= count)
    return FALSE;
  if (!dry)
    {
      self->heads.first = (gsize)first;
      ipl_selection_go_to_example (self->selection, 0);
      ipl_document_forget_view (self);
      if (trainable)
        request_now (self);
      ipl_document_request_examples (self);
    }
  return TRUE;
}

/* Returns: TRUE if there are single sequences to show: of a one-shot task, or of a quantity */
gboolean
ipl_document_has_examples (IplDocument *self)
{
  const IplSolveResult *solved = ipl_document_get_solve_result (self);

  return count_shown (self) > 0
         || (solved != NULL && solved->the_case != NULL
             && (ipl_document_is_trainable (self)
                 || ipl_quantities_count_examples (&solved->quantities) > 0));
}

/* Shows sequences, heads and pruning of another test set.
 * @test: index of the test set of the case */
void
ipl_document_set_test (IplDocument *self, guint test)
{
  const IplSolveResult *solved = ipl_document_get_solve_result (self);

  if (solved == NULL || solved->the_case == NULL || test >= solved->the_case->n_tests
      || test == self->heads.test)
    return;
  self->heads.test = test;
  self->heads.first = 0;
  ipl_selection_go_to_example (self->selection, 0);
  ipl_document_forget_view (self);
  request_now (self);
  ipl_document_request_examples (self);
}

/* @n: number of removed heads at the selected point of the curve of the parameters' order, or -1
 *   for none */
void
ipl_document_choose_pruned (IplDocument *self, int n)
{
  if (n == self->heads.pruned)
    return;
  self->heads.pruned = n;
  ipl_document_shown_changed (self);
}

/* Computes quantities while a visible figure needs them; scores of heads come first. The second
 * parameter is the IplNeeds of a view at its last report, 0 at first, and is updated.
 * @needs: the present IplNeeds of the view, 0 for none */
void
ipl_document_update_needs (IplDocument *self, guint *reported, guint needs)
{
  guint changed = *reported ^ needs, before = ipl_document_get_needs (self);
  gboolean had_heads = (*reported & OF_HEADS) != 0, has_heads = (needs & OF_HEADS) != 0;

  *reported = needs;
  for (guint i = 0; i < G_N_ELEMENTS (self->shown.in_sight); i++)
    if ((changed & 1u << i) != 0)
      self->shown.in_sight[i] += (needs & 1u << i) != 0 ? 1 : -1;
  if ((ipl_document_get_needs (self) & ~before & ipl_quantities_get_needs (0)) != 0)
    ipl_document_request_shown (self);
  if (had_heads != has_heads)
    ipl_document_show_heads (self, has_heads);
}

/* Scrolls through the path-path kernels.
 * @first: rank by weight of the first pair of paths with a tile, if there are many */
void
ipl_document_show_tiles_from (IplDocument *self, guint first)
{
  if (self->shown.first_tile == first)
    return;
  self->shown.first_tile = first;
  g_signal_emit_by_name (self, "shown-changed");
}
