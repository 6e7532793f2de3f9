/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Picking is the inverse of drawing; focuses are described and stepped through. */

#include "figures/output/figure.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot.h"
#include "figures/view/target-sentence.h"
#include "figure-fixture.h"
#include "places.h"
#include "figure-once.h"

#include <math.h>
#include <string.h>

static const double sizes[][2] = { { 420, 260 }, { 700, 420 }, { 300, 330 } };

/* The figure that is asked, with its layouts: of one panel of one fixture at one size. */
static IplFigure *asked;
static const IplPanel *asked_panel;

static void
forget (void)
{
  g_clear_pointer (&asked, ipl_figure_free);
  asked_panel = NULL;
}

static void
check (const IplPanel *panel, const Fixture *fixture, const IplStyle *style, double w, double h,
       double x, double y, IplTarget expected)
{
  IplTarget target;
  if (panel != asked_panel)
    {
      forget ();
      asked = ipl_figure_new (panel);
      asked_panel = panel;
    }
  ipl_figure_set (asked, &fixture->view, style, w, h);
  g_assert_true (ipl_figure_find (asked, x, y, &target));
  if (!ipl_target_equal (&target, &expected))
    g_error ("%s at %.1f %.1f: picked %d (%d, %d), expected %d (%d, %d)", panel->id, x, y,
             target.kind, target.number[0], target.number[1], expected.kind, expected.number[0],
             expected.number[1]);
}

static void
test_cells (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new (GPOINTER_TO_INT (data));
  IplStyle style;
  forget ();
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (guint s = 0; s < FIXTURE_SIZES (G_N_ELEMENTS (sizes)); s++)
    {
      double x, y, w = sizes[s][0], h = sizes[s][1];
      gsize Pi = fixture->the_case->Pi;
      for (int both = 0; both <= 1; both++)
        {
          fixture->view.display.heatmap = both ? IPL_HEATMAP_SIDE_BY_SIDE : IPL_HEATMAP_THEORY;
          /* A few cells are enough of thousands. */
          gsize stride = Pi > 100 ? 397 : Pi > 16 ? 7 : 1;
          for (gsize cell = 0; cell < (1 + both) * Pi * Pi; cell += stride)
            {
              gsize map = cell / (Pi * Pi), p = cell / Pi % Pi, q = cell % Pi;
              IplTarget expected = ipl_target_pair (p, q);
              g_assert_true (places_cell (&fixture->view, &style, w, h, map, p, q, &x, &y));
              check (&ipl_panel_u, fixture, &style, w, h, x, y, expected);
            }
          g_assert_false (places_cell (&fixture->view, &style, w, h, 1 + both, 0, 0, &x, &y));
        }
      for (guint row = 0; fixture->sweep && row < fixture->sweep->n_rows; row++)
        {
          IplTarget expected = ipl_target_row (row);
          if (places_thumbnail (&fixture->view, &style, w, h, row, &x, &y))
            check (&ipl_panel_u, fixture, &style, w, h, x, y, expected);
          if (fixture_find_item (&ipl_panel_accuracy, &fixture->view, &style, w, h, expected, &x,
                                 &y))
            check (&ipl_panel_accuracy, fixture, &style, w, h, x, y, expected);
        }
      for (guint k = 0; k < 30; k++)
        {
          IplTarget expected = ipl_target_component (k);
          g_assert_true (fixture_find_item (&ipl_panel_overlap, &fixture->view, &style, w, h,
                                            expected, &x, &y));
          check (&ipl_panel_overlap, fixture, &style, w, h, x, y, expected);
        }
    }
}

