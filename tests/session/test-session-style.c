/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the figures of a session look: chosen, undone, kept and brought back with it. */
#include "session/session.h"

#include <string.h>

#include "figures/output/style-json.h"
#include "session/session-save.h"

static const IplFigureStyle *
titled (const char *title)
{
  IplFigureStyle *style = ipl_figure_style_new ();

  ipl_figure_style_edit_panel (style, "u")->title = g_strdup (title);
  return style;
}

static void
set_title (IplSession *session, const char *title, const char *tag)
{
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)titled (title);

  ipl_session_set_figure_style (session, style, tag);
}

static const char *
title_of (IplSession *session)
{
  const IplPanelStyle *panel
      = ipl_figure_style_get_panel (ipl_session_get_figure_style (session), "u");

  return panel != NULL ? panel->title : NULL;
}

static void
count (guint *n)
{
  ++*n;
}

/* A gesture is one step, a style that says nothing is none, and the same one again no step. */
static void
test_undo (void)
{
  g_autoptr (IplSession) session = ipl_session_new ();
  g_autoptr (IplFigureStyle) plain = ipl_figure_style_new ();
  guint n = 0;

  g_signal_connect_swapped (session, "figure-style-changed", G_CALLBACK (count), &n);
  g_assert_null (ipl_session_get_figure_style (session));
  ipl_session_set_figure_style (session, plain, NULL);
  g_assert_null (ipl_session_get_figure_style (session));
  g_assert_false (ipl_session_can_undo (session));
  set_title (session, "a", "title");
  set_title (session, "ab", "title");
  set_title (session, "ab", "title");
  g_assert_cmpuint (n, ==, 2);
  set_title (session, "other", "another");
  ipl_session_undo (session);
  g_assert_cmpstr (title_of (session), ==, "ab");
  ipl_session_undo (session);
  g_assert_null (title_of (session));
  g_assert_false (ipl_session_can_undo (session));
  ipl_session_redo (session);
  ipl_session_redo (session);
  g_assert_cmpstr (title_of (session), ==, "other");
  ipl_session_set_figure_style (session, NULL, NULL);
  g_assert_null (ipl_session_get_figure_style (session));
  ipl_session_undo (session);
  g_assert_cmpstr (title_of (session), ==, "other");
  ipl_session_close (session);
}

/* The document brings it back; what another one says, or nothing, takes its place. */
static void
test_document (void)
{
  g_autoptr (IplSession) session = ipl_session_new (), again = ipl_session_new ();
  g_autofree char *without = ipl_session_to_json (session), *with = NULL, *broken = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) parts = NULL;

  g_assert_false (ipl_session_is_unsaved (session));
  g_assert_false (ipl_session_is_worth_keeping (session));
  set_title (session, "zèbre \"1\"", NULL);
  g_assert_true (ipl_session_is_unsaved (session));
  g_assert_true (ipl_session_is_worth_keeping (session));
  with = ipl_session_to_json (session);
  g_assert_true (ipl_session_open_saved (again, NULL, with, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (title_of (again), ==, "zèbre \"1\"");
  g_assert_true (ipl_figure_style_equal (ipl_session_get_figure_style (session),
                                         ipl_session_get_figure_style (again)));
  g_assert_true (ipl_session_open_saved (again, NULL, without, &error));
  g_assert_null (ipl_session_get_figure_style (again));
  /* One that cannot be read is none, and the rest is there. */
  parts = g_strsplit (with, "\\\"version\\\"", 2);
  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  broken = g_strjoinv ("\\\"revision\\\"", parts);
  g_assert_true (ipl_session_open_saved (again, NULL, broken, &error));
  g_assert_null (ipl_session_get_figure_style (again));
  ipl_session_close (session);
  ipl_session_close (again);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/style/undo", test_undo);
  g_test_add_func ("/session/style/document", test_document);
  return g_test_run ();
}
