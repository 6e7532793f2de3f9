/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a session shows: the figures' view of it, and the status line. */
#include "session/session-private.h"
#include "figures/view/target-words.h"

/**
 * ipl_session_is_current_shown:
 * @self: the session
 *
 * Returns: whether the results are those of the present current setting; its temperature is not
 *   its own where each width has the best
 */
gboolean
ipl_session_is_current_shown (IplSession *self)
{
  IplSetting setting = self->parameters.current;

  if (self->outcome == NULL || self->outcome->current == NULL
      || (self->parameters.n_temperatures == 0) != (self->outcome->parameters.n_temperatures == 0))
    return FALSE;
  if (self->parameters.n_temperatures > 0)
    setting.temperature = self->outcome->current->setting.temperature;
  return ipl_setting_equal (&self->outcome->current->setting, &setting);
}

IplSelection *
ipl_session_get_selection (IplSession *self)
{
  return self->selection;
}

/**
 * ipl_session_get_outcome:
 * @self: the session
 *
 * Returns: (transfer none) (nullable): the results shown, to be referenced for use elsewhere
 */
const IplSolveResult *
ipl_session_get_outcome (IplSession *self)
{
  return self->outcome;
}

/**
 * ipl_session_get_view:
 * @self: the session
 * @view: (out): what the figures show; borrowed until the next "results-changed"
 *
 * Returns: whether there is anything to show
 */
gboolean
ipl_session_get_view (IplSession *self, IplView *view)
{
  const IplSolveResult *outcome = self->outcome;

  *view = (IplView){ .the_case = outcome != NULL ? outcome->the_case : self->sketch,
                     .sweep = outcome != NULL ? outcome->sweep : NULL,
                     .current = outcome != NULL ? outcome->current : NULL,
                     .gp = outcome != NULL ? outcome->gp : NULL,
                     .n_components = self->parameters.n_components,
                     .shared_limits = self->parameters.shared_limits,
                     .heatmap = ipl_session_get_heatmap (self),
                     .pair_p = self->pair_p,
                     .pair_q = self->pair_q,
                     .best_temperature = outcome != NULL && outcome->best_temperature,
                     .pruned = -1,
                     .shown_layer = -1,
                     .shown_head = -1,
                     .shown_token = -1 };
  if (outcome != NULL && outcome->n_posteriors > 0)
    {
      view->n_posteriors = outcome->n_posteriors;
      view->posteriors = (const IplPosteriorSummary *const *)outcome->posteriors;
      view->posterior = ipl_session_get_posterior (self);
    }
  if (view->the_case == NULL)
    return FALSE;
  ipl_session_view_training (self, view);
  ipl_session_view_study (self, view);
  if (view->pair_p >= (gint64)view->the_case->Pi || view->pair_q >= (gint64)view->the_case->Pi)
    view->pair_p = view->pair_q = 0;
  return TRUE;
}

/**
 * ipl_session_describe:
 * @self: the session
 *
 * Returns: (transfer full): one line for the status bar: the numbers of what is pointed at, else
 *   those of the current width
 */
char *
ipl_session_describe (IplSession *self)
{
  const IplTarget *target = ipl_selection_get_shown (self->selection);
  const IplSolveResult *outcome = self->outcome;
  g_autofree char *widths = NULL;
  IplView view;

  if (!ipl_session_get_view (self, &view))
    return g_strdup ("");
  if (!ipl_target_is_none (target) && outcome != NULL)
    return ipl_target_describe (target, &view);
  if (outcome == NULL || outcome->current == NULL || outcome->current->n_tests == 0)
    return g_strdup (self->sentence != NULL ? self->sentence : "");

  const IplSolution *current = outcome->current;
  g_autoptr (GString) text = g_string_new (NULL);
  const char *what = outcome->the_case->regression ? "mean squared error" : "accuracy";
  widths = ipl_setting_widths_text (&current->setting);
  if (current->setting.gp)
    {
      g_string_append (text, "GP limit");
      if (outcome->best_temperature)
        g_string_append_printf (text, ", T = %.4g", current->setting.temperature);
      g_string_append_printf (text, ": %s %.3f ± %.3f", what, current->tests[0].accuracy,
                              current->tests[0].accuracy_se);
    }
  else
    {
      g_string_append_printf (text, "N = %s", widths);
      if (outcome->best_temperature)
        g_string_append_printf (text, ", T = %.4g", current->setting.temperature);
      g_string_append_printf (text, ": %s %.3f ± %.3f", what, current->tests[0].accuracy,
                              current->tests[0].accuracy_se);
      if (outcome->gp != NULL && outcome->gp->n_tests > 0)
        g_string_append_printf (text, " (GP %.3f)", outcome->gp->tests[0].accuracy);
      g_string_append_printf (text, ", solved in %.1f ms, %u steps, gradient %.0e",
                              current->solve_seconds * 1e3, current->iterations, current->gradient);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
