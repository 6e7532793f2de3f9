/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What would be lost if a session ended now, or went on to another case. */
#include "session/session-save.h"

#include "core/base/shown-text.h"
#include "core/parameters/parameters.h"
#include "session/session-private.h"

/* Returns: (transfer full) (nullable): what is lost when the solver is stopped */
char *
ipl_session_describe_solving (IplSession *self)
{
  g_autofree char *progress
      = ipl_session_describe_progress (ipl_session_get_status (self, IPL_SOLVE));

  if (ipl_session_is_computing (self))
    return g_strdup_printf ("“%s” is being computed%s. What it has found so far is lost.",
                            self->parameters->experiment->title, progress);
  if (ipl_session_is_sampling (self))
    return g_strdup_printf ("The posterior is being sampled%s. The draws so far are lost.",
                            progress);
  return NULL;
}

static void
add_sentence (GString *text, char *sentence)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? "\n\n" : "", sentence);
  g_free (sentence);
}

/* Undo brings parameters back from another case, but not results, nor which file they were in. */
static gboolean
loses_changes (IplSession *self, gboolean ends)
{
  if (ipl_session_is_training (self) || ipl_session_is_sampling (self)
      || ipl_session_is_pruning (self) || !ipl_session_is_unsaved (self))
    return FALSE;
  return ends || self->saved.file != NULL || ipl_session_holds_unsaved (self, FALSE);
}

static char *
describe_changes (IplSession *self)
{
  g_autofree char *title = ipl_parameters_get_title (self->parameters, self->defaults);
  g_autofree char *shown = self->saved.file != NULL ? ipl_file_shown (self->saved.file) : NULL;

  if (shown != NULL)
    return g_strdup_printf ("The session “%s” has changes that are not saved.", shown);
  return g_strdup_printf (
      "What was %s “%s” is in no file.",
      ipl_session_holds_unsaved (self, FALSE) ? "computed and changed in" : "changed in", title);
}

/* Running jobs that would be lost, and results that are in no file. Where another case is
 * opened, changes of parameters are not spoken of, since undo brings them back.
 * @ends: whether the session ends; else another case is opened in it
 * Returns: (transfer full) (nullable): sentences for the user, one paragraph each; NULL where
 *   nothing would be lost */
char *
ipl_session_describe_loss (IplSession *self, gboolean ends)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *jobs = NULL;

  if (self->is_closed)
    return NULL;
  jobs = ipl_session_describe_jobs (self, ends);
  g_string_append (text, jobs);
  if (loses_changes (self, ends))
    add_sentence (text, describe_changes (self));
  if (ipl_session_holds_unsaved (self, TRUE))
    add_sentence (text, g_strdup ("Results of other parameters, which undo brings back, are in no "
                                  "file. They are lost."));
  if (ends && ipl_session_has_unkept_story (self))
    add_sentence (text, g_strdup_printf ("The story “%s” of %u stops is in no file. It is lost.",
                                         self->story->title, ipl_story_n_stops (self->story)));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
