/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of a window that have to do with the sampled posterior. */
#include "app/window/window-state-private.h"

#include <string.h>

#include "app/panels/heatmap-menu.h"

static void
on_sample (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_sample (ipl_window_get_session (data));
}

static void
on_sample_here (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_sample_here (ipl_window_get_session (data));
}

static void
on_add_draws (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_add_draws (ipl_window_get_session (data));
}

static void
show_heatmap (IplWindow *self, const char *id)
{
  IplParameters parameters = *ipl_session_get_parameters (self->session);
  IplHeatmapMode mode;

  if (!ipl_heatmap_mode_parse (id, &mode))
    return;
  parameters.heatmap = g_intern_string (id);
  ipl_session_change (self->session, &parameters, "heatmap");
}

static void
on_heatmap (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  show_heatmap (data, g_variant_get_string (parameter, NULL));
}

/* Past what only a trained network has, where there is none. */
static void
on_next_heatmap (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplSession *session = ipl_window_get_session (data);
  IplHeatmapMode mode = (ipl_session_get_heatmap (session) + 1) % IPL_N_HEATMAPS;
  IplView view;

  if (mode == IPL_HEATMAP_TRAINED
      && (!ipl_session_get_view (session, &view) || view.the_case == NULL
          || view.the_case->trained == NULL))
    mode = (mode + 1) % IPL_N_HEATMAPS;
  show_heatmap (data, ipl_heatmap_mode_id (mode));
}

static void
set_up (IplWindow *self)
{
  ipl_heatmap_menu_fill (self->heatmap_menu);
}

static void
update (IplWindow *self)
{
  ipl_window_enable_action (self, "sample", ipl_session_can_sample (self->session));
  ipl_window_enable_action (self, "sample-here",
                            ipl_session_can_sample (self->session)
                                && !ipl_session_get_parameters (self->session)->current.gp);
  ipl_window_enable_action (self, "add-draws", ipl_session_can_add_draws (self->session));
  gtk_widget_set_visible (self->sample_button,
                          ipl_session_get_parameters (self->session)->experiment->compute == NULL);
  ipl_window_set_action_state (
      self, "heatmap",
      g_variant_new_string (ipl_heatmap_mode_id (ipl_session_get_heatmap (self->session))));
}

static const IplCommand commands[] = {
  { "sample", on_sample, "<Control>Return <Control>KP_Enter", "Sample the posterior",
    IPL_SHORTCUTS_WIDTHS },
  { "add-draws", on_add_draws, "<Control><Shift>Return <Control><Shift>KP_Enter", "Add draws",
    IPL_SHORTCUTS_WIDTHS },
  { "sample-here", on_sample_here },
  { "heatmap", on_heatmap, .parameter_type = "s", .state = "'theory'" },
  { "next-heatmap", on_next_heatmap, "<Control>h", "Next way to show U", IPL_SHORTCUTS_PANELS },
};

const IplWindowPart ipl_window_samples_part = { commands, G_N_ELEMENTS (commands), set_up, update };
