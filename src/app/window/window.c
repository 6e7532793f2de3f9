/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/window-private.h"

#include <string.h>

#include "app/base/measure.h"
#include "core/experiments/experiment.h"
#include "app/base/preferences.h"
#include "app/window/test-state.h"

/* Work that is done within this is not worth a progress bar. */
#define PROGRESS_DELAY_MS 250
#define SAY_SECONDS 6
#define SAY_LEAST_USEC (2 * G_USEC_PER_SEC)

/**
 * IplWindow:
 *
 * One session in a window: header bar, parameters, panels, scrubber, status line, and a bar for
 * what went wrong.
 */
G_DEFINE_FINAL_TYPE (IplWindow, ipl_window, GTK_TYPE_APPLICATION_WINDOW)

static void
update_status (IplWindow *self)
{
  g_autofree char *text = NULL;

  if (self->say_timeout != 0)
    return;
  text = ipl_session_describe (self->session);
  if (g_strcmp0 (gtk_label_get_label (self->status), text) != 0)
    {
      gtk_label_set_label (self->status, text);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), text);
    }
}

static void
update_title (IplWindow *self)
{
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  IplView view;

  if (ipl_session_get_opening (self->session) != NULL)
    name = g_path_get_basename (ipl_session_get_opening (self->session));
  else
    name = ipl_parameters_get_title (parameters, ipl_session_get_defaults (self->session));
  if (ipl_session_get_opening (self->session) != NULL)
    subtitle = g_strdup ("opening…");
  else if (ipl_session_get_view (self->session, &view))
    {
      const IplCase *the_case = view.the_case;
      subtitle = ipl_session_get_outcome (self->session) == NULL
                     ? g_strdup ("solving…")
                     : g_strdup_printf ("%" G_GSIZE_FORMAT " examples · %u %s · %" G_GSIZE_FORMAT
                                        " %s%s",
                                        the_case->train.count, the_case->L,
                                        the_case->L == 1 ? "layer" : "layers", the_case->Pi,
                                        the_case->Pi == 1 ? "path" : "paths",
                                        !ipl_session_is_trainable (self->session) ? ""
                                        : the_case->trained != NULL ? " · trained attention"
                                                                    : " · untrained attention");
    }
  title = g_strdup_printf ("%s — Interplay", name);
  gtk_window_set_title (GTK_WINDOW (self), title);
  gtk_label_set_label (self->title, name);
  gtk_label_set_label (self->subtitle, subtitle != NULL ? subtitle : "");
}

static gboolean
show_progress (gpointer data)
{
  IplWindow *self = data;

  self->progress_timeout = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->progress_revealer), TRUE);
  gtk_revealer_set_reveal_child (self->progress_revealer, TRUE);
  ipl_window_update_actions (self);
  return G_SOURCE_REMOVE;
}

/* What the progress bar speaks of: the theory first, training, then what is asked of the heads. */
IplJobStatus
ipl_window_get_shown_status (IplWindow *self)
{
  const IplJobStatus *solver = ipl_session_get_status (self->session);
  const IplJobStatus *study = ipl_session_get_study_status (self->session);
  const IplTrainingRun *run = ipl_session_get_training (self->session);

  if (solver->running)
    return *solver;
  if (ipl_session_is_training (self->session) && run != NULL)
    return (IplJobStatus){ TRUE, run->fraction, run->sentence };
  if (study->running
      && (ipl_session_is_pruning (self->session)
          || g_strcmp0 (ipl_window_get_page (self), "heads") == 0))
    return *study;
  return (IplJobStatus){ FALSE, 1.0, NULL };
}

static gboolean
pulse (gpointer data)
{
  IplWindow *self = data;

  if (ipl_window_get_shown_status (self).fraction < 0.0)
    gtk_progress_bar_pulse (self->progress);
  return G_SOURCE_CONTINUE;
}

static void
on_status (IplWindow *self)
{
  IplJobStatus status = ipl_window_get_shown_status (self);

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
  gtk_progress_bar_set_text (self->progress, status.sentence != NULL ? status.sentence : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->progress), status.sentence);
  ipl_window_update_actions (self);
  if (ipl_session_get_outcome (self->session) == NULL)
    update_status (self);
  ipl_test_state_changed (self);
}

static void
on_results (IplWindow *self)
{
  update_title (self);
  update_status (self);
  ipl_window_update_actions (self);
  ipl_test_state_changed (self);
}

static void
on_parameters (IplWindow *self)
{
  update_title (self);
  ipl_window_update_actions (self);
  ipl_test_state_changed (self);
}

