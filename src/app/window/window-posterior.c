/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for sampling the posterior. */
#include "app/window/window-private.h"

static void
update (IplWindow *self)
{
  ipl_window_enable (self, "sample::here",
                     ipl_session_can_sample (self->session)
                         && !ipl_session_get_parameters (self->session)->current.gp);
  gtk_widget_set_visible (self->sample_button,
                          ipl_session_get_parameters (self->session)->experiment->compute == NULL);
}

static const IplCommand commands[] = {
  { "sample::widths", NULL, "<Control>Return <Control>KP_Enter", "Sample the posterior",
    IPL_SHORTCUTS_WIDTHS, .call = ipl_session_sample, .can = ipl_session_can_sample,
    .why = "The posterior of this case cannot be sampled now: it is being sampled, or has no "
           "paths.",
    .help = "samples" },
  { "add-draws", NULL, "<Control><Shift>Return <Control><Shift>KP_Enter", "Add draws",
    IPL_SHORTCUTS_WIDTHS, .call = ipl_session_add_draws, .can = ipl_session_can_add_draws,
    .why = "There are no draws yet: sample first (Ctrl+Return).", .help = "samples" },
  { "sample::here", .call = ipl_session_sample_here, .title = "Sample this width only",
    .group = IPL_SHORTCUTS_WIDTHS, .why = "The posterior of this case cannot be sampled now.",
    .help = "samples" },
};

const IplWindowPart ipl_window_samples_part = { commands, G_N_ELEMENTS (commands), NULL, update };
