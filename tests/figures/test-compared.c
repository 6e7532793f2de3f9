/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Two views that are compared: in the same axes, or beside each other on one scale. */

#include "figures/output/describe.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot-panel.h"
#include "figures/plot/plot.h"
#include "figures/panels/theory/kernel-sum.h"
#include "figures/panels/theory/kernel-tiles-layout.h"
#include "figures/panels/theory/u-layout.h"
#include "figures/view/compared.h"
#include "figures/view/view.h"
#include "fixture.h"
#include "figure-once.h"

#include <string.h>

#define WIDTH 500
#define HEIGHT 300

/* The first compared with the second, with names that tell them apart. */
static void
compare (Fixture *first, Fixture *second)
{
  first->view.name = "first case";
  second->view.name = "second & last";
  first->view.compared = &second->view;
}

static cairo_surface_t *
draw (const IplPanel *panel, const IplView *view, double width, double height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  ipl_figure_draw (panel, view, &style, cr, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  return surface;
}

/* Every panel of cases, drawn, lit, told and stepped through. */
static void
use_panels (const IplView *view)
{
  IplTarget path = IPL_TARGET_NONE, row = IPL_TARGET_NONE, found;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_DARK, 9);
  path.path = 0;
  path.other = 0;
  row.row = 1;
  for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
    {
      cairo_surface_t *surface = draw (*at, view, WIDTH, HEIGHT);
      cairo_t *cr = cairo_create (surface);
      g_autofree char *words = ipl_figure_describe (*at, view);
      g_autofree char *table = ipl_figure_table (*at, view);
      g_autofree char *said = ipl_figure_say (*at, &path, view);

      ipl_figure_draw_overlay (*at, view, &style, &path, &row, cr, WIDTH, HEIGHT);
      ipl_figure_pick (*at, view, &style, WIDTH, HEIGHT, 0.8 * WIDTH, 0.5 * HEIGHT, &found);
      ipl_figure_step (*at, &path, view, 1, 0);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* Other layers, heads, paths and training sets; a GP limit alone; nothing solved; samples in one.
 */
static void
test_pairs (void)
{
  static const FixtureKind kinds[]
      = { FIXTURE_HMC4,       FIXTURE_DEEP,         FIXTURE_ONE_PATH,   FIXTURE_UNSOLVED,
          FIXTURE_GP,         FIXTURE_GP_ONLY,      FIXTURE_NAN,        FIXTURE_ARRIVING,
          FIXTURE_SAMPLED,    FIXTURE_ONLY_SAMPLED, FIXTURE_LONG_NAMES, FIXTURE_ONE_SHOT,
          FIXTURE_MANY_HEADS, FIXTURE_PARTIAL };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (gsize j = 0; j < 2; j++)
      {
        g_autoptr (Fixture) first = fixture_new (kinds[i]);
        g_autoptr (Fixture) second
            = fixture_new (kinds[(j == 0 ? i + 1 : i + 5) % G_N_ELEMENTS (kinds)]);

        compare (first, second);
        use_panels (&first->view);
      }
}

/* The lines that a table has for one of the two, without their first column. */
static char *
lines_of (const char *table, const char *name)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  g_autofree char *begin = g_strconcat (name, "\t", NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], begin))
      g_string_append_printf (text, "%s\n", lines[i] + strlen (begin));
  return g_string_free (text, FALSE);
}

/* A case compared with itself: the same numbers twice, which are those of the case alone. */
static void
test_itself (void)
{
  g_autoptr (Fixture) first = fixture_new (FIXTURE_SAMPLED);
  g_autoptr (Fixture) second = fixture_new (FIXTURE_SAMPLED);
  static const IplPanel *const panels[]
      = { &ipl_panel_u, &ipl_panel_accuracy, &ipl_panel_overlap, &ipl_panel_paths };

  for (gsize i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      first->view.compared = NULL;
      g_autofree char *alone = ipl_figure_table (panels[i], &first->view);
      compare (first, second);
      g_autofree char *both = ipl_figure_table (panels[i], &first->view);
      g_autofree char *a = lines_of (both, "first case");
      g_autofree char *b = lines_of (both, "second & last");
      g_autofree char *words = ipl_figure_describe (panels[i], &first->view);

      g_assert_cmpstr (a, ==, b);
      g_assert_true (g_str_has_suffix (alone, a));
      g_assert_nonnull (strstr (words, "first case compared with second & last"));
      g_assert_nonnull (strstr (words, " second & last: "));
      g_assert_nonnull (strstr (
          words, panels[i]->compares == IPL_COMPARES_WITHIN ? "in the same axes" : "on one scale"));
    }
}

