/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "window-private.h"

#include <string.h>

#include "export-dialog.h"
#include "numbers-dialog.h"
#include "parameters-util.h"
#include "test-state.h"

static void
set_enabled (IplWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
set_state (IplWindow *self, const char *name, GVariant *state)
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
  const IplOutcome *outcome = ipl_session_get_outcome (self->session);
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  gboolean running = ipl_session_get_status (self->session)->running;
  gboolean solved = outcome != NULL && outcome->sweep != NULL && outcome->sweep_current;

  set_enabled (self, "undo", ipl_session_can_undo (self->session));
  set_enabled (self, "redo", ipl_session_can_redo (self->session));
  set_enabled (self, "reset-all",
               !ipl_parameters_equal (parameters, ipl_session_get_defaults (self->session)));
  set_enabled (self, "stop", running);
  set_enabled (self, "save-npz", solved);
  set_enabled (self, "save-csv", solved);
  set_enabled (self, "save-case", outcome != NULL && outcome->the_case != NULL);
  set_enabled (self, "export", outcome != NULL);
  set_enabled (self, "new-seed", parameters->file[0] == '\0');
  set_state (self, "shared-limits", g_variant_new_boolean (parameters->shared_limits));
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
on_open (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_window_ask_open (data);
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
show_export (IplWindow *self, IplPanel panel)
{
  IplExportDialog *dialog = ipl_export_dialog_new (self, panel);

  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  show_export (data, ipl_panel_grid_get_focused (IPL_WINDOW (data)->grid));
}

static void
on_panel_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplPanel panel;

  if (ipl_panel_parse (g_variant_get_string (parameter, NULL), &panel))
    show_export (data, panel);
}

static void
copy_panel (IplWindow *self, IplPanel panel)
{
  g_autoptr (GdkTexture) texture
      = ipl_figure_area_render (ipl_panel_grid_get_area (self->grid, panel), 2.0);

  if (texture == NULL)
    return;
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  ipl_window_say (self, "The figure is in the clipboard as a picture.");
}

static void
on_panel_copy (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplPanel panel;

  if (ipl_panel_parse (g_variant_get_string (parameter, NULL), &panel) && panel < IPL_N_PANELS)
    copy_panel (data, panel);
}

static IplPanel
focused_panel (IplWindow *self)
{
  IplPanel panel = ipl_panel_grid_get_focused (self->grid);

  return panel < IPL_N_PANELS ? panel : IPL_PANEL_PATHS;
}

static void
on_copy_figure (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  copy_panel (data, focused_panel (data));
}

static void
show_numbers (IplWindow *self, IplPanel panel)
{
  GtkWindow *dialog = ipl_numbers_dialog_new (GTK_WINDOW (self), self->session, panel);

  gtk_window_present (dialog);
}

static void
on_numbers (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  show_numbers (data, focused_panel (data));
}

static void
on_panel_numbers (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplPanel panel;

  if (ipl_panel_parse (g_variant_get_string (parameter, NULL), &panel) && panel < IPL_N_PANELS)
    show_numbers (data, panel);
}

static void
on_panel_enlarge (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (action));
  const char *id = g_variant_get_string (parameter, NULL);
  IplPanel panel;

  if (!ipl_panel_parse (id, &panel) || panel >= IPL_N_PANELS)
    return;
  if (strcmp (g_variant_get_string (state, NULL), id) == 0)
    {
      ipl_panel_grid_set_enlarged (self->grid, -1);
      g_simple_action_set_state (action, g_variant_new_string (""));
    }
  else
    {
      ipl_panel_grid_set_enlarged (self->grid, (int)panel);
      g_simple_action_set_state (action, g_variant_new_string (id));
    }
  ipl_test_state_changed (self);
}

static void
on_even_panels (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;

  ipl_panel_grid_set_enlarged (self->grid, -1);
  set_state (self, "panel-enlarge", g_variant_new_string (""));
  ipl_panel_grid_even_out (self->grid);
}

static void
on_copy_command (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;
  gboolean complete;
  g_autofree char *command
      = ipl_parameters_command (ipl_session_get_parameters (self->session), &complete);

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

  parameters.chain.seed = (guint64)g_random_int_range (1, 1000000);
  ipl_session_change (session, &parameters, NULL);
}

static void
on_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_run (IPL_WINDOW (data)->session);
}

static void
on_stop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_stop (IPL_WINDOW (data)->session);
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
  set_state (self, "play", g_variant_new_boolean (ipl_scrubber_get_playing (self->scrubber)));
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
  { .name = "open", .activate = on_open },
  { .name = "open-example", .activate = on_open_example, .parameter_type = "s" },
  { .name = "save-case", .activate = on_save_case },
  { .name = "save-npz", .activate = on_save_npz },
  { .name = "save-csv", .activate = on_save_csv },
  { .name = "export", .activate = on_export },
  { .name = "copy-figure", .activate = on_copy_figure },
  { .name = "copy-command", .activate = on_copy_command },
  { .name = "numbers", .activate = on_numbers },
  { .name = "panel-enlarge", .activate = on_panel_enlarge, .parameter_type = "s", .state = "''" },
  { .name = "panel-copy", .activate = on_panel_copy, .parameter_type = "s" },
  { .name = "panel-export", .activate = on_panel_export, .parameter_type = "s" },
  { .name = "panel-numbers", .activate = on_panel_numbers, .parameter_type = "s" },
  { .name = "even-panels", .activate = on_even_panels },
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
  set_state (self, "sidebar",
             g_variant_new_boolean (gtk_revealer_get_reveal_child (self->sidebar_revealer)));
  g_signal_connect_swapped (self->scrubber, "notify::playing", G_CALLBACK (on_playing), self);
}
