/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of many paths what is selected is shown though others are stronger. */
#include <string.h>

#include "fixture.h"
#include "core/parameters/parameters.h"
#include "core/parameters/parameters-fields.h"
#include "figures/view/shown-paths.h"

/* How many are shown is no step of undo, and what is selected is among them. */
static void
test_shown (void)
{
  IplWindow *window;
  IplSession *session;
  IplSelection *selection;
  IplParameters parameters;
  IplTarget none = IPL_TARGET_NONE, path = IPL_TARGET_NONE;
  IplView view;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  session = ipl_window_get_session (window);
  selection = ipl_session_get_selection (session);
  reset (window);
  wait_for (window, is_solved, "the example");
  ipl_selection_select (selection, &none);
  parameters = *ipl_session_get_parameters (session);
  gboolean could_undo = ipl_session_can_undo (session);
  parameters.display.paths_shown = 2;
  parameters.display.heatmap_scale = IPL_HEATMAP_SYMLOG;
  ipl_session_change (session, &parameters, "paths-shown");
  g_assert_true (ipl_session_can_undo (session) == could_undo);
  for (gsize p = 0; p < 4; p++)
    {
      g_auto (IplShownPaths) shown = { 0 };

      path.path = (int)p;
      ipl_selection_select (selection, &path);
      g_assert_true (ipl_session_get_view (session, &view));
      ipl_shown_paths_init (&shown, &view);
      g_assert_cmpint (shown.place[p], >=, 0);
      g_assert_cmpuint (shown.n - shown.n_kept, ==, 2);
      settle ();
    }
  ipl_selection_select (selection, &none);
  reset (window);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/app/find/shown", test_shown);
  return fixture_run ();
}
