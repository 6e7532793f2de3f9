/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/window-private.h"

#include "app/base/widget-helpers.h"
#include "app/base/document-widget.h"

#include "core/parameters/parameters.h"

#include "document/session-save.h"
#include "app/base/preferences.h"
#include "app/panels/scrubber.h"
#include "core/base/text-escape.h"

/* A window with one session: header bar, sidebar, panels, scrubber, status line and message bar. */
G_DEFINE_FINAL_TYPE (IplWindow, ipl_window, GTK_TYPE_APPLICATION_WINDOW)

/* Parts of the window. The shortcuts window lists their commands in this order. */
static const IplWindowPart *const parts[]
    = { &ipl_window_open_part,     &ipl_window_session_part,
        &ipl_window_panels_part,   &ipl_window_pages_part,
        &ipl_window_save_part,     &ipl_window_compute_part,
        &ipl_window_curves_part,   &ipl_window_find_anything_part,
        &ipl_window_progress_part, &ipl_window_training_part,
        &ipl_window_present_part,  &ipl_window_files_part,
        &ipl_window_import_part,   &ipl_window_exported_part,
        &ipl_window_edit_part,     &ipl_window_autosave_part,
        &ipl_window_room_part,     &ipl_window_help_part,
        &ipl_window_claims_part,   NULL };

/* Returns: (transfer full): "2000 steps · 201 moments · running" */
static char *
describe_trajectory (IplWindow *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  g_autoptr (GString) text = g_string_new (NULL);

  if (trajectory != NULL && ipl_clock_words[trajectory->clock].plural != NULL)
    g_string_append_printf (text, "%.10g %s", trajectory->time[trajectory->S - 1],
                            trajectory->time[trajectory->S - 1] == 1
                                ? ipl_clock_words[trajectory->clock].spoken
                                : ipl_clock_words[trajectory->clock].plural);
  else if (trajectory != NULL)
    g_string_append_printf (text, "%s up to %.4g", trajectory->clock == IPL_CLOCK_FLOW ? "t" : "P",
                            trajectory->time[trajectory->S - 1]);
  if (trajectory != NULL)
    g_string_append_printf (text, " · %u %s", trajectory->S,
                            trajectory->S == 1 ? "moment" : "moments");
  if (!view->dynamics->complete)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "",
                            ipl_document_get_status (self->document, "solve")->running ? "running"
                                                                                       : "stopped");
  if (!ipl_document_is_current_shown (self->document))
    g_string_append_printf (text, "%soutdated", text->len > 0 ? " · " : "");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Dims the old results while another case is read. */
static void
show_whether_of_before (IplWindow *self)
{
  GtkWidget *pages = GTK_WIDGET (self->pages);
  gboolean of_before = ipl_document_is_replacing (self->document);

  if (of_before == gtk_widget_has_css_class (pages, "of-before"))
    return;
  ipl_widget_set_class (pages, "of-before", of_before);
  ipl_window_update_status (self);
}

/* Shows the title "• mine.interplay"; the dot marks unsaved changes. */
static void
show_name (IplWindow *self, const char *what)
{
  const char *file = ipl_document_get_file (self->document);
  gboolean unsaved = ipl_document_is_unsaved (self->document);
  g_autofree char *name = file != NULL ? ipl_file_shown (file) : NULL;
  g_autofree char *both = name != NULL ? g_strdup_printf ("%s — %s", name, what) : g_strdup (what);
  g_autofree char *marked = unsaved ? g_strconcat ("• ", both, NULL) : g_strdup (both);
  g_autofree char *title = g_strdup_printf ("%s — Interplay", marked);

  if (g_strcmp0 (title, gtk_window_get_title (GTK_WINDOW (self))) == 0)
    return;
  gtk_window_set_title (GTK_WINDOW (self), title);
  gtk_label_set_label (self->title, marked);
  ipl_widget_set_tooltip (self->title,
                          unsaved ? "Unsaved changes: Ctrl+S saves the session" : NULL);
}

