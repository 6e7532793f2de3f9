/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The application in a real window, driven from within by the test programs. */
#include "window-fixture.h"
#include "measure.h"

#include "runs/job.h"
#include "document/session-save.h"

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

/* Microseconds that take @seconds where nothing else runs: longer where others have the machine. */
static gint64
on_this_machine (double seconds)
{
  double load = 0;

  if (getloadavg (&load, 1) != 1)
    load = 0;
  return (gint64)(seconds * SLOWER * MAX (1, 1 + load / g_get_num_processors ()) * G_USEC_PER_SEC);
}

gint64
wait_limit (void)
{
  return g_get_monotonic_time () + on_this_machine (60);
}

/* What is waited for may be done by a thread or another process: it is looked at 500 times a
 * second. */
void
wait_step (gint64 end, const char *what)
{
  if (!g_main_context_iteration (NULL, FALSE))
    g_usleep (2000);
  if (g_get_monotonic_time () > end)
    g_error ("waited in vain for %s", what);
}

void
wait_for (IplWindow *window, Condition condition, const char *what)
{
  for (gint64 end = wait_limit (); !condition (window);)
    wait_step (end, what);
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
  gint64 end = g_get_monotonic_time () + on_this_machine (0.5);
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
  gint64 end = g_get_monotonic_time () + on_this_machine (0.5);

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
  IplDocument *document = ipl_window_get_document (window);
  const IplSolveResult *result = ipl_document_get_solve_result (document);

  return ipl_document_get_opening (document) == NULL && ipl_document_is_current_shown (document)
         && result->sweep_current && !ipl_document_get_status (document, "solve")->running;
}

gboolean
is_complete (IplWindow *window)
{
  const IplSolveResult *result = ipl_document_get_solve_result (document_of (window));

  return is_solved (window) && result->dynamics != NULL && result->dynamics->complete;
}

gboolean
is_writing (IplWindow *window)
{
  return ipl_document_get_status (document_of (window), "file")->running;
}

