/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mean over seeds, which is drawn beside the theory's own curve. */
#include "session/session-private.h"

#include "core/parameters/parameters.h"
#include "core/parameters/run-settings.h"
#include "runs/seeds-run.h"

/* The case that is shown. */
static const IplCase *
shown_case (IplSession *self)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);

  return result != NULL ? result->the_case : NULL;
}

/* Returns: whether the case is made from a seed, and solved over widths */
gboolean
ipl_session_can_follow_seeds (IplSession *self)
{
  guint64 seed;

  return !self->is_closed && self->opening.label == NULL && shown_case (self) != NULL
         && self->parameters->n_widths > 0 && ipl_parameters_get_seed (self->parameters, &seed)
         && ipl_parameters_get_network (self->parameters)[0] == '\0';
}

/* Solves the present widths for as many seeds as the parameters say, in the background, for the
 * mean of the accuracy and its spread. */
void
ipl_session_follow_seeds (IplSession *self)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autofree IplSetting *settings = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  if (!ipl_session_can_follow_seeds (self))
    return;
  ipl_run_settings_init (&run, "sweep", self->parameters);
  settings = ipl_run_settings_list (&run, shown_case (self), &n, &error);
  if (settings == NULL)
    {
      ipl_session_tell (self, error->message, TRUE);
      return;
    }
  ipl_session_submit (self, IPL_SEEDS,
                      ipl_seeds_request_new (ipl_parameters_ref (self->parameters), n, settings,
                                             run.best),
                      IPL_AT_ONCE);
}

/* A part of the mean, or all of it. */
void
ipl_session_accept_seeds (IplSession *self, gpointer data)
{
  IplSeedsResult *result = data;

  if (result->error != NULL)
    ipl_session_tell (self, result->error->message, TRUE);
  if (result->mean == NULL)
    return;
  ipl_session_keep_result (self, IPL_SEEDS, result);
  if (result->mean->n == result->n_seeds)
    ipl_session_log_seeds (self, result->n_seeds);
  ipl_session_results_changed (self);
}

/* Whether both have the same curves but for their seed. */
static gboolean
same_curves (const IplParameters *a, const IplParameters *b)
{
  g_autofree IplParameters *other = NULL;
  guint64 seed;

  if (a->experiment != b->experiment || !ipl_parameters_get_seed (a, &seed)
      || a->n_widths != b->n_widths || a->n_temperatures != b->n_temperatures
      || a->gp_paths != b->gp_paths || a->n_seeds != b->n_seeds)
    return FALSE;
  for (guint i = 0; i < a->n_widths; i++)
    {
      IplSetting of_a = ipl_parameters_get_setting (a, i), of_b = ipl_parameters_get_setting (b, i);

      if (!ipl_setting_equal (&of_a, &of_b))
        return FALSE;
    }
  for (guint i = 0; i < a->n_temperatures; i++)
    if (a->temperatures[i] != b->temperatures[i])
      return FALSE;
  other = g_memdup2 (b, sizeof *b);
  ipl_parameters_set_seed (other, seed);
  return ipl_parameters_same_case (a, other);
}

/* Returns: (nullable): the mean over seeds, as far as it is one of the present parameters */
const IplSeedMean *
ipl_session_get_seeds (IplSession *self)
{
  const IplSeedsResult *result = ipl_session_get_result (self, IPL_SEEDS);

  return result != NULL && same_curves (result->parameters, self->parameters) ? result->mean : NULL;
}