static void
on_selection (IplWindow *self)
{
  /* What has been said can be read before the pointer's next thing takes its place. */
  if (self->say_timeout != 0 && g_get_monotonic_time () - self->said_usec > SAY_LEAST_USEC)
    g_clear_handle_id (&self->say_timeout, g_source_remove);
  update_status (self);
  ipl_test_state_changed (self);
}

static void
on_message (IplWindow *self, const char *text, gboolean is_error)
{
  ipl_window_tell (self, text, is_error);
}

/**
 * ipl_window_tell:
 * @self: the window
 * @text: a sentence, or "" to take back the last one
 * @is_error: whether something went wrong
 *
 * Shows a sentence in the bar above the panels, until it is closed or no longer true.
 */
void
ipl_window_tell (IplWindow *self, const char *text, gboolean is_error)
{
  if (*text != '\0')
    {
      gtk_label_set_label (self->info_label, text);
      gtk_image_set_from_icon_name (self->info_icon, is_error ? "dialog-error-symbolic"
                                                              : "dialog-information-symbolic");
      gtk_info_bar_set_message_type (self->info_bar,
                                     is_error ? GTK_MESSAGE_ERROR : GTK_MESSAGE_INFO);
    }
  gtk_info_bar_set_revealed (self->info_bar, *text != '\0');
  ipl_test_state_changed (self);
}

static gboolean
say_over (gpointer data)
{
  IplWindow *self = data;

  self->say_timeout = 0;
  update_status (self);
  return G_SOURCE_REMOVE;
}

/**
 * ipl_window_say:
 * @self: the window
 * @text: what has been done
 *
 * Shows a sentence in the status line for a few seconds.
 */
void
ipl_window_say (IplWindow *self, const char *text)
{
  g_clear_handle_id (&self->say_timeout, g_source_remove);
  gtk_label_set_label (self->status, text);
  self->said_usec = g_get_monotonic_time ();
  self->say_timeout = g_timeout_add_seconds (SAY_SECONDS, say_over, self);
  ipl_test_state_changed (self);
}

static void
on_info_response (IplWindow *self)
{
  gtk_info_bar_set_revealed (self->info_bar, FALSE);
  ipl_test_state_changed (self);
}

/* In the bubble phase: Escape closes popovers and clears fields first. */
static gboolean
on_key (IplWindow *self, guint keyval, guint keycode, GdkModifierType state)
{
  int enlarged = ipl_panel_grid_get_enlarged (ipl_window_get_grid (self));

  if (keyval != GDK_KEY_Escape)
    return FALSE;
  if (ipl_scrubber_get_playing (self->scrubber))
    ipl_scrubber_set_playing (self->scrubber, FALSE);
  else if (enlarged >= 0)
    g_action_group_activate_action (G_ACTION_GROUP (self), "panel-enlarge",
                                    g_variant_new_string (ipl_panel_id ((IplPanel)enlarged)));
  else if (gtk_info_bar_get_revealed (self->info_bar))
    on_info_response (self);
  else if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    gtk_window_unfullscreen (GTK_WINDOW (self));
  else
    return FALSE;
  return TRUE;
}

/* GTK 4.8 leaves the keyboard with an entry of a submenu that is no longer there. */
static void
on_menu_closed (IplWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus == NULL || !gtk_widget_get_mapped (focus)
      || gtk_widget_is_ancestor (focus, GTK_WIDGET (self->main_menu_button)))
    ipl_window_focus_page (self);
}

static gboolean
ipl_window_close_request (GtkWindow *window)
{
  IplWindow *self = IPL_WINDOW (window);
  GSettings *settings = ipl_preferences_get_default ();

  if (settings != NULL)
    {
      int width, height;

      gtk_window_get_default_size (window, &width, &height);
      g_settings_set (settings, "window-size", "(ii)", width, height);
      g_settings_set_boolean (settings, "maximized", gtk_window_is_maximized (window));
      g_settings_set_boolean (settings, "sidebar",
                              gtk_revealer_get_reveal_child (self->sidebar_revealer));
    }
  ipl_scrubber_set_playing (self->scrubber, FALSE);
  ipl_session_close (self->session);
  return GTK_WINDOW_CLASS (ipl_window_parent_class)->close_request (window);
}

static void
on_after_paint (IplWindow *self)
{
  ipl_measure_frame ();
}

static void
ipl_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ipl_window_parent_class)->realize (widget);
  if (ipl_measure_is_on ())
    g_signal_connect_object (gtk_widget_get_frame_clock (widget), "after-paint",
                             G_CALLBACK (on_after_paint), widget, G_CONNECT_SWAPPED);
}

