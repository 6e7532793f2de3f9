/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How figures look, as far as somebody chose it: the document and its mistakes, and that figures,
 * words and tables do what it says. */

#include "figures/kit/text.h"
#include "figures/output/figure.h"
#include "figures/output/export.h"
#include "figures/output/style-json.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"
#include "figure-once.h"
#include "style-support.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define WIDTH 600
#define HEIGHT 400

static cairo_surface_t *
paint (const IplPanel *panel, const IplView *view, gboolean marks)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  style.marks_shown = marks;
  ipl_figure_draw (panel, view, &style, cr, WIDTH, HEIGHT);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
equal_pictures (cairo_surface_t *a, cairo_surface_t *b)
{
  return memcmp (cairo_image_surface_get_data (a), cairo_image_surface_get_data (b),
                 (gsize)cairo_image_surface_get_stride (a) * HEIGHT)
         == 0;
}

/* Pixels of a colour, exactly. */
static guint
count_color (cairo_surface_t *surface, guint32 rgb)
{
  guint n = 0;

  for (int y = 0; y < HEIGHT; y++)
    {
      const guint32 *row = (const guint32 *)(cairo_image_surface_get_data (surface)
                                             + (gsize)y * cairo_image_surface_get_stride (surface));

      for (int x = 0; x < WIDTH; x++)
        n += (row[x] & 0xffffff) == rgb;
    }
  return n;
}

/* Names of paths in figures, words, captions and tables; their colors in figures. */
FIXTURE_TEST (test_paths, "/style/paths", FIXTURE_HMC4)
{
  static const char *const panels[] = { "paths", "u", "kernel-tiles" };
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)style_of (
      "{\"version\": 1, \"paths\": {\"1,1\": {\"name\": \"zèbre & co\", \"color\": \"#d01c8b\"}}}");
  IplView view = fixture->view;
  IplTarget target = IPL_TARGET_NONE;
  cairo_surface_t *before, *after;
  g_autofree char *words = NULL, *table = NULL, *said = NULL;

  before = paint (ipl_panel_find ("paths"), &view, FALSE);
  view.figure_style = style;
  after = paint (ipl_panel_find ("paths"), &view, FALSE);
  g_assert_cmpuint (count_color (before, 0xd01c8b), ==, 0);
  g_assert_cmpuint (count_color (after, 0xd01c8b), >, 100);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      g_autofree char *texts = figure_once_texts (ipl_panel_find (panels[i]), &view, FALSE);

      g_assert_nonnull (strstr (texts, "zèbre &amp; co"));
    }
  target = ipl_target_pair (0, 0);
  words = ipl_figure_describe (ipl_panel_find ("paths"), &view);
  table = ipl_figure_table (ipl_panel_find ("paths"), &view);
  said = ipl_figure_describe_target (NULL, &target, &view);
  g_assert_nonnull (strstr (words, "zèbre & co"));
  g_assert_nonnull (strstr (table, "zèbre & co\t"));
  g_assert_nonnull (strstr (said, "zèbre & co"));
}

/* A case with other layers has no such path, and all is as always. */
FIXTURE_TEST (test_other_case, "/style/other-case", FIXTURE_DEEP)
{
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)style_of (
      "{\"version\": 1, \"paths\": {\"1,1\": {\"name\": \"zèbre\", \"color\": \"#d01c8b\"},"
      " \"1,1,99\": {\"name\": \"none\"}}}");
  IplView view = fixture->view;
  cairo_surface_t *before = paint (&ipl_panel_all, &view, FALSE), *after;

  view.figure_style = style;
  after = paint (&ipl_panel_all, &view, FALSE);
  g_assert_true (equal_pictures (before, after));
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
}

