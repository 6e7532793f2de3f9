/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Copy as Python": a script in the clipboard that names the file that was saved of what is shown,
 * and a sentence that says what writes it where there is none. */
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "fixture.h"

#include <string.h>

static char *
get_clipboard (IplWindow *window)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (
      gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (window))), &value, NULL));
  return g_value_dup_string (&value);
}

static void
test_before_saving (void)
{
  IplWindow *window;
  g_autofree char *text = NULL;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  wait_for (window, is_solved, "the example");
  act (window, "panel-python", "accuracy");
  text = get_clipboard (window);
  g_assert_true (g_str_has_prefix (text, "#!/usr/bin/env python3\n"));
  g_assert_nonnull (strstr (text, "results = np.load(\"hmc4-results.npz\")"));
  g_assert_nonnull (strstr (text, "interplay-cli figure hmc4"));
  g_assert_nonnull (strstr (text, "draw_accuracy(figure)"));
  g_assert_nonnull (strstr (ipl_window_get_message (window), "Save Results as Arrays"));
}

static const char *awaited;

static gboolean
tells_of_file (IplWindow *window)
{
  return strstr (ipl_window_get_status (window), awaited) != NULL;
}

/* The file saved, as long as its numbers are those shown. */
static void
test_saved (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_build_filename (folder, "own.npz", NULL);
  g_autofree char *line = g_strdup_printf ("results = np.load(\"%s\")", path);
  g_autofree char *before = NULL, *looks = NULL, *after = NULL;
  IplParameters parameters;

  reset (window);
  wait_for (window, is_solved, "the example");
  wait_for (window, is_idle, "all widths");
  ipl_window_save_to (window, IPL_SAVE_ARRAYS, path);
  awaited = path;
  wait_for (window, tells_of_file, path);
  act (window, "copy-python", NULL);
  before = get_clipboard (window);
  g_assert_nonnull (strstr (before, line));
  /* What it only looks like is in the script. */
  act (window, "shared-limits", NULL);
  settle ();
  act (window, "panel-python", "u");
  looks = get_clipboard (window);
  g_assert_nonnull (strstr (looks, line));
  g_assert_nonnull (strstr (looks, "SHARED_LIMITS = False"));
  /* Other numbers are in no file. */
  parameters = *ipl_session_get_parameters (ipl_window_get_session (window));
  ipl_parameters_set_seed (&parameters, 5);
  ipl_session_change (ipl_window_get_session (window), &parameters, NULL);
  wait_for (window, is_solved, "another seed");
  wait_for (window, is_idle, "all widths");
  act (window, "panel-python", "u");
  after = get_clipboard (window);
  g_assert_null (strstr (after, path));
  g_assert_nonnull (strstr (after, "results = np.load(\"hmc4-results.npz\")"));
}

/* Panels of which no file of results holds the numbers say so. */
static void
test_refused (void)
{
  IplWindow *window = the_window ();
  g_autofree char *before = NULL, *after = NULL;

  act (window, "panel-python", "paths");
  before = get_clipboard (window);
  act (window, "panel-python", "task");
  after = get_clipboard (window);
  g_assert_cmpstr (after, ==, before);
  g_assert_nonnull (strstr (ipl_window_get_message (window), "cannot be redrawn by Python"));
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/python/before-saving", test_before_saving);
  g_test_add_func ("/python/saved", test_saved);
  g_test_add_func ("/python/refused", test_refused);
  return fixture_run ();
}