static void
test_paths (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new (GPOINTER_TO_INT (data));
  const IplCase *the_case = fixture->the_case;
  IplStyle style;
  forget ();
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (guint s = 0; s < FIXTURE_SIZES (G_N_ELEMENTS (sizes)); s++)
    {
      double x, y, w = sizes[s][0], h = sizes[s][1];
      for (gsize p = 0; p<the_case->Pi; p += the_case->Pi> 100 ? 17 : 1)
        {
          IplTarget expected = ipl_target_path (p);
          /* The middle of its line within every head, and its port. */
          for (guint l = 1; l <= the_case->L + 1; l++)
            {
              g_assert_true (places_path (&fixture->view, &style, w, h, p, l, &x, &y));
              check (&ipl_panel_paths, fixture, &style, w, h, x, y, expected);
            }
          for (gsize q = p + 1; q < the_case->Pi && the_case->Pi <= 4; q++)
            if (places_arc (&fixture->view, &style, w, h, p, q, &x, &y))
              {
                expected = ipl_target_pair (p, q);
                check (&ipl_panel_paths, fixture, &style, w, h, x, y, expected);
              }
        }
    }
  IplTarget target;
  g_assert_false (
      ipl_figure_pick (&ipl_panel_paths, &fixture->view, &style, 420, 260, 1, 1, &target));
  g_assert_true (ipl_target_is_none (&target));
  g_assert_false (
      ipl_figure_pick (&ipl_panel_paths, &fixture->view, &style, 420, 260, -50, 1e6, &target));
}

/* On the sheet the same things are picked through the panels' places. */
TEST (test_sheet, "/figures/pick/sheet")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  IplStyle style;
  IplComposite sheet;
  forget ();
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  static const double pages[][2] = { { 520, 400 }, { 250, 700 } };
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      double x, y, w = pages[i][0], h = pages[i][1];
      ipl_composite_layout (&sheet, &ipl_panel_all, &style, w, h);
      const IplRect *u = &sheet.panel[1];
      for (guint p = 0; p < ipl_panel_all.n_parts; p++)
        {
          const IplRect *r = &sheet.panel[p];
          g_assert_true (r->x >= 0 && r->y >= 0 && r->x + r->w <= w + 1e-9
                         && r->y + r->h <= h + 1e-9);
        }
      g_assert_true (places_cell (&fixture->view, &style, u->w, u->h, 0, 0, 2, &x, &y));
      IplTarget expected = ipl_target_pair (0, 2);
      check (&ipl_panel_all, fixture, &style, w, h, u->x + x, u->y + y, expected);
    }
}

#define ROW(i) (ipl_target_row ((int)(i)))

static gboolean
width_at (const IplView *view, const IplStyle *style, double x, double y, double *N, gboolean *gp)
{
  g_autoptr (IplFigure) figure = ipl_figure_new (&ipl_panel_accuracy);
  ipl_figure_set (figure, view, style, 420, 260);
  return ipl_figure_width_at (figure, x, y, N, gp);
}

TEST (test_width_at, "/figures/width-at")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  IplStyle style;
  forget ();
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  double N = 0, last = 0;
  gboolean gp = TRUE;
  for (guint row = 0; row < fixture->sweep->n_rows; row++)
    {
      double x, y;
      g_assert_true (fixture_find_item (&ipl_panel_accuracy, &fixture->view, &style, 420, 260,
                                        ROW (row), &x, &y));
      g_assert_true (width_at (&fixture->view, &style, x, y, &N, &gp));
      g_assert_false (gp);
      double expected = fixture->sweep->rows[row]->setting.N[0];
      g_assert_cmpfloat_with_epsilon (N / expected, 1, 1e-9);
    }
  /* The right end is the GP's; beyond either end the axis holds. */
  g_assert_true (width_at (&fixture->view, &style, 414, 100, &N, &gp));
  g_assert_true (gp);
  g_assert_false (width_at (&fixture->view, &style, -100, 100, &N, &gp));
  g_assert_false (gp);
  g_assert_cmpfloat (N, <, 10);
  g_assert_cmpfloat (N, >=, 1);
  for (double x = 0; x < 420; x++)
    {
      width_at (&fixture->view, &style, x, 100, &N, &gp);
      g_assert_cmpfloat (N, >=, last);
      last = N;
    }
  /* The marker of the GP limit stands where the GP end is. */
  g_autoptr (Fixture) limit = fixture_new (FIXTURE_GP);
  g_assert_true (width_at (&limit->view, &style, 410, 100, &N, &gp));
  g_assert_true (gp);
}

