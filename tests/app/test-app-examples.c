/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of examples: opened, walked through and chosen from by keys and by the mouse; every
 * figure of the papers is shown, and nothing long begins by itself. */
#include <gdk/x11/gdkx.h>
#include <string.h>

#include "app/panels/panel-grid.h"
#include "window-fixture.h"
#include "figures/help/example-figures.h"
#include "figures/panels/panel-table.h"

static const IplPanel *
enlarged (IplWindow *window)
{
  return ipl_panel_grid_get_enlarged (ipl_window_get_grid (window));
}

static GtkWidget *
focus_of (IplWindow *window)
{
  return gtk_window_get_focus (window->examples);
}

static void
show_page (IplWindow *window, const char *page)
{
  act (window, "examples", page);
  wait_until (gtk_window_is_active (window->examples) && focus_of (window) != NULL);
  settle ();
}

static gboolean
is_card (GtkWidget *widget, gconstpointer action)
{
  return g_strcmp0 (g_object_get_data (G_OBJECT (widget), "ipl-action"), action) == 0
         && gtk_widget_get_mapped (widget);
}

/* A card by its action, scrolled to and clicked. */
static void
click_card (IplWindow *window, const char *action)
{
  GtkWidget *card = find_widget (window->examples, is_card, action);
  GtkNative *native = GTK_NATIVE (window->examples);
  graphene_rect_t bounds;
  double x, y;

  g_assert_nonnull (card);
  gtk_widget_grab_focus (card);
  settle ();
  g_assert_true (gtk_widget_compute_bounds (card, GTK_WIDGET (native), &bounds));
  gtk_native_get_surface_transform (native, &x, &y);
  xdo ("mousemove --window %lu %d %d click 1",
       gdk_x11_surface_get_xid (gtk_native_get_surface (native)),
       (int)(x + bounds.origin.x + bounds.size.width / 2),
       (int)(y + bounds.origin.y + bounds.size.height / 2));
  wait_until (window->examples == NULL);
}

/* Its key, an arrow and Return: the second card. */
WINDOW_TEST (test_by_key, "/examples/by-key")
{
  wait_until (gtk_window_is_active (GTK_WINDOW (window)));
  xdo ("key ctrl+shift+o");
  wait_until (window->examples != NULL && gtk_window_is_active (window->examples));
  settle ();
  xdo ("key Right");
  xdo ("key Return");
  wait_until (window->examples == NULL);
  wait_for (window, is_complete, "the run");
  g_assert_cmpstr (parameters_of (window)->experiment->id, ==, "joma-salience");
  g_assert_nonnull (strstr (title_of (window), ipl_example_find ("joma-salience")->title));
}

/* From page to page, and down from one group into the next; Escape closes. */
WINDOW_TEST (test_walk, "/examples/walk")
{
  GtkWidget *group;

  show_page (window, "first");
  /* The second key comes before the page has a size. */
  xdo ("key ctrl+Next Down");
  show_page (window, "all");
  g_assert_true (GTK_IS_FLOW_BOX_CHILD (focus_of (window)));
  group = gtk_widget_get_parent (focus_of (window));
  xdo ("key Down");
  g_assert_true (gtk_widget_get_parent (focus_of (window)) != group);
  settle ();
  xdo ("key ctrl+Prior");
  g_assert_true (gtk_widget_get_parent (focus_of (window)) != group);
  xdo ("key Escape");
  wait_until (window->examples == NULL);
  g_assert_cmpstr (parameters_of (window)->experiment->id, ==, "hmc4");
}

WINDOW_TEST (test_by_mouse, "/examples/by-mouse")
{
  show_page (window, "all");
  click_card (window, "win.open-example::hmc2");
  wait_for (window, is_solved, "the example");
  g_assert_cmpstr (parameters_of (window)->experiment->id, ==, "hmc2");
  show_page (window, "papers");
  click_card (window, "win.open-figure::hmc4-u");
  wait_for (window, is_solved, "the figure's example");
  g_assert_cmpstr (parameters_of (window)->experiment->id, ==, "hmc4");
  g_assert_true (enlarged (window) == &ipl_panel_u);
}

/* What is open stays as it is where a figure is of it. */
WINDOW_TEST (test_open_already, "/examples/open-already")
{
  set_width (window, 77);
  wait_for (window, is_solved, "another width");
  act (window, "open-figure", "hmc4-overlap");
  settle ();
  g_assert_true (enlarged (window) == &ipl_panel_overlap);
  g_assert_cmpuint (parameters_of (window)->current.N[0], ==, 77);
}

/* Each on a page where it is alone; nothing that takes minutes is computed. */
WINDOW_TEST (test_figures, "/examples/figures")
{
  guint n;
  const IplExampleFigure *figures = ipl_example_figures (&n);

  for (guint i = 0; i < n; i++)
    {
      const IplExperiment *experiment = ipl_example_figure_experiment (&figures[i]);
      g_autofree char *name = ipl_example_figure_name (&figures[i]);

      if (figures[i].number == NULL || ipl_example_figure_needs_files (&figures[i]))
        continue;
      g_test_message ("%s", name);
      act (window, "open-figure", name);
      ipl_window_answer_question (window, TRUE);
      wait_until (enlarged (window) == ipl_panel_find (figures[i].panel)
                  && parameters_of (window)->experiment == experiment
                  && ipl_document_get_opening (document_of (window)) == NULL);
      if (experiment->takes != NULL && ipl_example_case_find (figures[i].example) == NULL)
        {
          /* The work of the figure before may take a moment to end. */
          wait_until (ipl_document_needs_run (document_of (window)));
          g_assert_false (ipl_document_get_status (document_of (window), "solve")->running);
        }
    }
  reset (window);
}

/* An example that is meant to be at chance says so, until its parameters change that. */
WINDOW_TEST (test_chance, "/examples/chance")
{
  IplParameters parameters;

  act_and_wait (window, "open-example", "parity");
  assert_message (window, "meant to be at chance");
  parameters = *parameters_of (window);
  set_field (&parameters, "scratchpad", "yes");
  change_and_wait (window, &parameters);
  g_assert_null (ipl_window_get_message (window));
}
