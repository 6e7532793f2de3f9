/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is being computed: the progress bar, and the button that stops it. */
#include "app/pages/page-table.h"
#include "app/window/window-pages.h"
#include "app/window/window-state-private.h"
#include "app/window/window-story-file.h"
#include "app/window/window-web.h"

/* Work that is done within this is not worth a progress bar. */
#define PROGRESS_DELAY_MS 250

/* What the progress bar speaks of: the theory first, training, pruning, then what goes on by itself
 * for the page that is shown. */
static IplJobStatus
shown_status (IplWindow *self)
{
  const IplJobStatus *solver = ipl_session_get_status (self->session, "solve");
  const IplPage *page = ipl_page_find (ipl_window_get_page (self));

  if (solver->running)
    return *solver;
  if (ipl_session_is_training (self->session))
    return *ipl_session_get_status (self->session, "train");
  if (ipl_session_is_pruning (self->session))
    return *ipl_session_get_status (self->session, "heads");
  if (ipl_session_get_status (self->session, "seeds")->running)
    return *ipl_session_get_status (self->session, "seeds");
  if (ipl_window_get_story_status (self)->running)
    return *ipl_window_get_story_status (self);
  if (ipl_window_get_web_status (self)->running)
    return *ipl_window_get_web_status (self);
  if (ipl_session_get_status (self->session, "watch")->running)
    return *ipl_session_get_status (self->session, "watch");
  if (page != NULL && page->run != NULL
      && ipl_session_get_status (self->session, page->run)->running)
    return *ipl_session_get_status (self->session, page->run);
  return (IplJobStatus){ .fraction = 1.0 };
}

static void
on_stop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplSession *session = ipl_window_get_session (data);

  if (ipl_session_get_status (session, "solve")->running)
    ipl_session_stop (session);
  else if (ipl_session_is_training (session))
    ipl_session_stop_training (session);
  else if (!ipl_session_is_pruning (session) && ipl_session_get_status (session, "seeds")->running)
    ipl_session_stop_seeds (session);
  else if (!ipl_session_is_pruning (session) && ipl_window_get_story_status (data)->running)
    ipl_window_stop_story (data);
  else if (!ipl_session_is_pruning (session) && ipl_window_get_web_status (data)->running)
    ipl_window_stop_web (data);
  else if (!ipl_session_is_pruning (session) && ipl_session_get_status (session, "watch")->running)
    ipl_session_stop_watching (session);
  else
    ipl_session_stop_heads (session);
}

/* The button speaks of stopping only when there is time to. */
static void
update_button (IplWindow *self, gboolean running)
{
  gboolean asks = !running && ipl_session_asks_to_run (self->session);

  if (asks != gtk_widget_has_css_class (GTK_WIDGET (self->run_button), "suggested-action"))
    {
      (asks ? gtk_widget_add_css_class
            : gtk_widget_remove_css_class) (GTK_WIDGET (self->run_button), "suggested-action");
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button),
                                   asks ? "Run it with these parameters (Ctrl+R)"
                                        : "Solve again (Ctrl+R)");
    }
  if (running == self->button_stops
      || (running && !gtk_revealer_get_reveal_child (self->progress_revealer)))
    return;
  self->button_stops = running;
  gtk_button_set_icon_name (self->run_button,
                            running ? "media-playback-stop-symbolic" : "view-refresh-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run_button),
                                  running ? "win.stop" : "win.run");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button),
                               running ? "Stop the computation (Ctrl+.)" : "Solve again (Ctrl+R)");
}

/* Where there is room for it, once the bar shows. */
static void
show_sentence (IplWindow *self, const char *sentence)
{
  if (!gtk_revealer_get_reveal_child (self->progress_revealer))
    sentence = NULL;
  if (g_strcmp0 (gtk_label_get_label (self->progress_label), sentence != NULL ? sentence : "") == 0)
    return;
  gtk_label_set_label (self->progress_label, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->progress_label), sentence != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->progress_label), sentence);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->progress), sentence);
}

static gboolean
show_progress (gpointer data)
{
  IplWindow *self = data;

  self->progress_timeout = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->progress_revealer), TRUE);
  gtk_revealer_set_reveal_child (self->progress_revealer, TRUE);
  update_button (self, shown_status (self).running);
  show_sentence (self, shown_status (self).sentence);
  return G_SOURCE_REMOVE;
}

static gboolean
pulse (gpointer data)
{
  IplWindow *self = data;

  if (shown_status (self).fraction < 0.0)
    gtk_progress_bar_pulse (self->progress);
  return G_SOURCE_CONTINUE;
}

static void
on_status (IplWindow *self)
{
  IplJobStatus status = shown_status (self);

  if (status.running && self->progress_timeout == 0
      && !gtk_revealer_get_reveal_child (self->progress_revealer))
    self->progress_timeout = g_timeout_add (PROGRESS_DELAY_MS, show_progress, self);
  if (!status.running)
    {
      g_clear_handle_id (&self->progress_timeout, g_source_remove);
      gtk_revealer_set_reveal_child (self->progress_revealer, FALSE);
      /* The title needs the room. */
      gtk_widget_set_visible (GTK_WIDGET (self->progress_revealer), FALSE);
    }
  if (status.running && self->pulse_timeout == 0)
    self->pulse_timeout = g_timeout_add (100, pulse, self);
  else if (!status.running)
    g_clear_handle_id (&self->pulse_timeout, g_source_remove);
  if (status.fraction >= 0.0)
    gtk_progress_bar_set_fraction (self->progress, MIN (status.fraction, 1.0));
  show_sentence (self, status.running ? status.sentence : NULL);
}

static void
set_up (IplWindow *self)
{
  g_signal_connect_swapped (self->session, "job-changed::solve", G_CALLBACK (on_status), self);
  g_signal_connect_swapped (self->session, "job-changed::train", G_CALLBACK (on_status), self);
  g_signal_connect_swapped (self->session, "job-changed::heads", G_CALLBACK (on_status), self);
  g_signal_connect_swapped (self->session, "job-changed::seeds", G_CALLBACK (on_status), self);
  g_signal_connect_swapped (self->session, "job-changed::watch", G_CALLBACK (on_status), self);
}

static void
update (IplWindow *self)
{
  gboolean running = shown_status (self).running;

  on_status (self);
  ipl_window_enable_action (self, "stop", running);
  update_button (self, running);
}

static const IplCommand commands[] = {
  { "stop", on_stop, "<Control>period", "Stop", IPL_SHORTCUTS_WIDTHS },
};

const IplWindowPart ipl_window_progress_part
    = { commands, G_N_ELEMENTS (commands), set_up, update };