/* The arrow keys reach everything and never leave. */
static void
test_step (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new (GPOINTER_TO_INT (data));
  const IplCase *the_case = fixture->the_case;
  gsize Pi = the_case->Pi;
  IplTarget target = IPL_TARGET_NONE;

  /* Row by row through all cells. */
  g_autofree gboolean *seen = g_new0 (gboolean, Pi * Pi);
  target = ipl_figure_step (&ipl_panel_u, &target, &fixture->view, 1, 0);
  IplTarget line = target;
  for (gsize i = 0; i < Pi; i++)
    {
      target = line;
      for (gsize j = 0; j < Pi; j++)
        {
          g_assert_true (ipl_target_get (&target, IPL_PART_PATH) >= 0
                         && ipl_target_get (&target, IPL_PART_OTHER) >= 0);
          seen[ipl_target_get (&target, IPL_PART_PATH) * Pi
               + ipl_target_get (&target, IPL_PART_OTHER)]
              = TRUE;
          target = ipl_figure_step (&ipl_panel_u, &target, &fixture->view, 1, 0);
        }
      if (fixture->view.sweep)
        g_assert_cmpint (ipl_target_get (&target, IPL_PART_ROW), ==, 0);
      line = ipl_figure_step (&ipl_panel_u, &line, &fixture->view, 0, 1);
    }
  for (gsize i = 0; i < Pi * Pi; i++)
    g_assert_true (seen[i]);

  /* All paths, then all heads. */
  gsize reached = 0;
  memset (seen, 0, Pi * sizeof *seen);
  target = IPL_TARGET_NONE;
  for (gsize i = 0; i < Pi + 3; i++)
    {
      target = ipl_figure_step (&ipl_panel_paths, &target, &fixture->view, 0, 1);
      reached += !seen[ipl_target_get (&target, IPL_PART_PATH)];
      seen[ipl_target_get (&target, IPL_PART_PATH)] = TRUE;
    }
  g_assert_cmpuint (reached, ==, Pi);
  for (int l = the_case->L - 1; l >= 0; l--)
    {
      target = ipl_figure_step (&ipl_panel_paths, &target, &fixture->view, -1, 0);
      g_assert_cmpint (ipl_target_get (&target, IPL_PART_LAYER), ==, l);
      for (guint h = 0; h < the_case->H[l]; h++)
        target = ipl_figure_step (&ipl_panel_paths, &target, &fixture->view, 0, 1);
      g_assert_cmpint (ipl_target_get (&target, IPL_PART_HEAD), ==, the_case->H[l] - 1);
    }
  for (guint l = 0; l < the_case->L; l++)
    target = ipl_figure_step (&ipl_panel_paths, &target, &fixture->view, 1, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_PATH), >=, 0);

  /* All widths and components. */
  target = IPL_TARGET_NONE;
  for (int i = 0; i < 20; i++)
    target = ipl_figure_step (&ipl_panel_accuracy, &target, &fixture->view, 1, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_ROW), ==,
                   fixture->view.sweep ? (int)fixture->sweep->n_rows - 1 : -1);
  target = IPL_TARGET_NONE;
  for (int i = 0; i < 50; i++)
    target = ipl_figure_step (&ipl_panel_overlap, &target, &fixture->view, 1, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_COMPONENT), ==, 29);
}

/* On the posterior's panels the arrow keys choose the entry of U, from the one that is shown; there
 * is nothing to point at. */
TEST (test_entries, "/figures/step/entries")
{
  static const IplPanel *const panels[]
      = { &ipl_panel_trace, &ipl_panel_ranks, &ipl_panel_marginal, &ipl_panel_posterior };
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_SAMPLED);
  IplStyle style;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  fixture->view.pair_p = 2;
  fixture->view.pair_q = 0;
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      IplTarget target = IPL_TARGET_NONE;
      target = ipl_figure_step (panels[i], &target, &fixture->view, 1, 0);
      g_assert_true (ipl_target_get (&target, IPL_PART_PATH) == 2
                     && ipl_target_get (&target, IPL_PART_OTHER) == 0);
      /* Shown in the order 0 2 1 3, and no further than the last. */
      static const int others[] = { 2, 1, 3, 3, 3 };
      for (guint k = 0; k < G_N_ELEMENTS (others); k++)
        {
          target = ipl_figure_step (panels[i], &target, &fixture->view, 1, 0);
          g_assert_cmpint (ipl_target_get (&target, IPL_PART_PATH), ==, 2);
          g_assert_cmpint (ipl_target_get (&target, IPL_PART_OTHER), ==, others[k]);
        }
      for (double x = 5; x < 420; x += 10)
        g_assert_false (
            ipl_figure_pick (panels[i], &fixture->view, &style, 420, 260, x, 130, &target));
    }
  IplTarget target = IPL_TARGET_NONE;
  target = ipl_figure_step (&ipl_panel_calibration, &target, &fixture->view, 1, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_ROW), ==, 0);
}

