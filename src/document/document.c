/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "document/document-private.h"

#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters.h"
#include "figures/web/figure-file.h"
#include "runs/checkpoint.h"

/**
 * IplDocument:
 *
 * The document of a window: parameters, their results, the jobs that compute them, the selection,
 * and the history of undo. The window shows only its contents.
 *
 * Signals: "parameters-changed"; "results-changed" (of the theory); "job-changed" with the name of
 * a run as its detail (a start, progress, a partial result, or the end); "shown-changed" (another
 * selected head, sequence, or point of the pruning curve); "story-changed"; "figure-style-changed";
 * "opened" (an IplOpened): the kinds of files are determined; "written" (an IplFileResult): a job
 * has written files; "message" (text, is_error), with an empty text when the reason of the last
 * message has ended.
 */
G_DEFINE_FINAL_TYPE (IplDocument, ipl_document, G_TYPE_OBJECT)

static void
clear_solve_error (IplDocument *self)
{
  if (self->has_solve_error)
    ipl_document_report (self, "", FALSE);
  self->has_solve_error = FALSE;
}

/* A trained network determines the number of layers. */
static void
accept_layers (IplDocument *self, const IplSolveResult *result)
{
  const IplParameters *solved = result->parameters;
  g_autofree IplParameters *own = NULL;

  if (self->parameters->current.L == solved->current.L
      || !ipl_parameters_same_case (self->parameters, solved))
    return;
  own = g_memdup2 (self->parameters, sizeof *own);
  ipl_parameters_set_layers (own, solved->current.L);
  ipl_parameters_replace (&self->parameters, ipl_parameters_share (own));
  ipl_document_forget_view (self);
  ipl_document_parameters_changed (self);
}

/* (nullable): the remark of a generated task, where the accuracy is at chance; those of a file are
 * on how it was read. */
static const char *
explain_chance (const IplSolveResult *result)
{
  const IplCase *the_case = result->the_case;
  const IplSolution *current = result->current;

  return current->n_tests > 0 && the_case->notes->len > 0
                 && result->parameters->experiment->generated
                 && ipl_labels_is_chance (&the_case->labels, current->tests[0].accuracy,
                                          current->tests[0].accuracy_se)
             ? the_case->notes->pdata[0]
             : NULL;
}

/* Reports a solution that did not converge, has several minima or is at chance for a known reason,
 * and removes the message when none of these holds. A remark that was closed is not repeated. */
static void
report_convergence (IplDocument *self, const IplSolveResult *result)
{
  const IplSolution *current = result->current;
  g_autofree char *starts = NULL;

  if (result->error != NULL || current == NULL || self->opening.failed)
    return;
  starts = ipl_solution_describe_starts (current);
  if (!current->setting.gp && !current->converged && current->message != NULL)
    {
      self->has_solve_error = TRUE;
      ipl_document_report (self, current->message, TRUE);
    }
  else if (ipl_solution_has_other_minima (current))
    {
      g_autofree char *widths = ipl_setting_widths_text (&current->setting);
      g_autofree char *text
          = g_strdup_printf ("The theory has several minima at N = %s: %s.", widths, starts);

      self->has_solve_error = TRUE;
      ipl_document_report (self, text, FALSE);
    }
  else if (explain_chance (result) != NULL)
    {
      if (!self->has_solve_error)
        ipl_document_report (self, explain_chance (result), FALSE);
      self->has_solve_error = TRUE;
    }
  else
    clear_solve_error (self);
}

/* FALSE: the result is empty. */
static gboolean
report_error (IplDocument *self, const IplSolveResult *result)
{
  gboolean fails = self->opening.unproven && self->opening.label == NULL && !result->new_case
                   && result->parameters == self->parameters;

  self->has_solve_error = self->opening.label == NULL && !fails;
  if (fails)
    ipl_document_withdraw (self);
  ipl_document_report (self, result->error->message, TRUE);
  if (self->opening.label != NULL && !result->new_case)
    {
      ipl_document_abort_opening (self);
      return FALSE;
    }
  return result->new_case || result->sweep_current;
}

/* TRUE for a long run in progress while cached results of the present parameters are shown. */
static gboolean
is_of_others (IplDocument *self, const IplSolveResult *result)
{
  const IplSolveResult *held = ipl_document_find_held (self, IPL_SOLVE, self->parameters);

  return held != NULL && held->dynamics != NULL && result->dynamics != NULL
         && self->opening.label == NULL && result->parameters->experiment->runs_on_request
         && !ipl_parameters_same_case (result->parameters, self->parameters);
}

static void
accept_solved (IplDocument *self, gpointer data)
{
  IplSolveResult *result = data;
  IplView view;

  if (result->sampled != 0 && result->sampled == self->sampling.plan.serial)
    ipl_document_end_sampling (self);
  if (result->error != NULL && !report_error (self, result))
    return;
  if (is_of_others (self, result))
    {
      ipl_document_hold (self, IPL_SOLVE, result->parameters, result);
      return;
    }
  ipl_document_set_result (self, IPL_SOLVE, result);
  self->opening.unproven = FALSE;
  if (self->opening.label != NULL)
    ipl_document_accept_opened (self);
  else
    {
      accept_layers (self, result);
      report_convergence (self, result);
    }
  if ((result->sampler != NULL && result->few_tests == 0)
      || (result->dynamics != NULL && result->parameters->experiment->runs_on_request))
    ipl_document_hold (self, IPL_SOLVE, result->parameters, result);
  if (ipl_document_get_view (self, &view))
    ipl_selection_clamp (self->selection, &view);
  ipl_document_request_heads (self);
  if (ipl_document_is_training (self))
    ipl_document_yield_solve (self, ipl_document_get_solve_result (self));
  ipl_document_results_changed (self);
}

