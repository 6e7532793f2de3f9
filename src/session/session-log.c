/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run log of a session. */
#include "session/session-private.h"

#include "core/base/process.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters.h"
#include "session/run-log.h"

/* Returns: what was computed in it, the oldest first */
const GPtrArray *
ipl_session_get_log (IplSession *self)
{
  return self->log;
}

/* The newest request of @id has been carried out; takes @title and @command. */
void
ipl_session_log (IplSession *self, const char *what, const char *id, char *title, char *command,
                 gboolean is_whole, const char *note)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  IplRunLogEntry *entry = g_new0 (IplRunLogEntry, 1);
  guint64 seed;

  entry->what = g_strdup (what);
  entry->when = g_date_time_format_iso8601 (now);
  entry->title = title;
  entry->command = command;
  entry->is_whole = is_whole;
  entry->seed = ipl_parameters_get_seed (self->parameters, &seed)
                    ? g_strdup_printf ("%" G_GUINT64_FORMAT, seed)
                    : g_strdup ("");
  entry->note = g_strdup (note != NULL ? note : "");
  entry->version = g_strdup (IPL_VERSION);
  entry->machine = g_strdup (ipl_machine_describe ());
  entry->seconds = ipl_session_get_seconds (self, id);
  ipl_run_log_add (self->log, entry);
}

/* A network is trained. */
void
ipl_session_log_trained (IplSession *self, const IplTrainResult *result)
{
  gboolean whole = FALSE;
  char *command;

  if (!ipl_session_is_trainable (self))
    return;
  command = ipl_parameters_train_command (self->parameters, &whole);
  ipl_session_log (self, "training", IPL_TRAIN,
                   g_strdup_printf ("Network trained for %" G_GUINT64_FORMAT " steps",
                                    result->step),
                   command, whole, result->stopped ? "Stopped before its end." : NULL);
}

/* Heads have been removed one after the other. */
void
ipl_session_log_pruned (IplSession *self)
{
  const IplSolveResult *solved = ipl_session_get_solve_result (self);
  gboolean whole = FALSE;
  char *command;

  if (solved == NULL || solved->current == NULL)
    return;
  command = ipl_parameters_prune_command (self->parameters, &solved->current->setting, &whole);
  ipl_session_log (
      self, "pruning", IPL_HEADS, g_strdup ("Heads removed one after the other"), command,
      whole && ipl_setting_same_prior (&solved->current->setting, &self->defaults->current), NULL);
}

/* A mean over seeds is there. */
void
ipl_session_log_seeds (IplSession *self, guint n)
{
  gboolean whole = FALSE;
  g_autofree char *sweep = ipl_parameters_command (self->parameters, NULL, &whole);
  ipl_session_log (self, "seeds", IPL_SEEDS, g_strdup_printf ("Mean over %u seeds", n),
                   g_strdup_printf ("%s --seeds 1-%u", sweep, n), whole, NULL);
}