/* A window may hold the numbers of the last case while the next one is being solved. */
TEST (test_stale, "/figures/stale")
{
  g_autoptr (Fixture) old = fixture_new (FIXTURE_SAMPLED);
  g_autoptr (Fixture) fresh = fixture_new (FIXTURE_DEEP);
  IplView view = old->view;
  view.the_case = &fresh->the_case->info;
  IplStyle style;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 500, 400);
  cairo_t *cr = cairo_create (surface);
  IplTarget target = ipl_target_pair (40, 60), none = IPL_TARGET_NONE;
  ipl_figure_draw (&ipl_panel_all, &view, &style, cr, 500, 400);
  ipl_figure_draw (&ipl_panel_posterior, &view, &style, cr, 500, 400);
  ipl_figure_draw_overlay (&ipl_panel_all, &view, &style, &target, &none, cr, 500, 400);
  g_autofree char *text = ipl_target_describe (&target, &view);
  g_assert_nonnull (strstr (text, "not solved yet"));
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

TEST (test_ids, "/figures/ids")
{
  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    {
      g_assert_true (ipl_panel_find (panel->id) == panel);
      g_assert_nonnull (panel->title);
    }
  g_assert_null (ipl_panel_find ("heat"));
}

/* A pointer that moves over a figure works out no layout: that is done once for a view, a style and
 * a size, and anew when one of these differs or the figure is told that results have changed. */
FIXTURE_TEST (test_layouts_once, "/figures/layouts-once", FIXTURE_SAMPLED, FIXTURE_ONE_SHOT)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 420, 420);
  cairo_t *cr = cairo_create (surface);
  IplStyle style;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    {
      g_autoptr (IplFigure) figure = ipl_figure_new (panel);
      guint once = panel->layout_init || panel->build ? 1 : 0;
      if (!ipl_panel_fits (panel, &fixture->view))
        continue;
      for (guint i = 0; i < panel->n_parts; i++)
        once += panel->parts[i].panel->layout_init || panel->parts[i].panel->build ? 1 : 0;
      ipl_figure_set (figure, &fixture->view, &style, 420, 420);
      ipl_figure_paint (figure, cr);
      g_assert_cmpuint (ipl_figure_get_n_layouts (figure), ==, once);
      for (int step = 0; step < 100; step++)
        {
          IplTarget target, alone;
          double x = 4.2 * step, y = 210 + 100 * sin (0.3 * step);
          ipl_figure_set (figure, &fixture->view, &style, 420, 420);
          ipl_figure_find (figure, x, y, &target);
          ipl_figure_paint_highlights (figure, NULL, &target, cr);
          ipl_figure_pick (panel, &fixture->view, &style, 420, 420, x, y, &alone);
          g_assert_true (ipl_target_equal (&target, &alone));
        }
      g_assert_cmpuint (ipl_figure_get_n_layouts (figure), ==, once);
      ipl_figure_set (figure, &fixture->view, &style, 400, 420);
      ipl_figure_paint (figure, cr);
      g_assert_cmpuint (ipl_figure_get_n_layouts (figure), ==, 2 * once);
      ipl_figure_invalidate (figure);
      ipl_figure_set (figure, &fixture->view, &style, 400, 420);
      ipl_figure_paint (figure, cr);
      g_assert_cmpuint (ipl_figure_get_n_layouts (figure), ==, 3 * once);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

BEFORE_TESTS (add_fixtures)
{
  for (int kind = 0; kind < N_FIXTURES; kind++)
    {
      gpointer row = GINT_TO_POINTER (kind);

      if (kind != FIXTURE_UNSOLVED && kind != FIXTURE_ONLY_SAMPLED)
        test_add_row (test_cells, row, "/figures/pick/cells/%s", fixture_names[kind]);
      test_add_row (test_paths, row, "/figures/pick/paths/%s", fixture_names[kind]);
      test_add_row (test_step, row, "/figures/step/%s", fixture_names[kind]);
    }
}

AFTER_TESTS (forget_last)
{
  forget ();
}
