/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solving, and moving through the widths. */
#include "app/window/window-state-private.h"

static void
on_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_run (ipl_window_get_session (data));
}

static void
on_play (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplScrubber *scrubber = ipl_window_get_scrubber (data);

  ipl_scrubber_set_playing (scrubber, !ipl_scrubber_get_playing (scrubber));
}

static void
on_playing (IplWindow *self)
{
  ipl_window_set_action_state (self, "play",
                               g_variant_new_boolean (ipl_scrubber_get_playing (self->scrubber)));
  ipl_window_changed (self);
}

static void
on_wider (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_scrubber_step (ipl_window_get_scrubber (data), 1);
}

static void
on_narrower (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_scrubber_step (ipl_window_get_scrubber (data), -1);
}

static void
set_up (IplWindow *self)
{
  ipl_scrubber_set_session (self->scrubber, self->session);
  g_signal_connect_swapped (self->scrubber, "notify::playing", G_CALLBACK (on_playing), self);
}

static const IplCommand commands[] = {
  { "play", on_play, "<Control>p", "Play through the widths", IPL_SHORTCUTS_WIDTHS,
    .state = "false" },
  { "wider", on_wider, "<Alt>Right", "Next wider", IPL_SHORTCUTS_WIDTHS },
  { "narrower", on_narrower, "<Alt>Left", "Next narrower", IPL_SHORTCUTS_WIDTHS },
  { "run", on_run, "F5 <Control>r", "Solve again", IPL_SHORTCUTS_WIDTHS },
};

const IplWindowPart ipl_window_widths_part
    = { commands, G_N_ELEMENTS (commands), .set_up = set_up };