static void
update_title (IplWindow *self)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
  g_autofree char *name = NULL;
  g_autofree char *subtitle = NULL;
  IplView view;

  if (ipl_document_get_opening (self->document) != NULL)
    name = ipl_file_shown (ipl_document_get_opening (self->document));
  else
    name = ipl_parameters_get_title (parameters, ipl_document_get_defaults (self->document));
  show_whether_of_before (self);
  if (ipl_document_get_opening (self->document) != NULL)
    subtitle = g_strdup ("opening…");
  else if (ipl_document_get_view (self->document, &view) && view.dynamics != NULL)
    subtitle = describe_trajectory (self, &view);
  else if (ipl_document_get_view (self->document, &view) && view.the_case != NULL)
    {
      const IplCaseInfo *the_case = view.the_case;
      subtitle = ipl_document_get_solve_result (self->document) == NULL
                     ? g_strdup ("solving…")
                     : g_strdup_printf (
                         "%" G_GSIZE_FORMAT " examples · %u %s · %" G_GSIZE_FORMAT " %s%s",
                         the_case->P, the_case->L, the_case->L == 1 ? "layer" : "layers",
                         the_case->Pi, the_case->Pi == 1 ? "path" : "paths",
                         !ipl_document_is_trainable (self->document) ? ""
                         : ipl_document_is_training (self->document) ? " · attention in training"
                         : the_case->trained != NULL                 ? " · trained attention"
                                                                     : " · untrained attention");
    }
  show_name (self, name);
  ipl_label_set_or_hide (self->subtitle, subtitle);
}

static void
on_status (IplWindow *self)
{
  IplView view;
  gboolean own = ipl_document_get_view (self->document, &view) && view.dynamics != NULL;
  gboolean trainable = ipl_document_is_trainable (self->document);

  ipl_window_update (self);
  if (own || trainable)
    update_title (self);
  if (own || trainable || ipl_document_get_solve_result (self->document) == NULL)
    ipl_window_update_status (self);
  ipl_window_changed (self);
}

static void
on_results (IplWindow *self)
{
  update_title (self);
  ipl_window_update_status (self);
  ipl_window_update (self);
  ipl_window_changed (self);
}

static void
on_parameters (IplWindow *self)
{
  update_title (self);
  ipl_window_update (self);
  /* The status line depends on the shown time, and on whether the result is up to date. */
  if (ipl_document_get_parameters (self->document)->experiment->compute != NULL)
    ipl_window_update_status (self);
  ipl_window_changed (self);
}

static void
on_selection (IplWindow *self)
{
  ipl_window_hover_changed (self);
  ipl_window_changed (self);
}

static void
on_shown (IplWindow *self)
{
  update_title (self);
  ipl_window_update (self);
  ipl_window_changed (self);
}

static void
on_info_response (IplWindow *self)
{
  ipl_message_bar_show (self->info_bar, FALSE);
  ipl_window_changed (self);
}

/* Moves the focus to the page or the presentation if no visible widget has it. */
static gboolean
restore_focus (gpointer data)
{
  IplWindow *self = data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  self->focus_id = 0;
  if (self->document == NULL || (focus != NULL && gtk_widget_get_mapped (focus)))
    return G_SOURCE_REMOVE;
  if (self->presentation != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->presentation));
  else
    ipl_window_focus_page (self);
  return G_SOURCE_REMOVE;
}

static void
on_focus (IplWindow *self)
{
  if (self->focus_id == 0)
    self->focus_id = g_idle_add (restore_focus, self);
}

static void
close_now (gpointer window, gpointer data)
{
  ipl_window_close_unasked (window);
}

static gboolean
ipl_window_close_request (GtkWindow *window)
{
  IplWindow *self = IPL_WINDOW (window);
  GSettings *preferences = ipl_preferences_get_default ();

  if (!self->may_close
      && ipl_window_confirm_close (self, IPL_LEAVING_WINDOW, close_now, NULL, NULL))
    return TRUE;
  if (preferences != NULL)
    {
      int width, height;

      gtk_window_get_default_size (window, &width, &height);
      g_settings_set (preferences, "window-size", "(ii)", width, height);
      g_settings_set_boolean (preferences, "maximized", gtk_window_is_maximized (window));
      g_settings_set_boolean (preferences, "sidebar", ipl_window_wants_sidebar (self));
    }
  ipl_scrubber_set_playing (self->scrubber, FALSE);
  ipl_scrubber_set_playing (self->time_scrubber, FALSE);
  ipl_window_stop_opening_session (self);
  ipl_document_close (self->document);
  ipl_window_end_autosave (self);
  return GTK_WINDOW_CLASS (ipl_window_parent_class)->close_request (window);
}

