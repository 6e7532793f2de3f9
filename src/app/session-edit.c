/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a session comes to other parameters: changed, opened, reset. */
#include "session-private.h"

#include <string.h>

#include "parameters-util.h"

/* Takes on other parameters of the present case, or of another generated one. */
void
ipl_session_adopt (IplSession *self, const IplParameters *parameters)
{
  const IplParameters *old = &self->parameters;
  IplHaste haste = IPL_AT_ONCE;

  if (ipl_parameters_same_case (old, parameters))
    haste = IPL_GENTLY;
  else if (strcmp (old->experiment, parameters->experiment) == 0 && old->file[0] == '\0'
           && parameters->file[0] == '\0')
    haste = IPL_PATIENTLY;
  /* Samples belong to the parameters they were drawn with. */
  if (haste != IPL_GENTLY || !ipl_parameters_same_prior (old, parameters))
    ipl_session_end_sampling (self);
  self->parameters = *parameters;
  ipl_session_parameters_changed (self);
  ipl_session_ask (self, haste);
}

/**
 * ipl_session_change:
 * @self: the session
 * @parameters: the new values
 * @tag: (nullable): names the control; what it changes in quick succession is one step of undo
 *
 * Takes on new parameters and solves for them at once; the latest change wins.
 */
void
ipl_session_change (IplSession *self, const IplParameters *parameters, const char *tag)
{
  IplParameters fitting = *parameters;

  ipl_parameters_fit_layers (&fitting);
  if (ipl_parameters_equal (&self->parameters, &fitting))
    return;
  ipl_session_remember (self, tag);
  if (g_strcmp0 (tag, "width") != 0)
    self->shape = fitting.current;
  ipl_session_adopt (self, &fitting);
}

/**
 * ipl_session_change_current:
 * @self: the session
 * @setting: the setting to stand at
 * @tag: (nullable): as for ipl_session_change()
 *
 * Moves to another width, temperature or set of variances.
 */
void
ipl_session_change_current (IplSession *self, const IplSetting *setting, const char *tag)
{
  IplParameters parameters = self->parameters;

  parameters.current = *setting;
  ipl_session_change (self, &parameters, tag);
}

/**
 * ipl_session_change_width:
 * @self: the session
 * @N: the largest of the widths to stand at
 * @gp: whether to stand at the GP limit instead
 *
 * Moves along the width axis. Unequal widths keep the proportions they were given.
 */
void
ipl_session_change_width (IplSession *self, double N, gboolean gp)
{
  IplSetting setting = self->parameters.current;

  setting.gp = gp;
  if (!gp)
    {
      if (self->shape.L == setting.L)
        memcpy (setting.N, self->shape.N, sizeof setting.N);
      ipl_setting_scale_widths (&setting, N);
    }
  ipl_session_change_current (self, &setting, "width");
}

/**
 * ipl_session_open_experiment:
 * @self: the session
 * @id: row of ipl_experiments() that generates its case
 *
 * Starts over with an experiment's defaults.
 */
void
ipl_session_open_experiment (IplSession *self, const char *id)
{
  IplParameters parameters;

  ipl_parameters_init (&parameters, id);
  if (self->outcome != NULL)
    ipl_session_remember (self, NULL);
  /* A file that is still being read must not arrive in the example's place. */
  if (self->opening != NULL && self->jobs != NULL)
    ipl_jobs_cancel (self->jobs);
  g_clear_pointer (&self->opening, g_free);
  ipl_session_tell (self, "", FALSE);
  self->has_solve_error = FALSE;
  self->defaults = parameters;
  self->shape = parameters.current;
  if (self->outcome == NULL)
    {
      g_clear_pointer (&self->sketch, ipl_case_unref);
      self->sketch = ipl_parameters_sketch (&parameters);
    }
  ipl_session_adopt (self, &parameters);
}

/**
 * ipl_session_open_file:
 * @self: the session
 * @path: a case file
 *
 * Reads a case in the background; it takes the place of the present one when it has been read
 * without error. A sentence says what went wrong else.
 */
void
ipl_session_open_file (IplSession *self, const char *path)
{
  IplParameters parameters;

  if (strlen (path) >= sizeof parameters.file)
    {
      g_autofree char *text = g_strdup_printf ("The path of the file is longer than %u characters.",
                                               (guint)sizeof parameters.file - 1);
      ipl_session_tell (self, text, TRUE);
      return;
    }
  ipl_parameters_init (&parameters, "file");
  g_strlcpy (parameters.file, path, sizeof parameters.file);
  parameters.n_components = self->parameters.n_components;
  parameters.shared_limits = self->parameters.shared_limits;
  parameters.chains = self->parameters.chains;
  parameters.warmup = self->parameters.warmup;
  parameters.draws = self->parameters.draws;
  g_strlcpy (parameters.heatmap, self->parameters.heatmap, sizeof parameters.heatmap);
  ipl_session_end_sampling (self);
  g_free (self->opening);
  self->opening = g_strdup (path);
  if (self->outcome == NULL)
    g_clear_pointer (&self->sketch, ipl_case_unref);
  ipl_session_tell (self, "", FALSE);
  self->has_solve_error = FALSE;
  ipl_session_parameters_changed (self);
  ipl_session_ask_for (self, &parameters, IPL_AT_ONCE, TRUE);
}

/**
 * ipl_session_get_opening:
 * @self: the session
 *
 * Returns: (nullable): the file that is being read, while it is
 */
const char *
ipl_session_get_opening (IplSession *self)
{
  return self->opening;
}

/**
 * ipl_session_reset:
 * @self: the session
 *
 * Sets every parameter back to its default; can be undone.
 */
void
ipl_session_reset (IplSession *self)
{
  ipl_session_change (self, &self->defaults, NULL);
}
