/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training in a document: starting and stopping a run, and its network; and the sentence about
 * work that is lost if the document ends or another case is opened. */
#include "document/document-private.h"

#include <string.h>

#include "core/base/text-escape.h"
#include "core/parameters/parameters.h"
#include "document/session-save.h"

/* Returns: (transfer full) (nullable): the loss if the solver is stopped */
char *
ipl_document_describe_solving (IplDocument *self, gboolean ends)
{
  const IplExperiment *experiment = self->parameters->experiment;
  g_autofree char *progress
      = ipl_document_describe_progress (ipl_document_get_status (self, IPL_SOLVE));
  g_autofree char *job
      = ipl_document_is_computing (self)
            ? g_strdup_printf ("“%s” is being computed%s.", experiment->title, progress)
        : ipl_document_is_sampling (self)
            ? g_strdup_printf ("The posterior is being sampled%s.", progress)
            : NULL;

  if (job == NULL)
    return NULL;
  return g_strconcat (job,
                      ends || (experiment->compute != NULL && !experiment->runs_on_request)
                          ? " Its results so far will be lost."
                          : " It stops, and undo restores its results so far.",
                      NULL);
}

static void
add_sentence (GString *text, char *sentence)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? "\n\n" : "", sentence);
  g_free (sentence);
}

/* Undo restores parameters from another case, but neither results nor their file. */
static gboolean
loses_changes (IplDocument *self, gboolean ends)
{
  if (ipl_document_is_training (self) || ipl_document_is_sampling (self)
      || ipl_document_is_pruning (self) || !ipl_document_is_unsaved (self))
    return FALSE;
  return ends || self->saved.file != NULL || ipl_document_holds_unsaved (self, FALSE);
}

static char *
describe_changes (IplDocument *self)
{
  g_autofree char *title = ipl_parameters_get_title (self->parameters, self->defaults);
  g_autofree char *shown = self->saved.file != NULL ? ipl_file_shown (self->saved.file) : NULL;

  if (shown != NULL)
    return g_strdup_printf ("The session “%s” has changes that are not saved.", shown);
  return g_strdup_printf (
      "%s in “%s” are not saved.",
      ipl_document_holds_unsaved (self, FALSE) ? "Results and changes" : "Changes", title);
}

/* Lists running jobs and results in no file that would be lost. For another case, changes of
 * parameters are left out, since undo restores them.
 * @ends: TRUE if the document ends, FALSE if another case is opened
 * Returns: (transfer full) (nullable): sentences for the user, one paragraph each; NULL without
 *   a loss */
char *
ipl_document_describe_loss (IplDocument *self, gboolean ends)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *jobs = NULL;

  if (self->is_closed)
    return NULL;
  jobs = ipl_document_describe_jobs (self, ends);
  g_string_append (text, jobs);
  if (loses_changes (self, ends))
    add_sentence (text, describe_changes (self));
  if (ends && ipl_document_holds_unsaved (self, TRUE))
    add_sentence (text, g_strdup ("Results of other parameters, which undo restores, are not "
                                  "saved and will be lost."));
  if (ends && ipl_document_has_unkept_story (self))
    add_sentence (text,
                  g_strdup_printf ("The story “%s” of %u steps is not saved and will be lost.",
                                   self->story->title, ipl_story_n_stops (self->story)));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Solves the theory at the network's attention, as after any other change. */
static void
apply_network (IplDocument *self, const IplTrainResult *result)
{
  IplParameters parameters = *self->parameters;
  IplTrainable *trainable = ipl_parameters_edit_trainable (&parameters);
  g_autofree char *text = NULL;

  if (trainable != NULL && ipl_image_task_same_training (&trainable->task, &result->task)
      && self->opening.label == NULL)
    {
      trainable->network = g_intern_string (result->path);
      ipl_document_change (self, &parameters, NULL);
      return;
    }
  text
      = g_strdup_printf ("The network trained on the earlier images is saved as %s.", result->path);
  ipl_document_report (self, text, FALSE);
}

void
ipl_document_accept_training (IplDocument *self, gpointer data)
{
  IplTrainResult *result = data;

  /* The learning curve of the file is valid only for its network. */
  if (result->looked && strcmp (result->path, ipl_parameters_get_network (self->parameters)) != 0)
    return;
  ipl_document_set_result (self, IPL_TRAIN, result);
  if (result->error != NULL)
    ipl_document_report (self, result->error->message, TRUE);
  if (result->is_saved && !result->curve.running)
    ipl_document_hold (self, IPL_TRAIN, self->parameters, result);
  if (result->curve.running || result->looked)
    return;
  g_free (self->looked_at);
  self->looked_at = g_strdup (result->path);
  if (result->is_saved)
    apply_network (self, result);
  if (self->heads.put_off)
    ipl_document_request_heads (self);
}

