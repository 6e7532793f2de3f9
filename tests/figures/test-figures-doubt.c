/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A theory that has not converged is marked in every panel that draws it: in the figure, in words
 * and in tables. An error is nowhere called an accuracy. */

#include "figures/kit/text.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"
#include "figure-once.h"

#include <math.h>
#include <string.h>

#define WIDTH 500
#define HEIGHT 300
#define SENTENCE "The solver was out of breath."

static gboolean
has_text (const IplPanel *panel, const IplView *view, const char *what)
{
  g_autofree char *texts = figure_once_texts (panel, view, FALSE);
  return strstr (texts, what) != NULL;
}

static gboolean
has_words (const IplPanel *panel, const IplView *view, const char *what)
{
  g_autofree char *words = ipl_figure_describe (panel, view);
  return strstr (words, what) != NULL;
}

static gboolean
lists (const IplPanel *panel, const IplView *view, const char *what)
{
  g_autofree char *table = ipl_figure_table (panel, view);
  return strstr (table, what) != NULL;
}

static void
doubt (IplSolution *solution)
{
  solution->converged = FALSE;
  solution->message = g_strdup (SENTENCE);
}

/* Of seven widths the third, N = 50, has not converged. */
static Fixture *
doubtful_fixture (void)
{
  Fixture *fixture = fixture_new (FIXTURE_SAMPLED);
  doubt (fixture->sweep->rows[2]);
  for (guint i = 0; i < fixture->posteriors->len; i++)
    ((IplPosteriorSummary *)g_ptr_array_index (fixture->posteriors, i))->fine = TRUE;
  return fixture;
}

static void
fixture_end (Fixture *fixture)
{
  for (guint i = 0; i < fixture->solutions->len; i++)
    {
      IplSolution *solution = g_ptr_array_index (fixture->solutions, i);
      g_clear_pointer (&solution->message, g_free);
    }
  fixture_free (fixture);
}

/* Panels of one width: marked where that is the one, and only there. */
TEST (test_one_width, "/doubt/one-width")
{
  static const struct
  {
    const IplPanel *panel;
    const char *has_text, *heading;
  } expected[] = {
    { &ipl_panel_paths, "\nnot converged\n", "\tU (not converged)\t" },
    { &ipl_panel_overlap, "\nnot converged\n", "\toverlap (not converged)\t" },
    { &ipl_panel_trace, "\ntheory not converged\n", NULL },
    { &ipl_panel_marginal, "\ntheory not converged\n", NULL },
    { &ipl_panel_calibration, "\ntheory not converged\n", "\tresidual, theory (not converged)\n" },
    { &ipl_panel_posterior, "\ntheory not converged\n", "\ttheory (not converged)\n" },
    { &ipl_panel_all, "\nnot converged\n", "U (not converged)\t" },
  };
  Fixture *fixture = doubtful_fixture ();
  IplView *view = &fixture->view;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    for (int row = 1; row <= 2; row++)
      {
        const IplPanel *panel = expected[i].panel;
        gboolean here = row == 2;
        view->current = fixture->sweep->rows[row];
        g_assert_cmpint (has_text (panel, view, expected[i].has_text), ==, here);
        /* All panels together speak of the sweep in any case. */
        if (panel != &ipl_panel_all)
          g_assert_cmpint (has_words (panel, view,
                                      "The theory has not converged at N = 50: " SENTENCE),
                           ==, here);
        if (expected[i].heading != NULL)
          g_assert_cmpint (lists (panel, view, expected[i].heading), ==, here);
      }
  fixture_end (fixture);
}

/* Panels of all widths: marked wherever the current one stands. */
TEST (test_sweep, "/doubt/sweep")
{
  Fixture *fixture = doubtful_fixture ();
  IplView *view = &fixture->view;

  for (int row = 1; row <= 2; row++)
    {
      view->current = fixture->sweep->rows[row];
      g_assert_true (has_text (&ipl_panel_accuracy, view, "\ntheory, not converged\n"));
      g_assert_true (
          has_words (&ipl_panel_accuracy, view, "has not converged at N = 50: " SENTENCE));
      g_assert_true (lists (&ipl_panel_accuracy, view, "\tsolver\t"));
      g_assert_true (lists (&ipl_panel_accuracy, view, "\t" SENTENCE "\t"));
      view->display.heatmap = IPL_HEATMAP_THEORY;
      g_assert_true (has_text (&ipl_panel_u, view, "\n<i>N</i> = 50 not converged\n"));
      g_assert_cmpint (lists (&ipl_panel_u, view, "U (not converged)\t"), ==, row == 2);
      view->display.heatmap = IPL_HEATMAP_DIFFERENCE;
      g_assert_true (has_text (&ipl_panel_u, view, "\n<i>N</i> = 50 not converged\n"));
      /* These are of the samples alone. */
      view->display.heatmap = IPL_HEATMAP_SAMPLED;
      g_assert_false (has_text (&ipl_panel_u, view, "not converged"));
      view->display.heatmap = IPL_HEATMAP_THEORY;
    }
  /* The current width, solved by itself, where the sweep's own solution is fine. */
  IplSolution alone = *fixture->sweep->rows[1];
  doubt (&alone);
  view->current = &alone;
  g_assert_true (has_text (&ipl_panel_u, view, "\n<i>N</i> = 50, 30 not converged\n"));
  g_assert_true (has_text (&ipl_panel_paths, view, "\nnot converged\n"));
  g_free (alone.message);
  /* Too many to name. */
  view->current = fixture->sweep->rows[2];
  for (guint i = 0; i < 5; i++)
    if (i != 2)
      doubt (fixture->sweep->rows[i]);
  g_assert_true (has_text (&ipl_panel_u, view, "\n5 of 7 widths not converged\n"));
  for (guint i = 0; i < fixture->solutions->len; i++)
    ((IplSolution *)g_ptr_array_index (fixture->solutions, i))->converged = TRUE;
  for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
    if (ipl_panel_fits (*at, view))
      {
        g_assert_false (has_text (*at, view, "not converged"));
        g_assert_false (has_words (*at, view, "not converged"));
        g_assert_false (lists (*at, view, "\tsolver\t"));
      }
  fixture_end (fixture);
}

