/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for solving, and for moving through widths or time. */
#include "app/window/window-private.h"

#include "app/pages/page-table.h"

/* Returns: the visible scrubber */
static IplScrubber *
get_shown (IplWindow *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->time_scrubber)) ? self->time_scrubber
                                                                   : self->scrubber;
}

static gboolean
is_playing (IplWindow *self)
{
  return ipl_scrubber_get_playing (self->scrubber)
         || ipl_scrubber_get_playing (self->time_scrubber);
}

static void
on_play (IplWindow *self)
{
  ipl_scrubber_set_playing (get_shown (self), !is_playing (self));
}

static void
on_playing (IplWindow *self)
{
  ipl_window_set_state (self, "play", g_variant_new_boolean (is_playing (self)));
  ipl_window_changed (self);
}

static void
step (IplWindow *self, int direction)
{
  ipl_scrubber_step (get_shown (self), direction);
}

static void
set_up (IplWindow *self)
{
  ipl_session_widget_set_session (self->scrubber, self->session);
  ipl_session_widget_set_session (self->time_scrubber, self->session);
  g_signal_connect_swapped (self->scrubber, "notify::playing", G_CALLBACK (on_playing), self);
  g_signal_connect_swapped (self->time_scrubber, "notify::playing", G_CALLBACK (on_playing), self);
}

/* Shows the scrubber over time for a trajectory, including that of a training run on its page; else
 * the one over widths. Hides both for a result without time. */
static void
update (IplWindow *self)
{
  IplView view;
  gboolean any = ipl_session_get_view (self->session, &view);
  gboolean own = any ? view.dynamics != NULL
                     : ipl_session_get_parameters (self->session)->experiment->compute != NULL;
  const IplPage *page = ipl_page_find (ipl_window_get_page (self));
  gboolean time = any && view.trajectory != NULL && (own || (page != NULL && page->in_time));

  if (own || time)
    ipl_scrubber_set_playing (self->scrubber, FALSE);
  if (!time)
    ipl_scrubber_set_playing (self->time_scrubber, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->scrubber), !own && !time);
  gtk_widget_set_visible (GTK_WIDGET (self->time_scrubber), time);
  ipl_window_enable (self, "play", time || !own);
  ipl_window_enable (self, "step-width", time || !own);
}

static const IplCommand commands[] = {
  { "play", G_CALLBACK (on_play), "<Control>p", "Play", IPL_SHORTCUTS_WIDTHS, .state = "false" },
  { "step-width", .step = G_CALLBACK (step), .parameter_type = "i" },
  { "win.step-width(1)", NULL, "<Alt>Right", "Next width or time", IPL_SHORTCUTS_WIDTHS },
  { "win.step-width(-1)", NULL, "<Alt>Left", "Previous width or time", IPL_SHORTCUTS_WIDTHS },
  { "run", NULL, "<Control>r", "Recompute", IPL_SHORTCUTS_WIDTHS, .call = ipl_session_run },
};

const IplWindowPart ipl_window_widths_part
    = { commands, G_N_ELEMENTS (commands), .set_up = set_up, .update = update };