/* What is not drawn of both says so, and is in the table all the same. */
static void
test_not_compared (void)
{
  g_autoptr (Fixture) first = fixture_new (FIXTURE_SAMPLED);
  g_autoptr (Fixture) second = fixture_new (FIXTURE_SAMPLED);

  compare (first, second);
  g_autofree char *words = ipl_figure_describe (&ipl_panel_ranks, &first->view);
  g_autofree char *table = ipl_figure_table (&ipl_panel_ranks, &first->view);
  g_autofree char *b = lines_of (table, "second & last");
  g_assert_nonnull (strstr (words, "only the first is drawn"));
  g_assert_cmpuint (strlen (b), >, 0);
}

/* One scale, whichever of the two has the larger numbers. */
static void
test_one_scale (void)
{
  g_autoptr (Fixture) first = fixture_new (FIXTURE_ONE_SHOT);
  g_autoptr (Fixture) second = fixture_new (FIXTURE_DEEP);
  g_autoptr (Fixture) third = fixture_new (FIXTURE_MANY_HEADS);
  IplView pairs[][2] = { { first->view, second->view }, { first->view, third->view } };
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      IplView *one = &pairs[i][0], *two = &pairs[i][1];
      IplULayout u[2];
      g_autoptr (IplPlot) alone
          = ipl_panel_layout (&ipl_panel_accuracy, one, &style, WIDTH, HEIGHT);
      g_autoptr (IplPlot) other
          = ipl_panel_layout (&ipl_panel_accuracy, two, &style, WIDTH, HEIGHT);
      g_autoptr (IplPlot) both = NULL;

      one->compared = two;
      two->compared = one;
      for (guint shared = 0; shared < 2; shared++)
        {
          one->display.shared_limits = two->display.shared_limits = shared;
          for (guint k = 0; k < 2; k++)
            ipl_u_layout_init (&u[k], &pairs[i][k], &style, WIDTH, HEIGHT);
          g_assert_cmpfloat (u[0].maps.limit, ==, u[1].maps.limit);
          for (guint k = 0; k < 2; k++)
            ipl_u_layout_clear (&u[k]);
        }
      both = ipl_panel_layout (&ipl_panel_accuracy, one, &style, WIDTH, HEIGHT);
      const IplPlotAxes *curve = ipl_plot_get_axes (both, 0);
      const IplPlotAxes *of_one = ipl_plot_get_axes (alone, 0);
      const IplPlotAxes *of_two = ipl_plot_get_axes (other, 0);
      g_assert_cmpfloat (curve->frame.y.lo, <=,
                         MIN (of_one->frame.y.lo, of_two->frame.y.lo) + 1e-12);
      g_assert_cmpfloat (curve->frame.y.hi, >=,
                         MAX (of_one->frame.y.hi, of_two->frame.y.hi) - 1e-12);
      g_assert_cmpuint (curve->legend.keys->len, ==,
                        of_one->legend.keys->len + of_two->legend.keys->len);
    }
  for (guint drops = 0; drops < 2; drops++)
    {
      const IplPanel *panel = drops ? &ipl_panel_heads : &ipl_panel_pruning;
      g_autoptr (IplPlot) left = ipl_panel_layout (panel, &pairs[1][0], &style, WIDTH, HEIGHT);
      g_autoptr (IplPlot) right = ipl_panel_layout (panel, &pairs[1][1], &style, WIDTH, HEIGHT);
      const IplAxis *y[] = { &ipl_plot_get_axes (left, drops)->frame.y,
                             &ipl_plot_get_axes (right, drops)->frame.y };

      g_assert_cmpfloat (y[0]->lo, ==, y[1]->lo);
      g_assert_cmpfloat (y[0]->hi, ==, y[1]->hi);
    }
}