/* The learning curve shown is that of the network whose attention the case has. */
void
ipl_document_follow_network (IplDocument *self)
{
  const IplTrainResult *result = ipl_document_get_result (self, IPL_TRAIN);
  const char *network = ipl_parameters_get_network (self->parameters);
  const IplTrainerConfig unused = { .batch = 0 };
  IplTrainRequest *request;

  if (!self->is_closed && !ipl_document_is_training (self) && network[0] != '\0'
      && g_strcmp0 (network, self->looked_at) != 0
      && (result == NULL || strcmp (result->path, network) != 0))
    {
      g_free (self->looked_at);
      self->looked_at = g_strdup (network);
      request = ipl_train_request_new (&ipl_parameters_get_trainable (self->parameters)->task,
                                       &unused, IPL_TRAIN_LOOK, NULL, network);
      ipl_document_submit (self, IPL_TRAIN, request, IPL_AT_ONCE);
    }
  ipl_document_job_changed (self, IPL_TRAIN);
}

gboolean
ipl_document_can_train (IplDocument *self)
{
  return !self->is_closed && self->opening.label == NULL && ipl_document_is_trainable (self)
         && !ipl_document_is_training (self);
}

gboolean
ipl_document_can_go_on_training (IplDocument *self)
{
  return ipl_document_can_train (self) && ipl_parameters_get_network (self->parameters)[0] != '\0';
}

/* The first status, until the thread reports. */
static void
show_beginning (IplDocument *self, const IplTrainRequest *request)
{
  g_autoptr (IplTrainResult) result = ipl_train_result_new (request);

  result->sentence = g_strdup ("Preparing the images");
  result->curve.running = TRUE;
  result->curve.seconds_left = -1.0;
  ipl_document_set_result (self, IPL_TRAIN, result);
}

/* Once there is something to show, training has the machine. */
void
ipl_document_yield_solve (IplDocument *self, const IplSolveResult *solved)
{
  if (!self->solve_yields || solved == NULL || solved->current == NULL
      || ipl_document_is_sampling (self))
    return;
  self->solve_yields = FALSE;
  ipl_document_cancel_job (self, IPL_SOLVE);
}

static void
begin (IplDocument *self, IplTrainStart start)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (self->parameters);
  const IplSolveResult *solved = ipl_document_get_solve_result (self);
  g_autofree char *path = ipl_train_new_path (&trainable->task, &trainable->training);
  g_autoptr (GError) error = NULL;
  IplTrainerConfig config;
  IplTrainRequest *request;

  ipl_document_report (self, "", FALSE);
  if (!ipl_trainable_to_config (trainable, &config, &error))
    {
      ipl_document_report (self, error->message, TRUE);
      return;
    }
  request = ipl_train_request_new (&trainable->task, &config, start,
                                   start == IPL_TRAIN_GO_ON ? trainable->network : NULL, path);
  request->steps = trainable->training.steps;
  request->minutes = trainable->training.minutes;
  request->is_private_folder = TRUE;
  request->checkpoint_seconds = IPL_CHECKPOINT_SECONDS;
  self->saved.computed++;
  show_beginning (self, request);
  /* The rest of the theory of an untrained network would only be in the way. */
  self->solve_yields = start == IPL_TRAIN_NEW && trainable->network[0] == '\0';
  ipl_document_yield_solve (self, solved);
  if (start == IPL_TRAIN_NEW && trainable->network[0] == '\0')
    ipl_document_put_heads_off (self);
  ipl_document_submit (self, IPL_TRAIN, request, IPL_AT_ONCE);
  ipl_document_job_changed (self, IPL_TRAIN);
}

/* Trains a new network in the background, in parallel with other jobs. At its end or stop the
 * network is saved, and the theory is solved at its attention. */
void
ipl_document_train (IplDocument *self)
{
  if (ipl_document_can_train (self))
    begin (self, IPL_TRAIN_NEW);
}

/* Extends the training of the present network by as many steps again; the result is a new
 * network. */
void
ipl_document_go_on_training (IplDocument *self)
{
  if (ipl_document_can_go_on_training (self))
    begin (self, IPL_TRAIN_GO_ON);
}

/* Stops the run; its present network is saved. */
void
ipl_document_stop_training (IplDocument *self)
{
  if (ipl_document_is_training (self))
    ipl_document_stop_job (self, IPL_TRAIN);
}
