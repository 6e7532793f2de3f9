/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a session knows of the heads and of single sequences: the job that finds it out, and what of
 * it is chosen. */
#include "session/session-private.h"

/* A slider that is dragged is not followed by a study of every width. */
#define STUDY_DELAY_MS 120

static void
on_study (const IplJobStatus *status, gpointer result, gpointer user_data)
{
  IplSession *self = user_data;
  IplView view;

  g_free (self->study_sentence);
  self->study_sentence = g_strdup (status->sentence);
  self->study_status = *status;
  self->study_status.sentence = self->study_sentence;
  if (result != NULL)
    {
      IplHeadResult *findings = result;

      g_clear_pointer (&self->findings, ipl_head_result_unref);
      self->findings = ipl_head_result_ref (findings);
      if (findings->pruned != 0 && findings->pruned == self->prune)
        self->prune = 0;
      if (findings->error != NULL)
        ipl_session_tell (self, findings->error->message, TRUE);
      if (findings->pruning != NULL && self->pruned >= (int)findings->pruning->n_points)
        self->pruned = -1;
    }
  if (!status->running)
    self->prune = 0;
  if (result != NULL && ipl_session_get_view (self, &view))
    ipl_selection_clamp (self->selection, &view);
  ipl_session_study_changed (self);
}

void
ipl_session_begin_study (IplSession *self)
{
  IplJobsVTable vtable = { ipl_head_analysis_answer,
                           ipl_head_analysis_new (),
                           (GDestroyNotify)ipl_head_analysis_free,
                           (GDestroyNotify)ipl_head_request_free,
                           (GDestroyNotify)ipl_head_result_unref,
                           on_study,
                           self };

  self->pruned = self->shown_layer = self->shown_head = self->shown_token = -1;
  self->study = ipl_jobs_new (NULL, &vtable);
}

void
ipl_session_end_study (IplSession *self)
{
  g_clear_handle_id (&self->study_timeout, g_source_remove);
  g_clear_pointer (&self->study, ipl_jobs_free);
  g_clear_pointer (&self->study_sentence, g_free);
  self->study_status = (IplJobStatus){ FALSE, 1.0, NULL };
  self->prune = 0;
}

static gboolean
ask (gpointer data)
{
  IplSession *self = data;
  const IplSolveResult *outcome = self->outcome;
  IplHeadRequest *question;

  self->study_timeout = 0;
  if (self->study == NULL || outcome == NULL || outcome->the_case == NULL)
    return G_SOURCE_REMOVE;
  question = ipl_head_request_new (&outcome->parameters, outcome->the_case, outcome->kernel,
                                     outcome->current);
  /* How heads are pruned is not what is solved. */
  question->parameters.random_orders = self->parameters.random_orders;
  question->parameters.fine_tune_steps = self->parameters.fine_tune_steps;
  question->test = self->test;
  question->first = self->first;
  question->prune = self->prune;
  ipl_jobs_submit (self->study, question);
  return G_SOURCE_REMOVE;
}

/* Looks at what is solved now, unless networks are being fine-tuned for what was solved before. */
void
ipl_session_ask_study (IplSession *self)
{
  const IplSolveResult *outcome = self->outcome;

  if (self->study == NULL || outcome == NULL)
    return;
  if (outcome->new_case && self->findings != NULL && self->findings->heads != NULL
      && self->findings->heads->the_case != outcome->the_case)
    self->prune = 0;
  if (outcome->the_case != NULL)
    {
      if (self->test >= outcome->the_case->n_tests)
        self->test = 0;
      if (self->first >= outcome->the_case->tests[self->test].count)
        self->first = 0;
    }
  if (self->prune == 0 && self->study_timeout == 0)
    self->study_timeout = g_timeout_add (STUDY_DELAY_MS, ask, self);
}

static void
ask_at_once (IplSession *self)
{
  g_clear_handle_id (&self->study_timeout, g_source_remove);
  ask (self);
  ipl_session_study_changed (self);
}

gboolean
ipl_session_can_prune (IplSession *self)
{
  return self->study != NULL && self->outcome != NULL && self->outcome->current != NULL
         && !ipl_session_is_pruning (self);
}

gboolean
ipl_session_is_pruning (IplSession *self)
{
  return self->prune != 0;
}

/**
 * ipl_session_prune:
 * @self: the session
 *
 * Follows the accuracy as heads are removed, with as many random orders and as long a fine-tune as
 * the parameters say, in the background. Without fine-tune that is done anyway.
 */