/* Cancels the jobs without waiting for their threads; a network in training is saved. No
 * computation starts afterwards; see ipl_jobs_wait_for_end() for the end of the program. */
void
ipl_document_close (IplDocument *self)
{
  ipl_document_close_heads (self);
  ipl_document_close_jobs (self);
}

static void
ipl_document_finalize (GObject *object)
{
  IplDocument *self = IPL_DOCUMENT (object);

  ipl_document_close (self);
  ipl_document_close_sweep (self);
  g_clear_pointer (&self->seeds_with_lines, g_ptr_array_unref);
  g_clear_pointer (&self->jobs, g_ptr_array_unref);
  ipl_document_clear_held (self);
  ipl_parameters_replace (&self->heads.of, NULL);
  g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  ipl_document_clear_ghosts (self);
  ipl_document_content_clear (&self->content);
  ipl_parameters_replace (&self->defaults, NULL);
  ipl_document_forget_stored (self);
  ipl_document_content_clear (&self->saved.content);
  g_clear_pointer (&self->saved.saved_story, ipl_story_unref);
  ipl_document_replace_file (self, NULL, NULL);
  ipl_document_forget_history (self);
  g_free (self->looked_at);
  g_free (self->opening.looking);
  g_free (self->opening.label);
  G_OBJECT_CLASS (ipl_document_parent_class)->finalize (object);
}

static void
add_signal (GType type, const char *name, GSignalFlags flags)
{
  g_signal_new (name, type, G_SIGNAL_RUN_LAST | flags, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ipl_document_class_init (IplDocumentClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ipl_document_finalize;
  if (ipl_run_find (IPL_OPEN) == NULL)
    {
      ipl_run_register (&ipl_run_open);
      ipl_run_register (&ipl_run_figure);
    }
  add_signal (type, "parameters-changed", 0);
  add_signal (type, "results-changed", 0);
  add_signal (type, "job-changed", G_SIGNAL_DETAILED);
  add_signal (type, "shown-changed", 0);
  add_signal (type, "story-changed", 0);
  add_signal (type, "figure-style-changed", 0);
  g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_STRING, G_TYPE_BOOLEAN);
  g_signal_new ("opened", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_POINTER);
  g_signal_new ("written", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_POINTER);
}

/* A file has been written, or not. */
static void
accept_file (IplDocument *self, gpointer result)
{
  g_signal_emit_by_name (self, "written", result);
}

static const IplDocumentJob jobs[] = {
  { IPL_OPEN, ipl_document_accept_files, .stop = ipl_document_stop },
  { IPL_TRAIN, ipl_document_accept_training, .is_requested = ipl_document_is_training,
    .stop = ipl_document_stop_training },
  { IPL_SOLVE, accept_solved, ipl_document_end_sampling,
    .describe_loss = ipl_document_describe_solving, .stop = ipl_document_stop },
  { IPL_HEADS, ipl_document_accept_heads, ipl_document_end_pruning,
    .is_requested = ipl_document_is_pruning, .stop = ipl_document_stop_heads },
  { IPL_SEEDS, ipl_document_accept_seeds },
  { IPL_MAP, ipl_document_accept_map },
  { IPL_FILE, accept_file },
};

static void
ipl_document_init (IplDocument *self)
{
  static const char *const changes[] = { "parameters-changed", "results-changed", "job-changed",
                                         "shown-changed", "figure-style-changed" };
  IplParameters parameters;

  self->heads.pruned = -1;
  self->selection = ipl_selection_new ();
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect (self, changes[i], G_CALLBACK (ipl_document_forget_view), NULL);
  g_signal_connect_swapped (self->selection, "changed", G_CALLBACK (ipl_document_forget_view),
                            self);
  g_signal_connect_swapped (self->selection, "shown-changed",
                            G_CALLBACK (ipl_document_shown_changed), self);
  g_signal_connect (self, "parameters-changed", G_CALLBACK (ipl_document_follow_network), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    ipl_document_add_job (self, &jobs[i]);
  ipl_parameters_init (&parameters, IPL_DEFAULT_EXPERIMENT);
  self->parameters = ipl_parameters_share (&parameters);
  self->defaults = ipl_parameters_ref (self->parameters);
  ipl_document_is_as_saved (self);
  ipl_document_sketch (self, self->parameters);
}

/* Returns: (transfer full): a document with the paper's example, without a request to solve it */
IplDocument *
ipl_document_new (void)
{
  return g_object_new (IPL_TYPE_DOCUMENT, NULL);
}

/* Stops the computation; shown results and draws stay. */
void
ipl_document_stop (IplDocument *self)
{
  const IplJobStatus *status = ipl_document_get_status (self, IPL_SOLVE);

  if (self->is_closed)
    return;
  if (self->opening.looking != NULL)
    {
      ipl_document_stop_looking (self);
      ipl_document_abort_opening (self);
      return;
    }
  if (ipl_document_stop_sampling (self))
    return;
  /* A second Stop discards partial results. */
  if (self->parameters->experiment->runs_on_request && self->opening.label == NULL
      && !status->stopping)
    {
      ipl_document_stop_job (self, IPL_SOLVE);
      return;
    }
  ipl_document_cancel_job (self, IPL_SOLVE);
  if (self->opening.label != NULL)
    ipl_document_abort_opening (self);
}