gboolean
is_idle (IplWindow *window)
{
  IplDocument *document = ipl_window_get_document (window);

  return ipl_document_get_opening (document) == NULL
         && !ipl_document_get_status (document, "solve")->running;
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
run_next_test (gconstpointer test)
{
  if (the_window () == NULL)
    {
      g_application_activate (G_APPLICATION (application));
      wait_for (the_window (), is_solved, "the example");
    }
  ((void (*) (IplWindow *))test) (the_window ());
}

void
run_window_test (gconstpointer test)
{
  if (the_window () == NULL)
    g_application_activate (G_APPLICATION (application));
  reset (the_window ());
  settle ();
  ((void (*) (IplWindow *))test) (the_window ());
}

IplDocument *
document_of (IplWindow *window)
{
  return ipl_window_get_document (window);
}

const IplParameters *
parameters_of (IplWindow *window)
{
  return ipl_document_get_parameters (document_of (window));
}

IplSelection *
selection_of (IplWindow *window)
{
  return ipl_document_get_selection (document_of (window));
}

IplView
view_of (IplWindow *window)
{
  IplView view;

  g_assert_true (ipl_document_get_view (document_of (window), &view));
  return view;
}

const char *
title_of (IplWindow *window)
{
  return gtk_window_get_title (GTK_WINDOW (window));
}

const IplSolution *
current (IplWindow *window)
{
  return ipl_document_get_solve_result (document_of (window))->current;
}

gboolean
is_enabled (IplWindow *window, const char *action)
{
  return ipl_window_can (window, action);
}

void
act (IplWindow *window, const char *name, const char *parameter)
{
  g_autoptr (GVariant) target = NULL;
  g_autofree char *action = NULL;

  g_assert_true (g_action_parse_detailed_name (name, &action, &target, NULL));
  g_action_group_activate_action (G_ACTION_GROUP (window), action,
                                  parameter != NULL ? g_variant_new_string (parameter) : target);
  /* What the test before left running. */
  if (g_str_equal (name, "open-example"))
    ipl_window_answer_question (window, TRUE);
}

void
act_application (const char *name, const char *parameter)
{
  g_action_group_activate_action (G_ACTION_GROUP (application), name,
                                  parameter != NULL ? g_variant_new_string (parameter) : NULL);
}

void
change (IplWindow *window, const IplParameters *parameters)
{
  ipl_document_change (document_of (window), parameters, NULL);
}

void
act_and_wait (IplWindow *window, const char *name, const char *parameter)
{
  act (window, name, parameter);
  wait_for (window, is_solved, name);
}

void
change_and_wait (IplWindow *window, const IplParameters *parameters)
{
  change (window, parameters);
  wait_for (window, is_solved, "the change");
}

void
open_and_wait (IplWindow *window, const char *path)
{
  ipl_window_open_path (window, path);
  wait_for (window, is_solved, path);
}

void
set_width (IplWindow *window, guint width)
{
  ipl_document_change_width (document_of (window), width, FALSE);
  wait_for (window, is_solved, "the width");
}

void
set_field (IplParameters *parameters, const char *flag, const char *value)
{
  const IplExperiment *experiment = parameters->experiment;
  g_autoptr (GError) error = NULL;

  for (guint g = 0; g < experiment->n_groups; g++)
    for (guint i = 0; i < experiment->groups[g].n_fields; i++)
      if (ipl_field_has_flag (&experiment->groups[g].fields[i], flag))
        {
          ipl_field_set_text (&experiment->groups[g].fields[i],
                              (guint8 *)ipl_parameters_edit_specific (parameters)
                                  + experiment->groups[g].offset,
                              value, &error);
          g_assert_no_error (error);
          return;
        }
  g_error ("%s has no parameter “%s”", experiment->id, flag);
}

void
check_choice (IplWindow *window, const IplChoice *choice)
{
  for (guint k = 0; k < choice->n; k++)
    {
      g_autoptr (GVariant) state = NULL;

      act_and_wait (window, choice->id, choice->options[k].id);
      g_assert_cmpuint (
          ipl_choice_get (choice, &ipl_document_get_parameters (document_of (window))->display), ==,
          k);
      state = g_action_group_get_action_state (G_ACTION_GROUP (window), choice->id);
      /* One output is that of its number. */
      g_assert_cmpstr (
          g_variant_get_string (state, NULL), ==,
          choice == &ipl_choice_outputs && k == IPL_OUTPUTS_ONE ? "1" : choice->options[k].id);
    }
  act (window, choice->id, "no such");
  g_assert_cmpuint (ipl_choice_get (choice,
                                    &ipl_document_get_parameters (document_of (window))->display),
                    ==, choice->n - 1);
  act_and_wait (window, choice->id, "next");
  g_assert_cmpuint (ipl_choice_get (choice,
                                    &ipl_document_get_parameters (document_of (window))->display),
                    ==, 0);
}

char *
clipboard_text (void)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (
      gdk_clipboard_get_content (gdk_display_get_clipboard (gdk_display_get_default ())), &value,
      NULL));
  return g_value_dup_string (&value);
}

IplWindow *
open_second (void)
{
  IplWindow *first = the_window ();

  act_application ("new-window", NULL);
  g_assert_true (the_window () != first);
  wait_for (the_window (), is_solved, "the example");
  return the_window ();
}

char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

char *
read_file (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

void
write_file (const char *path, const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
save_to (IplWindow *window, const char *path)
{
  ipl_window_save_session_to (window, path, NULL, NULL, NULL);
  wait_until (!ipl_document_is_unsaved (document_of (window))
              && g_strcmp0 (ipl_document_get_file (document_of (window)), path) == 0);
}

void
reset (IplWindow *window)
{
  act (window, "open-example", "hmc4");
  ipl_selection_clear (selection_of (window));
  wait_for (window, is_solved, "the example");
}

BEFORE_TESTS (start_application)
{
  measure_start ();
  folder = g_dir_make_tmp ("interplay-test-XXXXXX", NULL);
  application = ipl_application_new (G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  g_signal_connect (application, "window-added", G_CALLBACK (measure_follow), NULL);
  /* A page or a dialog is there at once, and not after frames on the way. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

AFTER_TESTS (end_application)
{
  while (the_window () != NULL)
    ipl_window_close_unasked (the_window ());
  settle ();
  /* Nothing is left to the end of the process that could be told from a leak or a race. */
  ipl_jobs_wait_for_end (FALSE, -1);
  test_remove (folder);
  g_object_unref (application);
  g_free (folder);
}