FIXTURE_TEST (test_titles, "/style/titles", FIXTURE_HMC4)
{
  g_autoptr (IplFigureStyle) style
      = (IplFigureStyle *)style_of ("{\"version\": 1, \"panels\": {\"accuracy\": {\"title\": \"A "
                                    "<i>B\"}, \"u\": {\"title\": \"\"}}}");
  g_autofree char *before = figure_once_texts (&ipl_panel_all, &fixture->view, FALSE),
                  *after = NULL, *alone = NULL;
  IplView view = fixture->view;
  IplTarget target;
  IplStyle looks;

  view.figure_style = style;
  after = figure_once_texts (&ipl_panel_all, &view, FALSE);
  alone = figure_once_texts (ipl_panel_find ("accuracy"), &view, FALSE);
  g_assert_nonnull (strstr (before, "\nAccuracy and width\n"));
  g_assert_null (strstr (after, "\nAccuracy and width\n"));
  g_assert_nonnull (strstr (after, "\nA &lt;i&gt;B\n"));
  g_assert_nonnull (strstr (before, "Order parameter"));
  g_assert_null (strstr (after, "Order parameter"));
  g_assert_nonnull (strstr (alone, "\nA &lt;i&gt;B\n"));
  /* What lies below the title is found where it is drawn. */
  ipl_style_init (&looks, IPL_THEME_LIGHT, 8);
  g_assert_false (ipl_figure_pick (ipl_panel_find ("accuracy"), &view, &looks, WIDTH, HEIGHT,
                                   WIDTH / 2.0, 2, &target));
}

FIXTURE_TEST (test_legend, "/style/legend", FIXTURE_SAMPLED)
{
  IplView view = fixture->view;

  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    {
      g_autofree char *json = g_strdup_printf (
          "{\"version\": 1, \"panels\": {\"%s\": {\"legend\": false}}}", (*panel)->id);
      g_autoptr (IplFigureStyle) style = (IplFigureStyle *)style_of (json);

      view.figure_style = style;
      cairo_surface_destroy (paint (*panel, &view, TRUE));
      if (g_str_equal ((*panel)->id, "accuracy"))
        {
          g_autofree char *texts = figure_once_texts (*panel, &view, FALSE);

          g_assert_null (strstr (texts, "theory"));
        }
    }
}

/* Every axis whose ends can be chosen: ends far from everything leave axes and no data. */
FIXTURE_TEST (test_ranges, "/style/ranges", FIXTURE_SAMPLED)
{
  static const char *const names[] = { "x", "y" };
  static const guint flags[] = { IPL_RANGE_X, IPL_RANGE_Y };
  IplView view = fixture->view;

  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    for (int direction = 0; direction < IPL_N_AXES; direction++)
      {
        g_autofree char *json
            = g_strdup_printf ("{\"version\": 1, \"panels\": {\"%s\": {\"%s\": [1e7, 2e7]}}}",
                               (*panel)->id, names[direction]);
        g_autoptr (GError) error = NULL;
        const IplFigureStyle *style = ipl_figure_style_from_json (json, &error);

        g_assert_true ((style != NULL) == (((*panel)->ranges & flags[direction]) != 0));
        if (style == NULL)
          continue;
        view.figure_style = style;
        cairo_surface_destroy (paint (*panel, &view, TRUE));
        ipl_figure_style_unref (style);
      }
}

/* What lies outside is cut off at the axes, and the axes say what was chosen. */
FIXTURE_TEST (test_clipped, "/style/clipped", FIXTURE_HMC4)
{
  g_autoptr (IplFigureStyle) inside = (IplFigureStyle *)style_of (
      "{\"version\": 1, \"panels\": {\"accuracy\": {\"x\": [20, 200], \"y\": [0.4, 0.6]}}}");
  g_autoptr (IplFigureStyle) outside = (IplFigureStyle *)style_of (
      "{\"version\": 1, \"panels\": {\"accuracy\": {\"x\": [1e7, 1e8], \"y\": [70, 80]}}}");
  IplView view = fixture->view;
  g_autofree char *texts = NULL;
  cairo_surface_t *bare;
  const guint32 *row;

  view.figure_style = inside;
  texts = figure_once_texts (ipl_panel_find ("accuracy"), &view, FALSE);
  g_assert_nonnull (strstr (texts, "\n0.60\n"));
  g_assert_null (strstr (texts, "\n1000\n"));
  /* In the middle of the plot nothing is left but paper. */
  view.figure_style = outside;
  bare = paint (ipl_panel_find ("accuracy"), &view, TRUE);
  row = (const guint32 *)(cairo_image_surface_get_data (bare)
                          + (gsize)(HEIGHT / 2) * cairo_image_surface_get_stride (bare));
  for (int x = WIDTH / 4; x < WIDTH - 2; x++)
    g_assert_cmphex (row[x] & 0xffffff, ==, 0xffffff);
  cairo_surface_destroy (bare);
}

/* The mark stands at the GP limit too where ends were chosen, and nowhere when its width is beyond
 * them. */
