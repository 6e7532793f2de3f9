/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/window-private.h"

#include "core/experiments/experiment.h"
#include "app/window/test-state.h"

void
ipl_window_enable_action (IplWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

void
ipl_window_set_action_state (IplWindow *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

/**
 * ipl_window_update_actions:
 * @self: the window
 *
 * Enables what can be done now.
 */
void
ipl_window_update_actions (IplWindow *self)
{
  const IplSolveResult *outcome = ipl_session_get_outcome (self->session);
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  gboolean running = ipl_window_get_shown_status (self).running;
  gboolean solved = outcome != NULL && outcome->sweep != NULL && outcome->sweep_current;
  guint64 seed;

  ipl_window_enable_action (self, "undo", ipl_session_can_undo (self->session));
  ipl_window_enable_action (self, "redo", ipl_session_can_redo (self->session));
  ipl_window_enable_action (self, "reset-all",
                            !ipl_parameters_equal (parameters,
                                                   ipl_session_get_defaults (self->session)));
  ipl_window_enable_action (self, "stop", running);
  ipl_window_enable_action (self, "save-npz", solved);
  ipl_window_enable_action (self, "save-csv", solved);
  ipl_window_enable_action (self, "save-case", outcome != NULL && outcome->the_case != NULL);
  ipl_window_enable_action (self, "export", outcome != NULL);
  ipl_window_enable_action (self, "new-seed", ipl_parameters_get_seed (parameters, &seed));
  ipl_window_set_action_state (self, "shared-limits",
                               g_variant_new_boolean (parameters->shared_limits));
  ipl_window_update_sample_actions (self);
  ipl_window_update_training_actions (self);
  /* The button speaks of stopping only when there is time to. */
  if (running != self->button_stops
      && (!running || gtk_revealer_get_reveal_child (self->progress_revealer)))
    {
      self->button_stops = running;
      gtk_button_set_icon_name (self->run_button,
                                running ? "media-playback-stop-symbolic" : "view-refresh-symbolic");
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run_button),
                                      running ? "win.stop" : "win.run");
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button),
                                   running ? "Stop the computation (Ctrl+.)" : "Solve again (F5)");
    }
}

static void
on_open_example (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_window_open_example (data, g_variant_get_string (parameter, NULL));
}

static void
on_save_case (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_window_ask_save (data, IPL_SAVE_CASE);
}

static void
on_save_npz (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_window_ask_save (data, IPL_SAVE_ARRAYS);
}

static void
on_save_csv (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_window_ask_save (data, IPL_SAVE_TABLE);
}

static void
on_copy_command (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;
  gboolean complete;
  g_autofree char *command = ipl_session_command (self->session, &complete);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  if (complete)
    ipl_window_say (self, "The command is in the clipboard.");
  else
    ipl_window_tell (self,
                     "The command is in the clipboard, but the command line knows the task only by "
                     "name and seed: save this case and put the file’s name in its place.",
                     FALSE);
}

static void
on_undo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_undo (IPL_WINDOW (data)->session);
}

static void
on_redo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_redo (IPL_WINDOW (data)->session);
}

static void
on_reset_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_reset (IPL_WINDOW (data)->session);
}

static void
on_new_seed (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplSession *session = IPL_WINDOW (data)->session;
  IplParameters parameters = *ipl_session_get_parameters (session);

  ipl_parameters_set_seed (&parameters, (guint64)g_random_int_range (1, 1000000));
  ipl_session_change (session, &parameters, NULL);
}

static void
on_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_run (IPL_WINDOW (data)->session);
}

/* What the progress bar speaks of. */
static void
on_stop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplSession *session = IPL_WINDOW (data)->session;

  if (ipl_session_get_status (session)->running)
    ipl_session_stop (session);
  else if (ipl_session_is_training (session))
    ipl_session_stop_training (session);
  else
    ipl_session_stop_study (session);
}

static void
on_play (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplScrubber *scrubber = IPL_WINDOW (data)->scrubber;

  ipl_scrubber_set_playing (scrubber, !ipl_scrubber_get_playing (scrubber));
}

static void
on_playing (IplWindow *self)
{
  ipl_window_set_action_state (self, "play",
                               g_variant_new_boolean (ipl_scrubber_get_playing (self->scrubber)));
  ipl_test_state_changed (self);
}

static void
on_wider (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_scrubber_step (IPL_WINDOW (data)->scrubber, 1);
}

static void
on_narrower (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_scrubber_step (IPL_WINDOW (data)->scrubber, -1);
}

static void
on_sidebar (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkRevealer *revealer = IPL_WINDOW (data)->sidebar_revealer;
  gboolean shown = !gtk_revealer_get_reveal_child (revealer);

  gtk_revealer_set_reveal_child (revealer, shown);
  g_simple_action_set_state (action, g_variant_new_boolean (shown));
}

static void
on_shared_limits (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplSession *session = IPL_WINDOW (data)->session;
  IplParameters parameters = *ipl_session_get_parameters (session);

  parameters.shared_limits = !parameters.shared_limits;
  ipl_session_change (session, &parameters, NULL);
}

static void
on_fullscreen (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (gtk_window_is_fullscreen (data))
    gtk_window_unfullscreen (data);
  else
    gtk_window_fullscreen (data);
}

static const GActionEntry entries[] = {
  { .name = "open-example", .activate = on_open_example, .parameter_type = "s" },
  { .name = "save-case", .activate = on_save_case },
  { .name = "save-npz", .activate = on_save_npz },
  { .name = "save-csv", .activate = on_save_csv },
  { .name = "copy-command", .activate = on_copy_command },
  { .name = "undo", .activate = on_undo },
  { .name = "redo", .activate = on_redo },
  { .name = "reset-all", .activate = on_reset_all },
  { .name = "new-seed", .activate = on_new_seed },
  { .name = "run", .activate = on_run },
  { .name = "stop", .activate = on_stop },
  { .name = "play", .activate = on_play, .state = "false" },
  { .name = "wider", .activate = on_wider },
  { .name = "narrower", .activate = on_narrower },
  { .name = "sidebar", .activate = on_sidebar, .state = "true" },
  { .name = "shared-limits", .activate = on_shared_limits, .state = "false" },
  { .name = "fullscreen", .activate = on_fullscreen },
};

/**
 * ipl_window_add_actions:
 * @self: the window
 *
 * Adds the commands of the window; their keys are the application's.
 */
void
ipl_window_add_actions (IplWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  ipl_window_set_action_state (
      self, "sidebar",
      g_variant_new_boolean (gtk_revealer_get_reveal_child (self->sidebar_revealer)));
  ipl_window_add_open_actions (self);
  ipl_window_add_page_actions (self);
  ipl_window_add_sample_actions (self);
  ipl_window_add_training_actions (self);
  g_signal_connect_swapped (self->scrubber, "notify::playing", G_CALLBACK (on_playing), self);
}