TEST (test_network, "/doubt/network")
{
  Fixture *fixture = fixture_new (FIXTURE_ONE_SHOT);
  IplView *view = &fixture->view;
  const IplPanel *const panels[] = { &ipl_panel_heads, &ipl_panel_task };

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    g_assert_false (has_text (panels[i], view, "\ntheory not converged\n"));
  doubt ((IplSolution *)view->current);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      g_assert_true (has_text (panels[i], view, "\ntheory not converged\n"));
      g_assert_true (has_words (panels[i], view, SENTENCE));
      g_assert_true (lists (panels[i], view, "(not converged)"));
    }
  /* What was solved anew without a head likewise. */
  ((IplSolution *)view->current)->converged = TRUE;
  IplHeadReport heads = *view->heads;
  view->heads = &heads;
  g_assert_false (has_text (&ipl_panel_heads, view, "not converged"));
  heads.n_doubtful = 2;
  heads.message = "Without this: " SENTENCE;
  g_assert_true (has_text (&ipl_panel_heads, view, "\n2 of these not converged\n"));
  g_assert_true (
      has_words (&ipl_panel_heads, view, "2 heads have not converged. Without this: " SENTENCE));
  fixture_end (fixture);
}

/* Share of dark pixels in a small square around the mark of a row. */
static double
darkness (const IplView *view, guint row)
{
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, 4 * WIDTH, 4 * HEIGHT);
  cairo_surface_t *surface = cairo_get_target (cr);
  IplStyle style;
  double x, y;
  guint dark = 0, n = 0;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  cairo_scale (cr, 4, 4);
  ipl_figure_draw (&ipl_panel_accuracy, view, &style, cr, WIDTH, HEIGHT);
  cairo_surface_flush (surface);
  g_assert_true (fixture_find_item (&ipl_panel_accuracy, view, &style, WIDTH, HEIGHT,
                                    ipl_target_row ((int)row), &x, &y));
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  for (int j = (int)(4 * y) - 2; j <= (int)(4 * y) + 2; j++)
    for (int i = (int)(4 * x) - 2; i <= (int)(4 * x) + 2; i++, n++)
      dark += data[j * stride + 4 * i] < 128;
  return (double)dark / n;
}

/* The mark of one that has not converged is hollow. */
TEST (test_hollow, "/doubt/hollow")
{
  Fixture *fixture = doubtful_fixture ();
  IplView view = fixture->view;

  view.current = fixture->sweep->rows[5];
  view.posteriors = NULL;
  view.posterior = NULL;
  g_assert_cmpfloat (darkness (&view, 3), >, 0.5);
  g_assert_cmpfloat (darkness (&view, 2), <, 0.1);
  fixture_end (fixture);
}

static void
assert_no_accuracy (const char *where, const char *text)
{
  g_autofree char *lower = g_utf8_strdown (text, -1);
  if (strstr (lower, "accuracy") != NULL)
    g_error ("%s calls an error accuracy:\n%s", where, text);
}

TEST (test_regression, "/doubt/regression")
{
  const FixtureKind kinds[] = { FIXTURE_ONE_LAYER, FIXTURE_REGRESSION_SAMPLED };
  guint seen = 0;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kinds[k]);
      g_assert_true (fixture->the_case->labels.kind == IPL_LABELS_NUMBERS);
      for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
        {
          /* Networks are trained on tasks with labels of +1 and -1. */
          if (!ipl_panel_fits (*at, &fixture->view) || *at == &ipl_panel_training)
            continue;
          g_autofree char *texts = figure_once_texts (*at, &fixture->view, FALSE);
          g_autofree char *words = ipl_figure_describe (*at, &fixture->view);
          g_autofree char *table = ipl_figure_table (*at, &fixture->view);
          assert_no_accuracy ((*at)->id, texts);
          assert_no_accuracy ((*at)->id, words);
          assert_no_accuracy ((*at)->id, table);
          assert_no_accuracy ((*at)->id, ipl_panel_heading (*at, &fixture->view));
          seen += strstr (texts, "\nError and width\n") != NULL;
        }
    }
  g_assert_cmpuint (seen, ==, 2);
  /* Labels of +1 and -1 have an accuracy. */
  g_autoptr (Fixture) labels = fixture_new (FIXTURE_HMC4);
  g_assert_cmpstr (ipl_panel_heading (&ipl_panel_accuracy, &labels->view), ==,
                   "Accuracy and width");
  g_assert_true (has_text (&ipl_panel_all, &labels->view, "\nAccuracy and width\n"));
}
