/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The card of the task in a real window: made while it is shown, noise dragged on it, sequences
 * turned over. */
#include <string.h>

#include "app/panels/figure-area.h"
#include "app/panels/figure-area.h"
#include "core/experiments/markov-chain-experiment.h"
#include "figures/panels/panel-table.h"
#include "fixture.h"

static const IplTaskCard *
card_of (IplWindow *window)
{
  const IplSolveResult *result = ipl_session_get_solve_result (ipl_window_get_session (window));

  return result != NULL ? result->card : NULL;
}

static const IplMarkovChain *
chain_of (IplWindow *window)
{
  return ipl_parameters_get_markov_chain (
      ipl_session_get_parameters (ipl_window_get_session (window)));
}

/* Of the parameters that are asked for now. */
static gboolean
has_card (IplWindow *window)
{
  return is_solved (window) && card_of (window) != NULL
         && card_of (window)->noise_parallel == chain_of (window)->noise_parallel
         && card_of (window)->noise_perpendicular == chain_of (window)->noise_perpendicular;
}

static gboolean
has_second (IplWindow *window)
{
  return has_card (window) && card_of (window)->first == 1;
}

static void
show_card (IplWindow *window)
{
  act (window, "page", "task");
  settle ();
  g_assert_cmpstr (ipl_window_get_page (window), ==, "task");
  wait_for (window, has_card, "the card");
  settle ();
}

/* A place on the track of a noise that can be dragged, in pixels. */
static void
find_track (IplFigureArea *area, double *x, double *y)
{
  IplFigurePlace place;

  for (*y = gtk_widget_get_height (GTK_WIDGET (area)) - 2; *y > 0; *y -= 2)
    for (*x = gtk_widget_get_width (GTK_WIDGET (area)) - 3; *x > 0; *x -= 3)
      if (ipl_figure_area_find_place (area, *x, *y, &place) && ipl_figure_place_can_drag (&place))
        return;
  g_assert_not_reached ();
}

static void
test_on_demand (void)
{
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  reset (window);
  act (window, "page", "theory");
  wait_for (window, is_solved, "the theory");
  g_assert_null (card_of (window));
  show_card (window);
  g_assert_cmpuint (card_of (window)->n, ==, 2);
  g_assert_cmpuint (card_of (window)->T, ==, 31);
}

/* The noise across is dragged to less; the card follows, and all of it is one step of undo. */
static void
test_drag (void)
{
  IplWindow *window = the_window ();
  IplFigureArea *area;
  GtkEventController *drag;
  double x, y, before = chain_of (window)->noise_perpendicular, outside;

  show_card (window);
  outside = card_of (window)->outside;
  area = ipl_window_get_area (window, &ipl_panel_task_card);
  drag = find_drag (area);
  find_track (area, &x, &y);
  g_signal_emit_by_name (drag, "drag-begin", x, y);
  for (double dx = 0; dx > -160; dx -= 20)
    {
      g_signal_emit_by_name (drag, "drag-update", dx, 0.0);
      spin (30);
    }
  g_assert_cmpfloat (chain_of (window)->noise_perpendicular, >, before);
  g_signal_emit_by_name (drag, "drag-end", -160.0, 0.0);
  wait_for (window, has_card, "the noisier card");
  g_assert_cmpfloat (card_of (window)->outside, >, 2 * outside);
  g_assert_cmpfloat (chain_of (window)->noise_parallel, ==, 1);
  act (window, "undo", NULL);
  g_assert_cmpfloat (chain_of (window)->noise_perpendicular, ==, before);
  wait_for (window, has_card, "what was there");
  g_assert_cmpfloat (card_of (window)->outside, ==, outside);
}

/* What is pointed at is said with the weights, and the sequences are turned over. */
static void
test_point_and_turn (void)
{
  IplWindow *window = the_window ();
  IplSelection *selection = ipl_session_get_selection (ipl_window_get_session (window));
  IplTarget target = { -1, -1, 0, 0, -1, -1, 1, 30, -1 };

  show_card (window);
  /* What has just been said may be read first. */
  spin (2100);
  ipl_selection_hover_in (selection, &ipl_panel_task_card, &target);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "Layer 1, good"));
  g_assert_nonnull (strstr (ipl_window_get_status (window), "looks at token"));
  ipl_selection_hover_in (selection, NULL, &IPL_TARGET_NONE);
  act (window, "next-examples", NULL);
  wait_for (window, has_second, "the second sequences");
  g_assert_cmpuint (card_of (window)->sequences[0].number, ==, 1);
  act (window, "previous-examples", NULL);
  wait_for (window, has_card, "the first again");
  act (window, "page", "theory");
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/card/on-demand", test_on_demand);
  g_test_add_func ("/card/drag", test_drag);
  g_test_add_func ("/card/point-and-turn", test_point_and_turn);
  return fixture_run ();
}
