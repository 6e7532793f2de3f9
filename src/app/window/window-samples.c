/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of a window that have to do with the sampled posterior. */
#include "app/window/window-private.h"

#include "core/posterior/posterior-summary.h"

/* A draw is looked at for this long. */
#define DRAW_USEC (G_USEC_PER_SEC / 6)

/* State of a window that plays draws: a Playing. */
#define PLAYING "ipl-playing-draws"

/* Draws of the setting that is shown, of all chains. */
static guint
count_draws (IplSession *session)
{
  const IplPosteriorSummary *posterior = ipl_session_get_posterior (session);

  return posterior != NULL ? posterior->n_chains * posterior->n_draws : 0;
}

/* When the next draw is due, and the tick of a window that plays them. */
typedef struct
{
  IplWindow *window;
  guint tick;
  gint64 due_usec;
} Playing;

static void
stop_playing (IplWindow *self)
{
  const Playing *playing = g_object_get_data (G_OBJECT (self), PLAYING);

  if (playing == NULL)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), playing->tick);
  g_object_set_data (G_OBJECT (self), PLAYING, NULL);
  ipl_window_set_state (self, "play-draws", g_variant_new_boolean (FALSE));
}

/* From draw to draw, and round again, until it is stopped or there are none. */
static gboolean
play_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Playing *playing = data;
  IplWindow *self = playing->window;
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  guint n = count_draws (self->session);
  IplParameters parameters;

  if (now < playing->due_usec)
    return G_SOURCE_CONTINUE;
  playing->due_usec = now + DRAW_USEC;
  parameters = *ipl_session_get_parameters (self->session);
  if (n > 0)
    parameters.display.shown_draw = parameters.display.shown_draw % n + 1;
  ipl_session_change (self->session, &parameters, "draw");
  return G_SOURCE_CONTINUE;
}

static void
on_play_draws (IplWindow *self)
{
  Playing *playing;

  if (g_object_get_data (G_OBJECT (self), PLAYING) != NULL)
    {
      stop_playing (self);
      return;
    }
  playing = g_new0 (Playing, 1);
  playing->window = self;
  g_object_set_data_full (G_OBJECT (self), PLAYING, playing, g_free);
  playing->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), play_tick, playing, NULL);
  ipl_window_set_state (self, "play-draws", g_variant_new_boolean (TRUE));
}

static void
update (IplWindow *self)
{
  guint n = count_draws (self->session);

  ipl_window_enable (self, "sample-here",
                     ipl_session_can_sample (self->session)
                         && !ipl_session_get_parameters (self->session)->current.gp);
  ipl_window_enable (self, "play-draws", n > 1);
  if (n < 2)
    stop_playing (self);
  gtk_widget_set_visible (self->sample_button,
                          ipl_session_get_parameters (self->session)->experiment->compute == NULL);
}

static const IplCommand commands[] = {
  { "sample", NULL, "<Control>Return <Control>KP_Enter", "Sample the posterior",
    IPL_SHORTCUTS_WIDTHS, .call = ipl_session_sample, .can = ipl_session_can_sample,
    .why = "The posterior of this case cannot be sampled now: it is being sampled, or has no "
           "paths.",
    .help = "samples" },
  { "add-draws", NULL, "<Control><Shift>Return <Control><Shift>KP_Enter", "Add draws",
    IPL_SHORTCUTS_WIDTHS, .call = ipl_session_add_draws, .can = ipl_session_can_add_draws,
    .why = "There are no draws to go on from: sample first (Ctrl+Return).", .help = "samples" },
  { "sample-here", .call = ipl_session_sample_here, .title = "Sample this width only",
    .group = IPL_SHORTCUTS_WIDTHS, .why = "The posterior of this case cannot be sampled now.",
    .help = "samples" },
  { "play-draws", G_CALLBACK (on_play_draws), "<Control><Shift>d",
    "Play the draws of the effective weights", IPL_SHORTCUTS_WIDTHS, .state = "false",
    .why = "There are no draws yet: sample first (Ctrl+Return).", .help = "weights" },
};

const IplWindowPart ipl_window_samples_part = { commands, G_N_ELEMENTS (commands), NULL, update };
