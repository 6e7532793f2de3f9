/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for solving and sampling, for moving through widths or time, and for pale curves of
 * earlier results. */
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
  ipl_document_widget_set_session (self->scrubber, self->document);
  ipl_document_widget_set_session (self->time_scrubber, self->document);
  g_signal_connect_swapped (self->scrubber, "notify::playing", G_CALLBACK (on_playing), self);
  g_signal_connect_swapped (self->time_scrubber, "notify::playing", G_CALLBACK (on_playing), self);
}

/* Shows the scrubber over time for a trajectory, including that of a training run on its page; else
 * the one over widths. Hides both for a result without time. */
static void
update_scrubbers (IplWindow *self)
{
  IplView view;
  gboolean any = ipl_document_get_view (self->document, &view);
  gboolean own = any ? view.dynamics != NULL
                     : ipl_document_get_parameters (self->document)->experiment->compute != NULL;
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

static void
update_sampling (IplWindow *self)
{
  ipl_window_enable (self, "sample::here",
                     ipl_document_can_sample (self->document)
                         && !ipl_document_get_parameters (self->document)->current.gp);
  gtk_widget_set_visible (self->sample_button,
                          ipl_document_get_parameters (self->document)->experiment->compute
                              == NULL);
}

static void
on_add_ghost (IplWindow *self)
{
  guint n;

  ipl_document_add_ghost (self->document);
  n = ipl_document_count_ghosts (self->document);
  if (n == 0)
    return;
  g_autofree char *text = g_strdup_printf (
      "Kept as pale curve %u of %d. Ctrl+Alt+K clears the pale curves.", n, IPL_VIEW_MOST_GHOSTS);
  ipl_window_show_status (self, text);
}

static void
update_pale_curves (IplWindow *self)
{
  IplView view;

  ipl_window_enable (self, "pale-curve::keep", ipl_document_get_view (self->document, &view));
  ipl_window_enable (self, "pale-curve::clear", ipl_document_count_ghosts (self->document) > 0);
}

static void
update (IplWindow *self)
{
  update_scrubbers (self);
  update_sampling (self);
  update_pale_curves (self);
}

static const IplCommand commands[] = {
  { "play", G_CALLBACK (on_play), "<Control>p", "Play", IPL_SHORTCUTS_WIDTHS, .state = "false" },
  { "step-width", .step = G_CALLBACK (step), .parameter_type = "i" },
  { "win.step-width(1)", NULL, "<Alt>Right", "Next width or time", IPL_SHORTCUTS_WIDTHS },
  { "win.step-width(-1)", NULL, "<Alt>Left", "Previous width or time", IPL_SHORTCUTS_WIDTHS },
  { "run", NULL, "<Control>r", "Recompute", IPL_SHORTCUTS_WIDTHS, .call = ipl_document_run },
  { "sample::widths", NULL, "<Control>Return <Control>KP_Enter", "Sample the posterior",
    IPL_SHORTCUTS_WIDTHS, .call = ipl_document_sample, .can = ipl_document_can_sample,
    .why = "The posterior of this case cannot be sampled now: it is being sampled, or has no "
           "paths.",
    .help = "samples" },
  { "add-draws", NULL, "<Control><Shift>Return <Control><Shift>KP_Enter", "Add draws",
    IPL_SHORTCUTS_WIDTHS, .call = ipl_document_add_draws, .can = ipl_document_can_add_draws,
    .why = "There are no draws yet: sample first (Ctrl+Return).", .help = "samples" },
  { "sample::here", .call = ipl_document_sample_here, .title = "Sample this width only",
    .group = IPL_SHORTCUTS_WIDTHS, .why = "The posterior of this case cannot be sampled now.",
    .help = "samples" },
  { "pale-curve::keep", G_CALLBACK (on_add_ghost), "<Control><Shift>k", "Keep as pale curve",
    IPL_SHORTCUTS_PANELS, .why = "Nothing is solved yet." },
  { "pale-curve::clear", NULL, "<Control><Alt>k", "Clear pale curves", IPL_SHORTCUTS_PANELS,
    .call = ipl_document_drop_ghosts, .why = "There are no pale curves." },
};

const IplWindowPart ipl_window_compute_part
    = { commands, G_N_ELEMENTS (commands), .set_up = set_up, .update = update };