static void
ipl_window_dispose (GObject *object)
{
  IplWindow *self = IPL_WINDOW (object);

  g_clear_handle_id (&self->progress_timeout, g_source_remove);
  g_clear_handle_id (&self->pulse_timeout, g_source_remove);
  g_clear_handle_id (&self->say_timeout, g_source_remove);
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (ipl_session_get_selection (self->session), self);
      ipl_session_close (self->session);
    }
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ipl_window_parent_class)->dispose (object);
}

static void
ipl_window_class_init (IplWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = ipl_window_close_request;
  widget_class->realize = ipl_window_realize;
  g_type_ensure (IPL_TYPE_SIDEBAR);
  g_type_ensure (IPL_TYPE_PANEL_GRID);
  g_type_ensure (IPL_TYPE_POSTERIOR_PAGE);
  g_type_ensure (IPL_TYPE_SCRUBBER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/window.ui");
  gtk_widget_class_bind_template_child (widget_class, IplWindow, main_menu_button);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, title);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, subtitle);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, run_button);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, progress_revealer);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, sidebar_revealer);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, info_bar);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, info_icon);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, info_label);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, grid);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, posterior_page);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, training_grid);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, training_hint);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, heads_grid);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, scrubber);
  gtk_widget_class_bind_template_child (widget_class, IplWindow, status);
  gtk_widget_class_bind_template_callback (widget_class, on_info_response);
}

static void
restore_window (IplWindow *self)
{
  GSettings *settings = ipl_preferences_get_default ();
  int width = 1280, height = 800;

  if (settings == NULL)
    return;
  g_settings_get (settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (settings, "maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  gtk_revealer_set_reveal_child (self->sidebar_revealer,
                                 g_settings_get_boolean (settings, "sidebar"));
}

static void
ipl_window_init (IplWindow *self)
{
  GtkEventController *key;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->session = ipl_session_new ();
  restore_window (self);
  ipl_window_add_actions (self);

  g_signal_connect_object (gtk_menu_button_get_popover (self->main_menu_button), "closed",
                           G_CALLBACK (on_menu_closed), self, G_CONNECT_SWAPPED);
  key = gtk_event_controller_key_new ();
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);

  ipl_sidebar_set_session (self->sidebar, self->session);
  ipl_window_set_up_pages (self);
  ipl_scrubber_set_session (self->scrubber, self->session);
  g_signal_connect_swapped (self->session, "status-changed", G_CALLBACK (on_status), self);
  g_signal_connect_swapped (self->session, "training-changed", G_CALLBACK (on_status), self);
  g_signal_connect_swapped (self->session, "study-changed", G_CALLBACK (on_status), self);
  g_signal_connect_swapped (self->session, "results-changed", G_CALLBACK (on_results), self);
  g_signal_connect_swapped (self->session, "parameters-changed", G_CALLBACK (on_parameters), self);
  g_signal_connect_swapped (self->session, "message", G_CALLBACK (on_message), self);
  g_signal_connect_swapped (ipl_session_get_selection (self->session), "changed",
                            G_CALLBACK (on_selection), self);
  gtk_window_set_focus (GTK_WINDOW (self),
                        GTK_WIDGET (ipl_panel_grid_get_area (self->grid, IPL_PANEL_PATHS)));
  on_parameters (self);
}

/**
 * ipl_window_new:
 * @application: the application
 *
 * Returns: (transfer none): a window that shows nothing solved yet
 */
IplWindow *
ipl_window_new (GtkApplication *application)
{
  return g_object_new (IPL_TYPE_WINDOW, "application", application, NULL);
}

void
ipl_window_open_example (IplWindow *self, const char *id)
{
  ipl_session_open_experiment (self->session, id);
  /* What there is to see of an untrained network is its task. */
  if (ipl_session_is_trainable (self->session))
    ipl_window_show_page (self, "training");
}

IplSession *
ipl_window_get_session (IplWindow *self)
{
  return self->session;
}

IplPosteriorPage *
ipl_window_get_posterior_page (IplWindow *self)
{
  return self->posterior_page;
}

IplScrubber *
ipl_window_get_scrubber (IplWindow *self)
{
  return self->scrubber;
}

const char *
ipl_window_get_status (IplWindow *self)
{
  return gtk_label_get_label (self->status);
}

/**
 * ipl_window_get_message:
 * @self: the window
 *
 * Returns: (nullable): the sentence in the bar, while it shows
 */
const char *
ipl_window_get_message (IplWindow *self)
{
  return gtk_info_bar_get_revealed (self->info_bar) ? gtk_label_get_label (self->info_label) : NULL;
}
