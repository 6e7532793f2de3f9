/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The application in a real window, driven from within by the test programs. */
#include "fixture.h"
#include "measure.h"

#include <glib/gstdio.h>

#include "runs/job.h"

IplApplication *application;
char *folder;

void
spin (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

gint64
wait_limit (void)
{
  return g_get_monotonic_time () + 60 * SLOWER * G_USEC_PER_SEC;
}

/* What is waited for may be done by a thread or another process: it is looked at 500 times a
 * second. */
void
wait_turn (gint64 end, const char *what)
{
  if (!g_main_context_iteration (NULL, FALSE))
    g_usleep (2000);
  if (g_get_monotonic_time () > end)
    g_error ("waited a minute for %s", what);
}

void
wait_for (IplWindow *window, Condition condition, const char *what)
{
  for (gint64 end = wait_limit (); !condition (window);)
    wait_turn (end, what);
}

static void
count_frame (GdkFrameClock *clock, guint *n)
{
  (*n)++;
}

/* The clock of a window that is hidden or not shown yet stands still, and nothing is painted there.
 */
static void
wait_for_frame (GtkWidget *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);
  gint64 end = g_get_monotonic_time () + 500000;
  gulong id;
  guint n = 0;

  if (clock == NULL || !gtk_widget_get_mapped (window))
    return;
  g_object_ref (clock);
  id = g_signal_connect (clock, "after-paint", G_CALLBACK (count_frame), &n);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
  while (n == 0 && g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  /* The clock of a window that was closed meanwhile has let go of it. */
  if (g_signal_handler_is_connected (clock, id))
    g_signal_handler_disconnect (clock, id);
  g_object_unref (clock);
}

void
settle (void)
{
  gint64 end = g_get_monotonic_time () + 500000;

  /* Layout may ask for another one. */
  for (guint i = 0; i < 2; i++)
    {
      GList *windows = gtk_window_list_toplevels ();

      for (GList *l = windows; l != NULL; l = l->next)
        g_object_ref (l->data);
      for (GList *l = windows; l != NULL; l = l->next)
        wait_for_frame (l->data);
      g_list_free_full (windows, g_object_unref);
      while (g_main_context_pending (NULL) && g_get_monotonic_time () < end)
        g_main_context_iteration (NULL, FALSE);
    }
}

gboolean
is_solved (IplWindow *window)
{
  IplSession *session = ipl_window_get_session (window);
  const IplSolveResult *result = ipl_session_get_solve_result (session);

  return ipl_session_get_opening (session) == NULL && ipl_session_is_current_shown (session)
         && result->sweep_current && !ipl_session_get_status (session, "solve")->running;
}

gboolean
is_idle (IplWindow *window)
{
  IplSession *session = ipl_window_get_session (window);

  return ipl_session_get_opening (session) == NULL
         && !ipl_session_get_status (session, "solve")->running;
}

gboolean
has_message (IplWindow *window)
{
  return ipl_window_get_message (window) != NULL;
}

void
assert_message (IplWindow *window, const char *name)
{
  const char *message = ipl_window_get_message (window);

  if (message == NULL || strstr (message, name) == NULL)
    g_error ("“%s” does not name “%s”", message, name);
}

IplWindow *
the_window (void)
{
  return IPL_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
}

void
opens_example (void)
{
  g_application_activate (G_APPLICATION (application));
  wait_for (the_window (), is_solved, "the example");
}

const IplSolution *
current (IplWindow *window)
{
  return ipl_session_get_solve_result (ipl_window_get_session (window))->current;
}

GtkWindow *
find_question (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (IPL_IS_QUESTION (window) && gtk_widget_get_visible (GTK_WIDGET (window)))
        return window;
    }
  return NULL;
}

gpointer
part (gpointer widget, const char *name)
{
  return gtk_widget_get_template_child (widget, G_OBJECT_TYPE (widget), name);
}

const char *
said (gpointer widget, const char *label)
{
  return gtk_label_get_label (part (widget, label));
}

void
click (gpointer widget, const char *button)
{
  g_signal_emit_by_name (part (widget, button), "clicked");
}

guint
n_rows (GtkListBox *list)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (list, (int)n) != NULL)
    n++;
  return n;
}

