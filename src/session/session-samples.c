/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a session knows of the sampled posterior: asking for draws, stopping, the shown entry. */
#include "session/session-private.h"

#include "core/experiments/parameters-command.h"

/* Draws a chain that the width with the most has. */
static guint
most_draws (IplSession *self)
{
  guint most = 0;

  for (guint i = 0; self->outcome != NULL && i < self->outcome->n_posteriors; i++)
    most = MAX (most, self->outcome->posteriors[i]->n_draws);
  return most;
}

static void
start (IplSession *self, guint draws, gboolean again, gboolean here)
{
  const IplParameters *parameters = &self->parameters;

  if (again)
    {
      ipl_posterior_options_init (&self->plan.options);
      self->plan.options.chains = parameters->sampler_chains;
      self->plan.options.warmup = parameters->warmup;
      /* As the command line does: a file is not generated, so the chains' seed is their own. */
      ipl_parameters_get_seed (parameters, &self->plan.options.seed);
    }
  self->plan.serial = ++self->last_plan;
  self->plan.again = again;
  self->plan.draws = MIN (draws, IPL_MAX_DRAWS);
  self->plan.setting = parameters->current;
  self->plan.here = here;
  self->plan.any_temperature = parameters->n_temperatures > 0;
  /* At the temperature that is shown, where that is the width's own. */
  if (ipl_session_is_current_shown (self))
    self->plan.setting = self->outcome->current->setting;
  ipl_session_ask (self, IPL_GENTLY);
}

/**
 * ipl_session_sample:
 * @self: the session
 *
 * Samples the exact posterior at the current width and at those of the sweep, in the background.
 * What was sampled with the same chains and warm-up before goes on, up to as many draws.
 */
void
ipl_session_sample (IplSession *self)
{
  const IplPosteriorOptions *last = &self->plan.options;
  guint draws = self->parameters.draws;

  if (!ipl_session_can_sample (self))
    return;
  /* Every width as many as the others, unless all begin anew. */
  if (last->chains == self->parameters.sampler_chains && last->warmup == self->parameters.warmup)
    draws = MAX (draws, most_draws (self));
  start (self, draws, TRUE, FALSE);
}

/**
 * ipl_session_sample_here:
 * @self: the session
 *
 * The same at the current width alone: a large case takes long at each.
 */
void
ipl_session_sample_here (IplSession *self)
{
  if (ipl_session_can_sample (self) && !self->parameters.current.gp)
    start (self, self->parameters.draws, TRUE, TRUE);
}

/**
 * ipl_session_add_draws:
 * @self: the session
 *
 * Goes on with what has been sampled, without another warm-up.
 */
void
ipl_session_add_draws (IplSession *self)
{
  if (ipl_session_can_add_draws (self))
    start (self, most_draws (self) + self->parameters.draws, FALSE, self->plan.here);
}

/* Of the parameters' temperature, or of each width's own. */
static gboolean
same_widths (const IplSetting *a, const IplSetting *b)
{
  IplSetting other = *b;

  other.temperature = a->temperature;
  return ipl_setting_equal (a, &other);
}

/**
 * ipl_session_can_sample:
 * @self: the session
 *
 * Returns: whether there is a finite width to sample at, which is not being sampled already
 */
gboolean
ipl_session_can_sample (IplSession *self)
{
  const IplSetting *current = &self->parameters.current;

  if (self->jobs == NULL || self->opening != NULL
      || (current->gp && self->parameters.n_widths == 0))
    return FALSE;
  return !ipl_session_is_sampling (self)
         || !(current->gp || same_widths (current, &self->plan.setting));
}

gboolean
ipl_session_can_add_draws (IplSession *self)
{
  return ipl_session_can_sample (self) && !ipl_session_is_sampling (self) && most_draws (self) > 0
         && most_draws (self) < IPL_MAX_DRAWS;
}

gboolean
ipl_session_is_sampling (IplSession *self)
{
  return self->plan.serial != 0;
}

void
ipl_session_end_sampling (IplSession *self)
{
  self->plan.serial = 0;
}

/* The sampler stops for anything that is newer than itself: a question that wants no more draws,
 * which is answered with what has been drawn so far. */
gboolean
ipl_session_stop_sampling (IplSession *self)
{
  if (!ipl_session_is_sampling (self))
    return FALSE;
  ipl_session_end_sampling (self);
  if (self->outcome == NULL || !self->outcome->sweep_current)
    return FALSE;
  ipl_session_ask (self, IPL_GENTLY);
  return TRUE;
}

/**
 * ipl_session_get_posterior:
 * @self: the session
 *
 * Returns: (transfer none) (nullable): what has been sampled at the setting that is shown
 */
const IplPosteriorSummary *
ipl_session_get_posterior (IplSession *self)
{
  const IplSolveResult *outcome = self->outcome;

  if (outcome == NULL || outcome->current == NULL)
    return NULL;
  return ipl_solve_result_find_posterior (outcome, &outcome->current->setting);
}

IplHeatmapMode
ipl_session_get_heatmap (IplSession *self)
{
  IplHeatmapMode mode;

  return ipl_heatmap_mode_parse (self->parameters.heatmap, &mode) ? mode : IPL_HEATMAP_THEORY;
}

/* The posterior's panels show the entry of U that was selected last. */
void
ipl_session_follow_pair (IplSession *self)
{
  const IplTarget *selected = ipl_selection_get_selected (self->selection);

  if (selected->path < 0)
    return;
  self->pair_p = selected->path;
  self->pair_q = selected->other >= 0 ? selected->other : selected->path;
}

/**
 * ipl_session_command:
 * @self: the session
 * @complete: (out): whether the command tells all parameters; else the case must be saved to a file
 *
 * Returns: (transfer full): the command that computes what is shown
 */
char *
ipl_session_command (IplSession *self, gboolean *complete)
{
  IplParameters parameters = self->parameters;
  const IplPosteriorSummary *posterior = ipl_session_get_posterior (self);

  parameters.warmup = self->plan.options.warmup;
  if (posterior == NULL && self->outcome != NULL && self->outcome->n_posteriors > 0)
    posterior = self->outcome->posteriors[0];
  return ipl_parameters_command (&parameters, posterior, complete);
}
