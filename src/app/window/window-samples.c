/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of a window that have to do with the sampled posterior. */
#include "app/window/window-state-private.h"

static void
on_sample (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_sample (ipl_window_get_session (data));
}

static void
on_sample_here (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_sample_here (ipl_window_get_session (data));
}

static void
on_add_draws (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_add_draws (ipl_window_get_session (data));
}

static void
update (IplWindow *self)
{
  ipl_window_enable_action (self, "sample", ipl_session_can_sample (self->session));
  ipl_window_enable_action (self, "sample-here",
                            ipl_session_can_sample (self->session)
                                && !ipl_session_get_parameters (self->session)->current.gp);
  ipl_window_enable_action (self, "add-draws", ipl_session_can_add_draws (self->session));
  gtk_widget_set_visible (self->sample_button,
                          ipl_session_get_parameters (self->session)->experiment->compute == NULL);
}

static const IplCommand commands[] = {
  { "sample", on_sample, "<Control>Return <Control>KP_Enter", "Sample the posterior",
    IPL_SHORTCUTS_WIDTHS },
  { "add-draws", on_add_draws, "<Control><Shift>Return <Control><Shift>KP_Enter", "Add draws",
    IPL_SHORTCUTS_WIDTHS },
  { "sample-here", on_sample_here },
};

const IplWindowPart ipl_window_samples_part = { commands, G_N_ELEMENTS (commands), NULL, update };
