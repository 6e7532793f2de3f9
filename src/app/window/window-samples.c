/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of a window that have to do with the sampled posterior. */
#include "app/window/window-private.h"

#include <string.h>

static void
on_sample (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_sample (IPL_WINDOW (data)->session);
}

static void
on_sample_here (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_sample_here (IPL_WINDOW (data)->session);
}

static void
on_add_draws (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_add_draws (IPL_WINDOW (data)->session);
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
  IplSession *session = IPL_WINDOW (data)->session;
  IplHeatmapMode mode = (ipl_session_get_heatmap (session) + 1) % IPL_N_HEATMAPS;
  IplView view;

  if (mode == IPL_HEATMAP_TRAINED
      && (!ipl_session_get_view (session, &view) || view.the_case->trained == NULL))
    mode = (mode + 1) % IPL_N_HEATMAPS;
  show_heatmap (data, ipl_heatmap_mode_id (mode));
}

/**
 * ipl_window_update_sample_actions:
 * @self: the window
 *
 * Enables what can be done with the posterior now.
 */
void
ipl_window_update_sample_actions (IplWindow *self)
{
  ipl_window_enable_action (self, "sample", ipl_session_can_sample (self->session));
  ipl_window_enable_action (self, "sample-here",
                            ipl_session_can_sample (self->session)
                                && !ipl_session_get_parameters (self->session)->current.gp);
  ipl_window_enable_action (self, "add-draws", ipl_session_can_add_draws (self->session));
  ipl_window_set_action_state (
      self, "heatmap",
      g_variant_new_string (ipl_heatmap_mode_id (ipl_session_get_heatmap (self->session))));
}

static const GActionEntry entries[] = {
  { .name = "sample", .activate = on_sample },
  { .name = "sample-here", .activate = on_sample_here },
  { .name = "add-draws", .activate = on_add_draws },
  { .name = "heatmap", .activate = on_heatmap, .parameter_type = "s", .state = "'theory'" },
  { .name = "next-heatmap", .activate = on_next_heatmap },
};

void
ipl_window_add_sample_actions (IplWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