/* What is under the pointer in the second half is what is there in the first. */
static void
test_pick (void)
{
  g_autoptr (Fixture) first = fixture_new (FIXTURE_HMC4);
  g_autoptr (Fixture) second = fixture_new (FIXTURE_HMC4);
  double step = (WIDTH - 0.6 * 8) / 2 + 0.6 * 8;
  guint n = 0;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  compare (first, second);
  for (double y = 0; y < HEIGHT; y += 5)
    for (double x = 0; x < step - 5; x += 5)
      {
        IplTarget left, right;
        gboolean is_left
            = ipl_figure_pick (&ipl_panel_u, &first->view, &style, WIDTH, HEIGHT, x, y, &left);
        gboolean is_right = ipl_figure_pick (&ipl_panel_u, &first->view, &style, WIDTH, HEIGHT,
                                             x + step, y, &right);
        g_assert_cmpint (is_left, ==, is_right);
        g_assert_true (ipl_target_equal (&left, &right));
        n += is_left;
      }
  g_assert_cmpuint (n, >, 100);
}

/* Paths of other cases are other paths; widths are found by what they are. */
static void
test_translate (void)
{
  g_autoptr (Fixture) four = fixture_new (FIXTURE_HMC4);
  g_autoptr (Fixture) same = fixture_new (FIXTURE_SAMPLED);
  g_autoptr (Fixture) deep = fixture_new (FIXTURE_DEEP);
  IplTarget path = IPL_TARGET_NONE, row = IPL_TARGET_NONE, out;

  path.path = 3;
  g_assert_true (ipl_target_translate (&path, &four->view, &same->view, &out));
  g_assert_cmpint (out.path, ==, 3);
  g_assert_false (ipl_target_translate (&path, &four->view, &deep->view, &out));
  for (row.row = 0; row.row < (int)four->sweep->n_rows; row.row++)
    if (ipl_target_translate (&row, &four->view, &deep->view, &out))
      {
        const IplSolution *a = ipl_view_row (&four->view, row.row);
        const IplSolution *b = ipl_view_row (&deep->view, out.row);

        g_assert_cmpuint (ipl_setting_largest_width (&a->setting), ==,
                          ipl_setting_largest_width (&b->setting));
      }
  g_assert_true (ipl_view_has_same_paths (&four->view, &same->view));
  g_assert_false (ipl_view_has_same_paths (&four->view, &deep->view));
  compare (four, same);
  g_autofree char *said = ipl_figure_say (&ipl_panel_u, &path, &four->view);
  g_assert_true (g_str_has_prefix (said, "first case: "));
  g_assert_nonnull (strstr (said, " · second & last: "));
}

/* Errors and accuracies have no axis in common. */
static void
test_refused (void)
{
  g_autoptr (Fixture) signs = fixture_new (FIXTURE_HMC4);
  g_autoptr (Fixture) real = fixture_new (FIXTURE_ONE_LAYER);
  g_autofree char *fine = ipl_view_refuse_comparison (&signs->view, &signs->view);
  g_autofree char *why = ipl_view_refuse_comparison (&signs->view, &real->view);

  g_assert_null (fine);
  g_assert_nonnull (strstr (why, "one kind"));
  compare (signs, real);
  g_autofree char *table = ipl_figure_table (&ipl_panel_u, &signs->view);
  g_assert_false (g_str_has_prefix (table, "case\t"));
}

/* It lives as long as what holds it. */
static void
test_held (void)
{
  g_autoptr (Fixture) first = fixture_new (FIXTURE_HMC4);
  g_autoptr (IplView) held = NULL;
  cairo_surface_t *before, *after;
  gsize bytes;

  {
    g_autofree char *name = g_strdup ("gone");
    /* Solutions of fixtures belong to them alone. */
    IplView second = { .name = name, .the_case = &first->the_case->info, .pruned = -1 };
    IplView view = { .the_case = &first->the_case->info, .compared = &second, .pruned = -1 };

    held = ipl_view_share (&view);
    before = draw (&ipl_panel_u, &view, WIDTH, HEIGHT);
  }
  after = draw (&ipl_panel_u, held, WIDTH, HEIGHT);
  bytes = (gsize)cairo_image_surface_get_stride (before) * HEIGHT;
  g_assert_cmpmem (cairo_image_surface_get_data (before), bytes,
                   cairo_image_surface_get_data (after), bytes);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compared/pairs", test_pairs);
  g_test_add_func ("/compared/itself", test_itself);
  g_test_add_func ("/compared/not-compared", test_not_compared);
  g_test_add_func ("/compared/one-scale", test_one_scale);
  g_test_add_func ("/compared/pick", test_pick);
  g_test_add_func ("/compared/translate", test_translate);
  g_test_add_func ("/compared/refused", test_refused);
  g_test_add_func ("/compared/held", test_held);
  return g_test_run ();
}