void
ipl_session_prune (IplSession *self)
{
  if (!ipl_session_can_prune (self))
    return;
  self->prune = ++self->last_prune;
  self->study_status.running = TRUE;
  ask_at_once (self);
}

/**
 * ipl_session_stop_study:
 * @self: the session
 *
 * Stops removing heads; what has been found stays.
 */
void
ipl_session_stop_study (IplSession *self)
{
  if (self->study == NULL)
    return;
  if (ipl_session_is_pruning (self))
    {
      /* A question that wants no more is answered with what there is. */
      self->prune = 0;
      ask_at_once (self);
    }
  else
    ipl_jobs_cancel (self->study);
}

const IplJobStatus *
ipl_session_get_study_status (IplSession *self)
{
  return &self->study_status;
}

const IplHeadResult *
ipl_session_get_findings (IplSession *self)
{
  return self->findings;
}

/**
 * ipl_session_page_examples:
 * @self: the session
 * @direction: 1 for the next sequences, -1 for those before
 * @dry: only to know whether there are any
 *
 * Returns: whether there are
 */
gboolean
ipl_session_page_examples (IplSession *self, int direction, gboolean dry)
{
  const IplSolveResult *outcome = self->outcome;
  gint64 first = (gint64)self->first + direction * IPL_HEAD_ANALYSIS_EXAMPLES;

  if (!ipl_session_is_trainable (self) || outcome == NULL || outcome->the_case == NULL
      || self->test >= outcome->the_case->n_tests || first < 0
      || first >= (gint64)outcome->the_case->tests[self->test].count)
    return FALSE;
  if (!dry)
    {
      self->first = (gsize)first;
      self->shown_example = 0;
      ask_at_once (self);
    }
  return TRUE;
}

/**
 * ipl_session_set_test:
 * @self: the session
 * @test: which of the case's test sets to look at
 *
 * Shows sequences, heads and pruning of another test set.
 */
void
ipl_session_set_test (IplSession *self, guint test)
{
  if (self->outcome == NULL || self->outcome->the_case == NULL
      || test >= self->outcome->the_case->n_tests || test == self->test)
    return;
  self->test = test;
  self->first = 0;
  self->shown_example = 0;
  ask_at_once (self);
}

guint
ipl_session_get_test (IplSession *self)
{
  return self->test;
}

/**
 * ipl_session_choose_pruned:
 * @self: the session
 * @n: heads removed at the point chosen on the curve by score, or -1 for none
 */
void
ipl_session_choose_pruned (IplSession *self, int n)
{
  if (n == self->pruned)
    return;
  self->pruned = n;
  ipl_session_shown_changed (self);
}

/* The attention shown is that of the head and the sequence that were selected last. */
void
ipl_session_follow_head (IplSession *self)
{
  const IplTarget *selected = ipl_selection_get_selected (self->selection);
  int before[] = { self->shown_layer, self->shown_head, self->shown_example, self->shown_token };

  if (selected->layer >= 0 && selected->head >= 0)
    {
      self->shown_layer = selected->layer;
      self->shown_head = selected->head;
    }
  if (selected->example >= 0)
    {
      self->shown_example = selected->example;
      self->shown_token = selected->token;
    }
  if (before[0] != self->shown_layer || before[1] != self->shown_head
      || before[2] != self->shown_example || before[3] != self->shown_token)
    ipl_session_shown_changed (self);
}

void
ipl_session_view_study (IplSession *self, IplView *view)
{
  const IplHeadResult *findings = self->findings;
  const IplCase *the_case = view->the_case;

  if (self->outcome == NULL)
    return;
  if (self->shown_layer >= 0 && self->shown_layer < (int)the_case->L
      && self->shown_head < (int)the_case->H[self->shown_layer])
    {
      view->shown_layer = self->shown_layer;
      view->shown_head = self->shown_head;
    }
  if (findings == NULL)
    return;
  if (findings->heads != NULL && findings->heads->the_case == the_case)
    view->heads = findings->heads;
  if (findings->pruning != NULL && findings->pruning->the_case == the_case)
    {
      view->pruning = findings->pruning;
      view->pruned = self->pruned;
    }
  if (findings->gallery != NULL && findings->gallery_case == the_case)
    {
      view->gallery = findings->gallery;
      view->shown_example = MIN (self->shown_example, (int)findings->gallery->n - 1);
      view->shown_token = self->shown_token;
    }
}
