/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a session writes down of what it computes. */
#include "session/session-private.h"

#include <string.h>

#include "core/base/machine.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"
#include "runs/seeds-run.h"
#include "session/run-log.h"

/**
 * ipl_session_get_log:
 * @self: the session
 *
 * Returns: (transfer none) (element-type IplRunLogEntry): what was computed in it, the oldest first
 */
const GPtrArray *
ipl_session_get_log (IplSession *self)
{
  return self->log;
}

/* Takes @title and @command. */
static void
add (IplSession *self, const char *what, const char *id, char *title, char *command,
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

static guint
count_unsolved (const IplSweep *sweep)
{
  guint n = 0;

  for (guint i = 0; i < sweep->n_rows; i++)
    n += sweep->rows[i] == NULL;
  return n;
}

/* Why not all numbers are to be believed, or NULL. */
static const char *
find_doubt (const IplSolveResult *result)
{
  for (guint i = 0; i < result->sweep->n_rows; i++)
    {
      const IplSolution *row = result->sweep->rows[i];

      if (row != NULL && !row->setting.gp && !row->converged)
        return row->message != NULL ? row->message : "A row did not converge.";
    }
  return NULL;
}

static char *
describe_theory (IplSession *self, const IplSolveResult *result)
{
  g_autofree char *title = ipl_parameters_get_title (self->parameters, self->defaults);
  g_autofree char *at = ipl_setting_widths_text (&result->current->setting);
  g_autofree char *widths = ipl_parameters_widths_text (self->parameters);

  return g_strdup_printf ("%s: theory at N = %s and at %s, T = %.6g", title, at, widths,
                          result->current->setting.temperature);
}

/* The solver has come to its end. */
void
ipl_session_log_solved (IplSession *self)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);
  const IplPosteriorSummary *posterior = ipl_session_get_posterior (self);
  gboolean whole = FALSE;
  char *command;

  if (result == NULL || result->error != NULL || self->opening != NULL
      || !ipl_session_is_current_shown (self))
    return;
  if (result->own != NULL)
    {
      if (result->own == self->logged)
        return;
      self->logged = result->own;
      command = ipl_session_command (self, &whole);
      add (self, "dynamics", IPL_SOLVE, ipl_parameters_get_title (self->parameters, self->defaults),
           command, whole, result->own->complete ? NULL : "Stopped before its end.");
      return;
    }
  if (result->sweep == NULL || !result->sweep_current || result->few_tests > 0
      || count_unsolved (result->sweep) > 0)
    return;
  if (posterior != NULL && posterior != self->logged)
    {
      g_autofree char *widths = ipl_setting_widths_text (&posterior->setting);

      self->logged = posterior;
      command = ipl_session_command (self, &whole);
      add (self, "samples", IPL_SOLVE,
           g_strdup_printf ("%u draws of %u chains at N = %s", posterior->n_draws,
                            posterior->n_chains, widths),
           command, whole, posterior->message);
      return;
    }
  if (posterior == NULL)
    {
      command = ipl_parameters_command (self->parameters, NULL, &whole);
      add (self, "theory", IPL_SOLVE, describe_theory (self, result), command, whole,
           find_doubt (result));
    }
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
  add (self, "training", IPL_TRAIN,
       g_strdup_printf ("Network trained for %" G_GUINT64_FORMAT " steps", result->step), command,
       whole, result->stopped ? "Stopped before its end." : NULL);
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
  add (self, "pruning", IPL_HEADS, g_strdup ("Heads removed one after the other"), command,
       whole && ipl_setting_same_prior (&solved->current->setting, &self->defaults->current), NULL);
}

/* A mean over seeds is there. */
void
ipl_session_log_seeds (IplSession *self, guint n)
{
  gboolean whole = FALSE;
  g_autofree char *sweep = ipl_parameters_command (self->parameters, NULL, &whole);
  add (self, "seeds", IPL_SEEDS, g_strdup_printf ("Mean over %u seeds", n),
       g_strdup_printf ("%s --seeds 1-%u", sweep, n), whole, NULL);
}