static void
on_before_paint (IplWindow *self)
{
  if (self->document != NULL)
    ipl_document_await_solution (self->document);
}

static void
ipl_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ipl_window_parent_class)->realize (widget);
  g_signal_connect_object (gtk_widget_get_frame_clock (widget), "before-paint",
                           G_CALLBACK (on_before_paint), widget, G_CONNECT_SWAPPED);
}

static void
ipl_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (ipl_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (IPL_WINDOW (widget)->allocated_width != width)
    ipl_window_fold (IPL_WINDOW (widget));
  IPL_WINDOW (widget)->allocated_width = width;
}

static void
ipl_window_dispose (GObject *object)
{
  IplWindow *self = IPL_WINDOW (object);

  g_clear_handle_id (&self->progress_timeout, g_source_remove);
  g_clear_handle_id (&self->pulse_timeout, g_source_remove);
  g_clear_handle_id (&self->status_timeout, g_source_remove);
  g_clear_handle_id (&self->autosave_timeout, g_source_remove);
  g_clear_handle_id (&self->fold_id, g_source_remove);
  g_clear_handle_id (&self->focus_id, g_source_remove);
  if (self->document != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->document, self);
      g_signal_handlers_disconnect_by_data (ipl_document_get_selection (self->document), self);
      ipl_document_close (self->document);
    }
  g_clear_object (&self->content);
  g_clear_weak_pointer (&self->stops_dialog);
  if (self->help != NULL)
    gtk_window_destroy (self->help);
  self->help = NULL;
  self->presentation = NULL;
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ipl_window_parent_class)->dispose (object);
}

