/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be undone and done again, and what would be lost if a session ended now. */
#include "session/session.h"

#include <string.h>

#include "session/session-save.h"

static void
set_title (IplSession *session, const char *title)
{
  g_autoptr (IplFigureStyle) style = ipl_figure_style_new ();

  ipl_figure_style_edit_panel (style, "u")->title = g_strdup (title);
  ipl_session_set_figure_style (session, style, NULL);
}

static const char *
title_of (IplSession *session)
{
  const IplPanelStyle *panel
      = ipl_figure_style_get_panel (ipl_session_get_figure_style (session), "u");

  return panel != NULL ? panel->title : NULL;
}

/* What was undone can be done again until something else is done. */
static void
test_redo (void)
{
  g_autoptr (IplSession) session = ipl_session_new ();

  set_title (session, "a");
  set_title (session, "b");
  g_assert_false (ipl_session_can_redo (session));
  ipl_session_undo (session);
  g_assert_true (ipl_session_can_redo (session));
  g_assert_cmpstr (title_of (session), ==, "a");
  ipl_session_redo (session);
  g_assert_false (ipl_session_can_redo (session));
  g_assert_cmpstr (title_of (session), ==, "b");
  ipl_session_undo (session);
  set_title (session, "c");
  g_assert_false (ipl_session_can_redo (session));
  ipl_session_redo (session);
  g_assert_cmpstr (title_of (session), ==, "c");
  ipl_session_undo (session);
  g_assert_cmpstr (title_of (session), ==, "a");
  ipl_session_close (session);
}

/* Changes are spoken of where the session ends, and not where another case is opened in it, since
 * undo brings them back. */
static void
test_loss (void)
{
  g_autoptr (IplSession) session = ipl_session_new ();
  g_autofree char *loss = ipl_session_describe_loss (session, TRUE);

  g_assert_null (loss);
  set_title (session, "a");
  loss = ipl_session_describe_loss (session, FALSE);
  g_assert_null (loss);
  loss = ipl_session_describe_loss (session, TRUE);
  g_assert_nonnull (loss);
  g_assert_true (g_str_has_suffix (loss, "is in no file."));
  ipl_session_close (session);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session-history/redo", test_redo);
  g_test_add_func ("/session-history/loss", test_loss);
  return g_test_run ();
}
