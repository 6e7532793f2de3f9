/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Experiments without a case: whether the results match the parameters, and the status line of a
 * moment. */
#include "document/document-private.h"

#include <math.h>

#include "core/parameters/parameters.h"
#include "core/sessions/session-file.h"
#include "figures/view/trajectory-words.h"

/* Most numbers of a moment in the status line. */
#define MOST_NUMBERS 6

/* The result of the open experiment, if it is not a case; NULL before its first result. */
static const IplSolveResult *
get_dynamics_result (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);

  return result != NULL && result->dynamics != NULL
                 && result->dynamics->experiment == self->parameters->experiment
             ? result
             : NULL;
}

/* Returns: TRUE if the experiment starts only on request, and ipl_document_run() would compute
 *   something: the shown result has other parameters, or was stopped before its end */
gboolean
ipl_document_needs_run (IplDocument *self)
{
  const IplSolveResult *result = get_dynamics_result (self);
  gboolean same;

  if (self->is_closed || !self->parameters->experiment->runs_on_request
      || self->opening.label != NULL)
    return FALSE;
  same = result != NULL && ipl_parameters_same_case (result->parameters, self->parameters);
  if (ipl_document_get_status (self, IPL_SOLVE)->running)
    return result != NULL && !same;
  return !same || !result->dynamics->complete;
}

/* TRUE while an experiment that starts on request is computing. */
gboolean
ipl_document_is_computing (IplDocument *self)
{
  return !self->is_closed && self->parameters->experiment->runs_on_request
         && self->opening.label == NULL && ipl_document_get_status (self, IPL_SOLVE)->running;
}

/* (transfer full): path of the program's checkpoint of an experiment. */
char *
ipl_document_get_checkpoint_path (IplDocument *self, const IplExperiment *experiment)
{
  return g_strdup_printf ("%s/%s.checkpoint", self->storage.folder, experiment->id);
}

/* (transfer full) (nullable): the checkpoint from which a run opened from a file resumes: of
 * `dynamics` next to the file, or of the archive of the session file. @is_given: TRUE if the file
 * belongs to the user */
char *
ipl_document_find_checkpoint (IplDocument *self, gboolean *is_given)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);
  g_autofree char *path = NULL;

  if (self->opening.stored == NULL || self->opening.label != NULL || result == NULL
      || result->dynamics == NULL
      || !ipl_parameters_same_case (result->parameters, self->parameters))
    return NULL;
  *is_given = !g_str_has_suffix (self->opening.stored, IPL_SESSION_SUFFIX);
  if (*is_given)
    path = g_strconcat (self->opening.stored, ".checkpoint", NULL);
  else if (self->storage.folder != NULL)
    path = ipl_document_get_checkpoint_path (self, self->parameters->experiment);
  return path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path)
                                                                    : NULL;
}

/* TRUE if a stopped run can resume, from memory, its file or its checkpoint. */
static gboolean
can_go_on (IplDocument *self, const IplExperimentResult *own)
{
  g_autofree char *checkpoint = NULL;
  gboolean is_given;

  if (!own->from_file || own->experiment->resumes_from_file)
    return TRUE;
  checkpoint = ipl_document_find_checkpoint (self, &is_given);
  return checkpoint != NULL;
}

/* Returns: TRUE if ipl_document_run() resumes a stopped run */
gboolean
ipl_document_can_resume (IplDocument *self)
{
  const IplSolveResult *result = get_dynamics_result (self);

  return ipl_document_needs_run (self) && result != NULL
         && ipl_parameters_same_case (result->parameters, self->parameters)
         && can_go_on (self, result->dynamics);
}

/* Returns: (transfer full): the effect of ipl_document_run() now; "" if it has none */
char *
ipl_document_describe_run (IplDocument *self)
{
  const IplSolveResult *result = get_dynamics_result (self);
  const char *takes = self->parameters->experiment->takes;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean same;

  if (!ipl_document_needs_run (self))
    return g_strdup ("");
  same = result != NULL && ipl_parameters_same_case (result->parameters, self->parameters);
  if (ipl_document_can_resume (self))
    g_string_append (text, "The run was stopped before its end. Ctrl+R resumes it.");
  else if (result != NULL)
    g_string_append (text, same ? "The run was stopped before its end, and its file has no "
                                  "checkpoint. Ctrl+R starts it again."
                                : "The parameters have changed since the run. Ctrl+R runs the "
                                  "experiment with the new ones.");
  else if (takes != NULL)
    g_string_append_printf (
        text, "Nothing is computed yet. Run (Ctrl+R) takes %s with the defaults.", takes);
  else
    g_string_append (text, "Nothing is computed yet. Ctrl+R runs the experiment.");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Appends ", entropy of attention 1.25, 1.5 nats" if the array was recorded. */
static void
append_array (GString *text, const IplTrajectory *trajectory, const char *name, guint moment)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);
  const double *values = ipl_trajectory_get (trajectory, name, moment);

  if (values != NULL && array->size > 0 && array->ndim <= 1 && isfinite (values[0]))
    ipl_trajectory_append_array (text, array, moment, MOST_NUMBERS);
}

static void
append_sentence (GString *text, const char *sentence)
{
  if (sentence != NULL && sentence[0] != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
}

/* The status line: the numbers of the moment shown, and whether they are reliable. */
char *
ipl_document_describe_dynamics (IplDocument *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) numbers = g_string_new (NULL);
  g_autofree char *run = ipl_document_describe_run (self);

  if (trajectory != NULL)
    {
      const IplClockWords *words = &ipl_clock_words[trajectory->clock];

      append_array (numbers, trajectory, "loss", view->moment);
      append_array (numbers, trajectory, "validation_loss", view->moment);
      append_array (numbers, trajectory, "entropy", view->moment);
      g_string_append_printf (text, words->is_integer ? "%s%.10g of %.10g" : "%s%.4g of %.4g",
                              words->before, trajectory->time[view->moment],
                              trajectory->time[trajectory->S - 1]);
      /* A symbol stays small. */
      if (words->plural != NULL)
        text->str[0] = g_ascii_toupper (text->str[0]);
      g_string_append_printf (text, "%s%s.", numbers->len > 0 ? ": " : "", numbers->str);
      append_sentence (text, trajectory->message);
    }
  append_sentence (text, run);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
