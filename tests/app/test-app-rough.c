/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done to a window by a hand that does not wait: files of kinds that are no case are
 * dropped on it, files are deleted while they are in use. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/parameters/parameters.h"
#include "figures/output/style-json.h"
#include "training-support.h"

static gboolean
message_has (IplWindow *window, const char *part)
{
  return ipl_window_get_message (window) != NULL
         && strstr (ipl_window_get_message (window), part) != NULL;
}

/* A story and a style are opened as what they are; a table of results is no text to be learned. */
NEXT_TEST (test_dropped, "/app/rough/dropped")
{
  g_autofree char *story = in_folder ("story.json"), *table = in_folder ("results.csv");
  g_autofree char *look = in_folder ("look" IPL_STYLE_EXTENSION), *wrong = in_folder ("wrong.json");
  g_autofree char *damaged = in_folder ("damaged" IPL_STYLE_EXTENSION);
  IplDocument *document;

  document = document_of (window);
  reset (window);
  write_file (story,
              "{ \"format\": \"interplay story 1\", \"title\": \"Two stops\", \"settings\": { "
              "\"experiment\": \"hmc4\" }, \"stops\": [ { \"title\": \"One\", \"panels\": [ "
              "\"u\" ] } ] }");
  write_file (look, "{ \"version\": 1, \"panels\": { \"u\": { \"title\": \"Its title\" } } }");
  write_file (damaged, "{ \"version\": 7 }");
  write_file (wrong, "{ \"format\": \"of something else\" }");
  write_file (table, "N,accuracy\n10,0.9\n");
  g_assert_true (drop (window, look));
  wait_until (ipl_document_get_figure_style (document) != NULL);
  ipl_document_undo (document);
  g_assert_null (ipl_document_get_figure_style (document));
  g_assert_true (drop (window, damaged));
  wait_until (message_has (window, "“version” must be 1"));
  g_assert_null (ipl_document_get_story (document));
  g_assert_true (drop (window, story));
  wait_until (ipl_document_get_story (document) != NULL);
  g_assert_true (drop (window, wrong));
  wait_until (message_has (window, "wrong.json"));
  g_assert_nonnull (ipl_document_get_story (document));
  ipl_window_open_story (window, "nothing of that name", TRUE);
  g_assert_true (message_has (window, "paper"));
  g_assert_null (window->presentation);
  g_assert_true (drop (window, table));
  wait_until (message_has (window, "results.csv"));
  g_assert_true (message_has (window, ".npz"));
  g_assert_cmpstr (ipl_document_get_parameters (document)->experiment->id, ==, "hmc4");
  reset (window);
}

/* The case stays what it was read as: it is solved at other settings, and saved. */
NEXT_TEST (test_deleted, "/app/rough/deleted")
{
  IplDocument *document = document_of (window);
  g_autofree char *right = g_test_build_filename (G_TEST_DIST, "data", "hmc.npz", NULL);
  g_autofree char *path = in_folder ("short-lived.npz"), *bytes = NULL;
  IplSetting setting;
  gsize length;

  g_assert_true (g_file_get_contents (right, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize)length, NULL));
  g_assert_true (drop (window, path));
  wait_until (strstr (title_of (window), "short-lived") != NULL);
  wait_for (window, is_solved, "the case");
  g_assert_cmpint (g_unlink (path), ==, 0);
  setting = ipl_document_get_parameters (document)->current;
  setting.temperature *= 3;
  ipl_document_change_current (document, &setting, "temperature");
  set_width (window, 33);
  g_assert_cmpfloat (current (window)->setting.temperature, ==, setting.temperature);
  act (window, "run", NULL);
  wait_for (window, is_idle, "the same again");
  /* Nothing is missed. */
  g_assert_true (message_has (window, "Read as path features"));
  ipl_document_undo (document);
  ipl_document_redo (document);
  wait_for (window, is_idle, "redone");
  reset (window);
}