static void
ipl_window_finalize (GObject *object)
{
  g_clear_pointer (&IPL_WINDOW (object)->grids, g_hash_table_unref);
  g_clear_pointer (&IPL_WINDOW (object)->disabled, g_hash_table_unref);
  g_clear_pointer (&IPL_WINDOW (object)->autosave, ipl_autosave_free);
  g_free (IPL_WINDOW (object)->info_path);
  g_free (IPL_WINDOW (object)->import_path);
  g_strfreev (IPL_WINDOW (object)->opening_paths);
  G_OBJECT_CLASS (ipl_window_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplWindow, name)
static const IplTemplateChild children[] = { CHILD (title_box),
                                             CHILD (header),
                                             CHILD (edge_revealer),
                                             CHILD (case_button),
                                             CHILD (main_menu_button),
                                             CHILD (page_menu_button),
                                             CHILD (export_button),
                                             CHILD (title),
                                             CHILD (subtitle),
                                             CHILD (run_button),
                                             CHILD (progress_revealer),
                                             CHILD (progress),
                                             CHILD (sidebar_revealer),
                                             CHILD (beside),
                                             CHILD (overlay),
                                             CHILD (sidebar),
                                             CHILD (info_bar),
                                             CHILD (info_icon),
                                             CHILD (info_label),
                                             CHILD (info_help),
                                             CHILD (info_import),
                                             CHILD (info_file),
                                             CHILD (recovery_bar),
                                             CHILD (recovery_label),
                                             CHILD (finder),
                                             CHILD (pages),
                                             CHILD (case_menu),
                                             CHILD (main_menu_model),
                                             CHILD (export_menu),
                                             CHILD (page_menu_model),
                                             CHILD (page_menu),
                                             CHILD (stories_menu),
                                             CHILD (claims_menu),
                                             CHILD (recent_menu),
                                             CHILD (sample_button),
                                             CHILD (scrubber),
                                             CHILD (time_scrubber),
                                             CHILD (status),
                                             CHILD (progress_label),
                                             { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_info_response), { NULL } };

static void
ipl_window_class_init (IplWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = ipl_window_close_request;
  widget_class->realize = ipl_window_realize;
  widget_class->size_allocate = ipl_window_size_allocate;
  /* Emitted after any visible change of the window. */
  ipl_signal_add (klass, "state-changed", 0);
  g_type_ensure (IPL_TYPE_FINDER);
  g_type_ensure (IPL_TYPE_MESSAGE_BAR);
  g_type_ensure (IPL_TYPE_SIDEBAR);
  g_type_ensure (IPL_TYPE_WIDTH_SCRUBBER);
  g_type_ensure (IPL_TYPE_TIME_SCRUBBER);
  ipl_template_set (klass, "window", children, callbacks);
}

static void
restore_window (IplWindow *self)
{
  GSettings *preferences = ipl_preferences_get_default ();
  int width = 1280, height = 800;

  if (preferences == NULL)
    return;
  g_settings_get (preferences, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (preferences, "maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  gtk_revealer_set_reveal_child (self->sidebar_revealer,
                                 g_settings_get_boolean (preferences, "sidebar"));
}

/* Runs a command without @activate, or reports why it is disabled. */
static void
on_call (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;
  g_autofree char *detailed = ipl_action_describe (G_ACTION (action), parameter);
  const IplCommand *command = ipl_window_find_command (self, detailed);

  if (command == NULL)
    return;
  if (g_hash_table_contains (self->disabled, command->name))
    {
      ipl_window_show_status (self, command->why != NULL ? command->why : "Not available now.");
      return;
    }
  if (command->call != NULL)
    command->call (self->document);
  else
    ipl_command_run (command, self, parameter);
  if (command->page != NULL)
    ipl_window_show_page (self, command->page);
}

static void
ipl_window_init (IplWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_bar_name_close (GTK_WIDGET (self->info_bar));
  ipl_bar_name_close (GTK_WIDGET (self->recovery_bar));
  self->disabled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->grids = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  restore_window (self);
}

/* A menu lists an item with a target only while it is enabled; an item without one is shown
 * disabled. */
static gboolean
is_listed (const char *detailed, gpointer window)
{
  return strchr (detailed, ':') == NULL || !g_str_has_prefix (detailed, "win.")
         || ipl_window_can (window, detailed + strlen ("win."));
}

static void
set_up (IplWindow *self)
{
  GtkMenuButton *const buttons[]
      = { self->case_button, self->main_menu_button, GTK_MENU_BUTTON (self->export_button),
          self->page_menu_button };
  GMenu *const menus[]
      = { self->case_menu, self->main_menu_model, self->export_menu, self->page_menu_model };

  self->parts = parts;
  for (guint i = 0; parts[i] != NULL; i++)
    ipl_commands_add_actions (parts[i]->commands, parts[i]->n_commands, G_ACTION_MAP (self),
                              on_call, self);

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      ipl_menu_button_set_menu (buttons[i], G_MENU_MODEL (menus[i]));
      ipl_menu_button_set_filter (buttons[i], is_listed, self);
    }

  for (guint i = 0; parts[i] != NULL; i++)
    if (parts[i]->set_up != NULL)
      parts[i]->set_up (self);
  ipl_document_follow (self->document, "job-changed::solve job-changed::train job-changed::heads",
                       G_CALLBACK (on_status), self);
  ipl_document_follow (self->document, "shown-changed", G_CALLBACK (on_shown), self);
  ipl_document_follow (self->document, "results-changed", G_CALLBACK (on_results), self);
  ipl_document_follow (self->document, "parameters-changed figure-style-changed",
                       G_CALLBACK (on_parameters), self);
  ipl_document_follow (self->document, "message", G_CALLBACK (ipl_window_show_message), self);
  g_signal_connect_object (ipl_document_get_selection (self->document), "changed",
                           G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
  gtk_window_set_focus (GTK_WINDOW (self),
                        GTK_WIDGET (ipl_window_get_area (self, ipl_window_get_focused (self))));
  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (on_focus), NULL);
  on_parameters (self);
}

/* @document: (transfer full): its session
 * Returns: a window without results */
IplWindow *
ipl_window_new (GtkApplication *application, IplDocument *document)
{
  IplWindow *self = g_object_new (IPL_TYPE_WINDOW, "application", application, NULL);

  self->document = document;
  set_up (self);
  return self;
}

/* Adds the shortcuts of all parts. */
void
ipl_window_add_shortcuts (GPtrArray *shortcuts)
{
  for (guint i = 0; parts[i] != NULL; i++)
    {
      ipl_commands_add_shortcuts (parts[i]->commands, parts[i]->n_commands, "win", shortcuts);
      if (parts[i]->add_shortcuts != NULL)
        parts[i]->add_shortcuts (shortcuts);
    }
}