TEST (test_clipped_mark, "/style/clipped-mark")
{
  static const struct
  {
    FixtureKind kind;
    const char *range;
    gboolean shown;
  } marks[] = { { FIXTURE_GP, "[20, 200]", TRUE },
                { FIXTURE_HMC4, "[5, 200]", TRUE },
                { FIXTURE_HMC4, "[20, 200]", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      g_autoptr (Fixture) fixture = fixture_new (marks[i].kind);
      g_autofree char *json = g_strdup_printf (
          "{\"version\": 1, \"panels\": {\"accuracy\": {\"x\": %s}}}", marks[i].range);
      g_autoptr (IplFigureStyle) style = (IplFigureStyle *)style_of (json);
      IplView view = fixture->view;
      cairo_surface_t *with, *without;

      view.figure_style = style;
      with = paint (ipl_panel_find ("accuracy"), &view, TRUE);
      without = paint (ipl_panel_find ("accuracy"), &view, FALSE);
      g_assert_cmpint (equal_pictures (with, without), ==, !marks[i].shown);
      cairo_surface_destroy (with);
      cairo_surface_destroy (without);
    }
}

/* One end alone: the other follows from the data, or the axis keeps its length beyond it. */
TEST (test_one_end, "/style/one-end")
{
  IplPanelStyle panel = { .lo = { NAN, 5 }, .hi = { 0.5, NAN } };
  double lo = 0, hi = 1;

  g_assert_true (ipl_panel_style_apply_range (&panel, IPL_AXIS_X, FALSE, &lo, &hi));
  g_assert_cmpfloat (lo, ==, 0);
  g_assert_cmpfloat (hi, ==, 0.5);
  lo = 0;
  hi = 2;
  g_assert_true (ipl_panel_style_apply_range (&panel, IPL_AXIS_Y, FALSE, &lo, &hi));
  g_assert_cmpfloat (lo, ==, 5);
  g_assert_cmpfloat (hi, ==, 7);
  lo = 1;
  hi = 4;
  g_assert_true (ipl_panel_style_apply_range (&panel, IPL_AXIS_X, TRUE, &lo, &hi));
  g_assert_cmpfloat (lo, ==, 0.125);
  g_assert_cmpfloat (hi, ==, 0.5);
  panel.hi[IPL_AXIS_X] = -1;
  g_assert_false (ipl_panel_style_apply_range (&panel, IPL_AXIS_X, TRUE, &lo, &hi));
  g_assert_false (ipl_panel_style_apply_range (NULL, IPL_AXIS_X, TRUE, &lo, &hi));
}

/* The mark of the width shown is drawn as always, or as it was chosen. */
FIXTURE_TEST (test_marks, "/style/marks", FIXTURE_HMC4)
{
  static const char *const documents[]
      = { "{\"version\": 1, \"marker\": true}", "{\"version\": 1, \"marker\": false}" };
  cairo_surface_t *with = paint (ipl_panel_find ("accuracy"), &fixture->view, TRUE);
  cairo_surface_t *without = paint (ipl_panel_find ("accuracy"), &fixture->view, FALSE);

  g_assert_false (equal_pictures (with, without));
  for (int i = 0; i < 2; i++)
    for (int marks = 0; marks < 2; marks++)
      {
        g_autoptr (IplFigureStyle) style = (IplFigureStyle *)style_of (documents[i]);
        IplView view = fixture->view;
        cairo_surface_t *now;

        view.figure_style = style;
        now = paint (ipl_panel_find ("accuracy"), &view, marks);
        g_assert_true (equal_pictures (now, i == 0 ? with : without));
        cairo_surface_destroy (now);
      }
  cairo_surface_destroy (with);
  cairo_surface_destroy (without);
}

/* Layouts are kept while the looks are the same, and made anew with others. */
FIXTURE_TEST (test_stored, "/style/kept", FIXTURE_HMC4)
{
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)style_of (whole);
  IplFigure *figure = ipl_figure_new (ipl_panel_find ("accuracy"));
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  IplView view = fixture->view;
  IplStyle looks;

  ipl_style_init (&looks, IPL_THEME_LIGHT, 8);
  for (guint i = 0; i < 4; i++)
    {
      view.figure_style = i < 2 ? style : NULL;
      ipl_figure_set (figure, &view, &looks, WIDTH, HEIGHT);
      ipl_figure_paint (figure, cr);
      g_assert_cmpuint (ipl_figure_get_n_layouts (figure), ==, i < 2 ? 1 : 2);
    }
  ipl_figure_free (figure);
}
