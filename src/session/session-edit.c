/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a session comes to other parameters: changed, reset. */
#include "session/session-private.h"

#include <string.h>

#include "core/experiments/parameters.h"

/* Takes on other parameters of the present case, or of another generated one. */
void
ipl_session_adopt (IplSession *self, const IplParameters *parameters)
{
  const IplParameters *old = &self->parameters;
  IplHaste haste = IPL_AT_ONCE;

  if (ipl_parameters_same_case (old, parameters))
    haste = IPL_GENTLY;
  else if (old->experiment == parameters->experiment && old->experiment->generated)
    haste = IPL_PATIENTLY;
  /* Samples belong to the parameters they were drawn with. */
  if (haste != IPL_GENTLY || !ipl_parameters_same_prior (old, parameters))
    ipl_session_end_sampling (self);
  self->parameters = *parameters;
  ipl_session_parameters_changed (self);
  ipl_session_ask (self, haste);
  ipl_session_follow_network (self);
}

/* A network knows the images it was trained on only; the theory of others begins untrained. */
static void
let_go_of_network (IplSession *self, IplParameters *fitting)
{
  IplTrainable *now = ipl_parameters_edit_trainable (fitting);
  const IplTrainable *before = ipl_parameters_get_trainable (&self->parameters);

  if (now == NULL || now->network[0] == '\0' || fitting->experiment != self->parameters.experiment
      || strcmp (now->network, before->network) != 0
      || ipl_image_task_same_training (&now->task, &before->task))
    return;
  now->network = "";
  ipl_session_tell (self,
                    "The trained network knows other images, so the attention is that of an "
                    "untrained one now. Train a network on these, or undo the change.",
                    FALSE);
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

  let_go_of_network (self, &fitting);
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
