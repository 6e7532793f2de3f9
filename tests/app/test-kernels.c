/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Kernels page in a real window: made while it is shown, following the width, linked with the
 * other panels. */
#include <math.h>
#include <string.h>

#include "app/panels/figure-area.h"
#include "figures/kit/matrix-picture.h"
#include "figures/panels/panel-table.h"
#include "fixture.h"

static const IplKernelPicture *
kernels (IplWindow *window)
{
  const IplSolveResult *result = ipl_session_get_solve_result (ipl_window_get_session (window));

  return result != NULL ? result->kernels : NULL;
}

/* Of the very solution that is shown. */
static gboolean
has_kernels (IplWindow *window)
{
  return is_solved (window) && kernels (window) != NULL
         && ipl_setting_equal (&kernels (window)->solution->setting, &current (window)->setting);
}

static void
show_page (IplWindow *window, const char *page)
{
  act (window, "page", page);
  settle ();
  g_assert_cmpstr (ipl_window_get_page (window), ==, page);
}

static void
test_on_demand (void)
{
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();

  reset (window);
  show_page (window, "theory");
  act (window, "wider", NULL);
  wait_for (window, is_solved, "N = 30");
  g_assert_false (has_kernels (window));
  show_page (window, "kernels");
  wait_for (window, has_kernels, "the kernels");
  g_assert_cmpuint (kernels (window)->n_tiles, ==, 10);
  g_assert_cmpuint (kernels (window)->cells->n, ==, 100);
}

/* Each width has its K, and what does not depend on the width is neither made nor drawn anew. */
static void
test_follows_width (void)
{
  IplWindow *window = the_window ();
  IplFigureArea *area;
  const double *C;
  guint made;

  show_page (window, "kernels");
  wait_for (window, has_kernels, "the kernels");
  settle ();
  area = ipl_window_get_area (window, &ipl_panel_kernel_tiles);
  g_clear_object (&(GdkTexture *){ ipl_figure_area_render (area, 1) });
  C = ipl_kernel_picture_find (kernels (window), 0, 1)->C;
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (GdkTexture) texture = NULL;

      act (window, "wider", NULL);
      wait_for (window, has_kernels, "the next width");
      g_assert_true (ipl_kernel_picture_find (kernels (window), 0, 1)->C == C);
      made = ipl_matrix_picture_get_n_made ();
      texture = ipl_figure_area_render (area, 1);
      g_assert_cmpuint (ipl_matrix_picture_get_n_made (), ==, made);
    }
  reset (window);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/kernels/on-demand", test_on_demand);
  g_test_add_func ("/kernels/follows-width", test_follows_width);
  return fixture_run ();
}