GtkWidget *
find_named (GtkWidget *widget, const char *name)
{
  GtkWidget *found = g_str_equal (gtk_widget_get_name (widget), name) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_named (child, name);
  return found;
}

GtkEventController *
find_controller (gpointer widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }
  g_error ("a %s takes no such events", G_OBJECT_TYPE_NAME (widget));
}

GtkEventController *
find_drag (gpointer widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller)
          && g_object_get_data (G_OBJECT (controller), "ipl-drag") != NULL)
        return controller;
    }
  g_error ("no such controller");
}

/* Looks for a place where @target would be picked.
 * @x: (out): where it is, in the widget's pixels
 * @y: (out): where it is, in the widget's pixels
 * Returns: whether there is one */
gboolean
locate (IplFigureArea *self, const IplTarget *target, double *x, double *y)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  IplFigure *figure = ipl_figure_area_get_figure (self);

  if (figure == NULL)
    return FALSE;
  for (int j = 3; j < height; j += 4)
    for (int i = 3; i < width; i += 4)
      {
        IplTarget found;

        if (ipl_figure_find (figure, i / IPL_PX_PER_PT, j / IPL_PX_PER_PT, &found)
            && ipl_target_equal (&found, target))
          {
            *x = i;
            *y = j;
            return TRUE;
          }
      }
  return FALSE;
}

void
xdo (const char *format, ...)
{
  g_autofree char *arguments = NULL, *command = NULL;
  g_autoptr (GError) error = NULL;
  va_list values;

  va_start (values, format);
  arguments = g_strdup_vprintf (format, values);
  va_end (values);
  command = g_strconcat ("xdotool ", arguments, NULL);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  spin (100);
}

void
act (IplWindow *window, const char *name, const char *parameter)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), name,
                                  parameter != NULL ? g_variant_new_string (parameter) : NULL);
  /* What the test before left running. */
  if (g_str_equal (name, "open-example"))
    ipl_window_answer_question (window, TRUE);
}

void
reset (IplWindow *window)
{
  act (window, "open-example", "hmc4");
  ipl_selection_clear (ipl_session_get_selection (ipl_window_get_session (window)));
  wait_for (window, is_solved, "the example");
}

/* As a file manager does at the end of a drag. */
gboolean
drop_all (IplWindow *window, const char *const *paths)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  GSList *list = NULL;
  GdkFileList *files;
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  for (guint i = 0; paths[i] != NULL; i++)
    list = g_slist_append (list, g_file_new_for_path (paths[i]));
  files = gdk_file_list_new_from_list (list);
  g_slist_free_full (list, g_object_unref);
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, files);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
    }
  return taken;
}

gboolean
drop (IplWindow *window, const char *path)
{
  const char *paths[] = { path, NULL };

  return drop_all (window, paths);
}

/* The windows that are no document: dialogs, questions, help. */
void
close_dialogs (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  g_autoptr (GPtrArray) dialogs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      GtkWindow *window = g_list_model_get_item (windows, i);

      if (!IPL_IS_WINDOW (window) && gtk_widget_get_visible (GTK_WIDGET (window)))
        g_ptr_array_add (dialogs, window);
      else
        g_object_unref (window);
    }
  for (guint i = 0; i < dialogs->len; i++)
    gtk_window_close (dialogs->pdata[i]);
}

void
close_others (IplWindow *window)
{
  g_autoptr (GList) windows
      = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (application)));

  for (GList *l = windows; l != NULL; l = l->next)
    if (IPL_IS_WINDOW (l->data) && l->data != window)
      ipl_window_close_unasked (l->data);
}

void
fixture_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  measure_start ();
  folder = g_dir_make_tmp ("interplay-test-XXXXXX", NULL);
  application = ipl_application_new (G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  g_signal_connect (application, "window-added", G_CALLBACK (measure_follow), NULL);
  /* A page or a dialog is there at once, and not after frames on the way. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_unlink (path);
    }
  g_rmdir (folder);
}

int
fixture_run (void)
{
  int status = g_test_run ();

  while (the_window () != NULL)
    ipl_window_close_unasked (the_window ());
  settle ();
  /* Nothing is left to the end of the process that could be told from a leak or a race. */
  ipl_jobs_wait_for_end (FALSE, -1);
  remove_folder ();
  g_object_unref (application);
  g_free (folder);
  return status;
}
