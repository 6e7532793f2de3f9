/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program as tests drive it from outside: after each change a window's state is appended as a
 * line of JSON to the file that INTERPLAY_TEST_STATE names. Linked with the main() of the program.
 */
#include <json-glib/json-glib.h>
#include <stdio.h>

#include "app/window/window-private.h"
#include "core/base/json-text.h"
#include "core/posterior/posterior-summary.h"
#include "measure.h"

static void on_changed (IplWindow *window);

static void
add_widget (JsonBuilder *builder, const char *name, GtkWidget *root, GtkWidget *widget)
{
  graphene_rect_t bounds;
  double x, y;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_compute_bounds (widget, root, &bounds))
    return;
  /* Shown, but not laid out yet: it is told when it has a place. */
  if (!(bounds.size.width > 0 && bounds.size.height > 0))
    {
      on_changed (IPL_WINDOW (root));
      return;
    }
  /* Of the X window rather than of the widget that fills it inside its shadow. */
  gtk_native_get_surface_transform (GTK_NATIVE (root), &x, &y);
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  json_builder_add_double_value (builder, bounds.origin.x + x);
  json_builder_add_double_value (builder, bounds.origin.y + y);
  json_builder_add_double_value (builder, bounds.size.width);
  json_builder_add_double_value (builder, bounds.size.height);
  json_builder_end_array (builder);
}

static void
add_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void
add_focus (JsonBuilder *builder, const char *name, const IplTarget *target)
{
  const struct
  {
    const char *name;
    int value;
  } parts[] = { { "path", ipl_target_get (target, IPL_PART_PATH) },
                { "other", ipl_target_get (target, IPL_PART_OTHER) },
                { "layer", ipl_target_get (target, IPL_PART_LAYER) },
                { "head", ipl_target_get (target, IPL_PART_HEAD) },
                { "row", ipl_target_get (target, IPL_PART_ROW) },
                { "component", ipl_target_get (target, IPL_PART_COMPONENT) },
                { "example", ipl_target_get (target, IPL_PART_SEQUENCE) },
                { "token", ipl_target_get (target, IPL_PART_TOKEN) },
                { "step", ipl_target_get (target, IPL_PART_PRUNED) } };

  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    add_int (builder, parts[i].name, parts[i].value);
  json_builder_end_object (builder);
}

static void
add_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value != NULL ? value : "");
}

static void
add_boolean (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

static void
add_training (JsonBuilder *builder, IplDocument *document)
{
  const IplTrainResult *run = ipl_document_get_train_result (document);
  const IplParameters *parameters = ipl_document_get_parameters (document);
  IplView view;

  if (!ipl_document_get_view (document, &view))
    view = (IplView){ .gallery = NULL };
  add_string (builder, "experiment", parameters->experiment->id);
  add_string (builder, "network", ipl_parameters_get_network (parameters));
  add_boolean (builder, "training", ipl_document_is_training (document));
  add_int (builder, "points", run != NULL ? (gint64)run->curve.n_points : 0);
  add_int (builder, "examples", view.gallery != NULL ? (int)view.gallery->first : -1);
}

/* Where what can be pointed at is in the window. */
static void
add_places (JsonBuilder *builder, IplWindow *window)
{
  IplScrubber *scrubber = window->scrubber;
  IplPanelGrid *grid = ipl_window_get_grid (window);

  json_builder_set_member_name (builder, "places");
  json_builder_begin_object (builder);
  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    if (ipl_panel_grid_has (grid, panel))
      add_widget (builder, panel->id, GTK_WIDGET (window),
                  GTK_WIDGET (ipl_panel_grid_get_area (grid, panel)));
  add_widget (builder, "scale", GTK_WIDGET (window), GTK_WIDGET (scrubber->scale));
  add_widget (builder, "entry", GTK_WIDGET (window), GTK_WIDGET (scrubber->entry));
  json_builder_end_object (builder);
}

/* All frames that answered a change so far. */
static void
add_frames (JsonBuilder *builder)
{
  Measurement measured = measure_get ();

  add_int (builder, "frames", measured.frames);
  json_builder_set_member_name (builder, "frames_ms");
  json_builder_add_double_value (builder, measured.frames * measured.mean_frame_ms);
}

static gboolean
write_state (gpointer data)
{
  IplWindow *window = data;
  IplDocument *document = ipl_window_get_document (window);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  g_autofree char *widths = NULL;
  const IplPanel *enlarged;
  const IplSolveResult *result;
  FILE *file;

  g_object_steal_data (G_OBJECT (window), "ipl-test-state");
  if (document == NULL)
    return G_SOURCE_REMOVE;
  enlarged = ipl_panel_grid_get_enlarged (ipl_window_get_grid (window));
  result = ipl_document_get_solve_result (document);
  widths = ipl_setting_widths_text (&ipl_document_get_parameters (document)->current);
  json_builder_begin_object (builder);
  add_string (builder, "title", gtk_window_get_title (GTK_WINDOW (window)));
  add_string (builder, "status", ipl_window_get_status (window));
  add_string (builder, "message", ipl_window_get_message (window));
  add_boolean (builder, "recovery", ipl_message_bar_is_shown (window->recovery_bar));
  add_string (builder, "width", widths);
  add_boolean (builder, "current", ipl_document_is_current_shown (document));
  add_boolean (builder, "swept", result != NULL && result->sweep_current);
  add_boolean (builder, "running", ipl_document_get_status (document, "solve")->running);
  add_boolean (builder, "busy", gtk_revealer_get_reveal_child (window->progress_revealer));
  add_boolean (builder, "playing", ipl_scrubber_get_playing (window->scrubber));
  add_string (builder, "page", ipl_window_get_page (window));
  add_training (builder, document);
  add_string (builder, "enlarged", enlarged != NULL ? enlarged->id : "");
  add_focus (builder, "selected",
             ipl_selection_get_selected (ipl_document_get_selection (document)));
  add_focus (builder, "hovered", ipl_selection_get_hovered (ipl_document_get_selection (document)));
  add_places (builder, window);
  add_frames (builder);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  text = ipl_json_write (root, FALSE);
  file = fopen (g_getenv ("INTERPLAY_TEST_STATE"), "a");
  if (file != NULL)
    {
      fprintf (file, "%s\n", text);
      fclose (file);
    }
  return G_SOURCE_REMOVE;
}

static void
cancel (gpointer id)
{
  g_source_remove (GPOINTER_TO_UINT (id));
}

/* Its state is written when the main loop comes to rest. */
static void
on_changed (IplWindow *window)
{
  guint id;

  if (g_object_get_data (G_OBJECT (window), "ipl-test-state") != NULL)
    return;
  id = g_timeout_add (15, write_state, window);
  g_object_set_data_full (G_OBJECT (window), "ipl-test-state", GUINT_TO_POINTER (id), cancel);
}

static gboolean
on_window_added (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  GObject *window = g_value_get_object (&values[1]);

  if (IPL_IS_WINDOW (window) && g_getenv ("INTERPLAY_TEST_STATE") != NULL)
    {
      g_signal_connect (window, "state-changed", G_CALLBACK (on_changed), NULL);
      measure_follow (NULL, GTK_WINDOW (window));
      on_changed (IPL_WINDOW (window));
    }
  return TRUE;
}

/* Watches every window of the program, before its main() begins. */
static void __attribute__ ((constructor)) watch_windows (void)
{
  g_type_class_ref (GTK_TYPE_APPLICATION);
  g_signal_add_emission_hook (g_signal_lookup ("window-added", GTK_TYPE_APPLICATION), 0,
                              on_window_added, NULL, NULL);
}
