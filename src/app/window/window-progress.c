/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress of jobs: the progress bar and the Stop button. */
#include "app/window/window-private.h"

#include "app/base/widget-helpers.h"
#include "app/pages/page-table.h"

/* Time after which a running job shows a progress bar. */
#define PROGRESS_DELAY_MS 250

/* Returns: (nullable): run whose results are on the visible page */
static const char *
get_page_run (IplWindow *self)
{
  const IplPage *page = ipl_page_find (ipl_window_get_page (self));

  return page != NULL ? page->run : NULL;
}

static const IplJobStatus *
get_progress (IplWindow *self)
{
  return ipl_document_get_progress (self->document, get_page_run (self));
}

static void
on_stop (IplWindow *self)
{
  ipl_document_stop_foremost (self->document, get_page_run (self));
}

static void
set_button_stops (IplWindow *self, gboolean stops)
{
  self->button_stops = stops;
  gtk_button_set_icon_name (self->run_button,
                            stops ? "media-playback-stop-symbolic" : "view-refresh-symbolic");
  /* An action and a target that do not fit each other are reported even between two calls. */
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run_button), NULL);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (self->run_button),
                                          stops ? g_variant_new_string ("first") : NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run_button),
                                  stops ? "win.stop" : "win.run");
}

static void
show_tooltip (IplWindow *self, gboolean needs_run)
{
  ipl_widget_set_tooltip (self->run_button, self->button_stops ? "Stop the computation (Ctrl+.)"
                                            : ipl_document_can_resume (self->document)
                                                ? "Resume (Ctrl+R)"
                                            : needs_run ? "Run with these parameters (Ctrl+R)"
                                                        : "Solve again (Ctrl+R)");
}

/* Updates the run button. It stops only while the progress bar is visible. A case is solved
 * automatically after every change, so its button is hidden unless there is something to run or to
 * stop. */
static void
update_button (IplWindow *self, gboolean running)
{
  const IplExperiment *experiment = ipl_document_get_parameters (self->document)->experiment;
  gboolean needs_run = !running && ipl_document_needs_run (self->document);

  if (needs_run != gtk_widget_has_css_class (GTK_WIDGET (self->run_button), "suggested-action"))
    (needs_run ? gtk_widget_add_css_class
               : gtk_widget_remove_css_class) (GTK_WIDGET (self->run_button), "suggested-action");
  if (running != self->button_stops
      && (!running || gtk_revealer_get_reveal_child (self->progress_revealer)))
    set_button_stops (self, running);
  show_tooltip (self, needs_run);
  gtk_widget_set_visible (GTK_WIDGET (self->run_button),
                          needs_run || self->button_stops || experiment->compute != NULL);
}

/* Shows the sentence while the bar is visible. */
static void
show_sentence (IplWindow *self, const char *sentence)
{
  if (!gtk_revealer_get_reveal_child (self->progress_revealer))
    sentence = NULL;
  if (g_strcmp0 (gtk_label_get_label (self->progress_label), sentence != NULL ? sentence : "") == 0)
    return;
  ipl_label_set_or_hide (self->progress_label, sentence);
  ipl_widget_set_tooltip (self->progress_label, sentence);
  ipl_widget_set_tooltip (self->progress, sentence);
}

static gboolean
show_progress (gpointer data)
{
  IplWindow *self = data;

  self->progress_timeout = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->progress_revealer), TRUE);
  gtk_revealer_set_reveal_child (self->progress_revealer, TRUE);
  update_button (self, get_progress (self)->running);
  show_sentence (self, get_progress (self)->sentence);
  return G_SOURCE_REMOVE;
}

static gboolean
pulse (gpointer data)
{
  IplWindow *self = data;

  if (get_progress (self)->fraction < 0.0)
    gtk_progress_bar_pulse (self->progress);
  return G_SOURCE_CONTINUE;
}

static void
on_status (IplWindow *self)
{
  const IplJobStatus status = *get_progress (self);

  if (status.running && self->progress_timeout == 0
      && !gtk_revealer_get_reveal_child (self->progress_revealer))
    self->progress_timeout = g_timeout_add (PROGRESS_DELAY_MS, show_progress, self);
  if (!status.running)
    {
      g_clear_handle_id (&self->progress_timeout, g_source_remove);
      gtk_revealer_set_reveal_child (self->progress_revealer, FALSE);
      /* A hidden revealer would take space from the title. */
      gtk_widget_set_visible (GTK_WIDGET (self->progress_revealer), FALSE);
    }
  if (status.running && self->pulse_timeout == 0)
    self->pulse_timeout = g_timeout_add (100, pulse, self);
  else if (!status.running)
    g_clear_handle_id (&self->pulse_timeout, g_source_remove);
  if (status.fraction >= 0.0)
    gtk_progress_bar_set_fraction (self->progress, MIN (status.fraction, 1.0));
  show_sentence (self, status.running ? status.sentence : NULL);
  ipl_window_enable (self, "stop::first", status.running);
  update_button (self, status.running);
}

static void
set_up (IplWindow *self)
{
  g_signal_connect_swapped (self->document, "job-changed", G_CALLBACK (on_status), self);
}

static const IplCommand commands[] = {
  { "stop::first", G_CALLBACK (on_stop), "<Control>period", "Stop", IPL_SHORTCUTS_WIDTHS,
    .why = "Nothing is running." },
};

const IplWindowPart ipl_window_progress_part
    = { commands, G_N_ELEMENTS (commands), set_up, on_status };
