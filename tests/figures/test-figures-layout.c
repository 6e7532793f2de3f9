/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every panel at every size, in every theme, with every kind of data: drawn without error, all text
 * on the page, none on top of another, none too small. */

#include "figures/kit/text.h"
#include "figures/pages/page-size.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figures/panels/theory/path-diagram-layout.h"
#include "figure-fixture.h"
#include "places.h"
#include "figure-once.h"
#include "table-columns.h"

#include <math.h>

#define TOLERANCE 0.15 /* pt */

typedef struct
{
  char *markup;
  double size;
  IplRect ink;
} Text;

static void
text_clear (gpointer data)
{
  g_free (((Text *)data)->markup);
}

static void
record (const char *markup, double size, const IplRect *ink, gpointer data)
{
  Text text = { g_strdup (markup), size, *ink };
  g_array_append_val ((GArray *)data, text);
}

static void
check_texts (const GArray *texts, const char *what, double width, double height, double smallest)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const Text *a = &g_array_index (texts, Text, i);
      if (a->ink.w <= 0 || a->ink.h <= 0)
        continue;
      if (a->ink.x < -TOLERANCE || a->ink.y < -TOLERANCE || a->ink.x + a->ink.w > width + TOLERANCE
          || a->ink.y + a->ink.h > height + TOLERANCE)
        g_error ("%s: “%s” leaves the page: %.1f %.1f %.1f×%.1f on %.0f×%.0f", what, a->markup,
                 a->ink.x, a->ink.y, a->ink.w, a->ink.h, width, height);
      if (a->size < smallest - 1e-9)
        g_error ("%s: “%s” is set in %.2f pt, less than %g", what, a->markup, a->size, smallest);
      for (guint j = 0; j < i; j++)
        {
          const Text *b = &g_array_index (texts, Text, j);
          double w = fmin (a->ink.x + a->ink.w, b->ink.x + b->ink.w) - fmax (a->ink.x, b->ink.x);
          double h = fmin (a->ink.y + a->ink.h, b->ink.y + b->ink.h) - fmax (a->ink.y, b->ink.y);
          if (w > TOLERANCE && h > TOLERANCE)
            g_error ("%s: “%s” and “%s” overlap by %.1f×%.1f at %.1f %.1f of %.0f×%.0f", what,
                     a->markup, b->markup, w, h, a->ink.x, a->ink.y, width, height);
        }
    }
}

static void
draw_and_check (const Fixture *fixture, const char *name, const IplPanel *panel, const char *size,
                IplTheme theme, gboolean strict)
{
  IplPaper page;
  IplStyle style, at_size;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (Text));
  g_array_set_clear_func (texts, text_clear);

  ipl_style_init (&style, theme, 8);
  g_strlcpy (style.font_family, "DejaVu Sans", sizeof style.font_family);
  ipl_paper_init (&page, size, panel, &fixture->view, 0, 72, &error);
  g_assert_no_error (error);
  ipl_paper_apply (&page, &style, &at_size);

  cairo_rectangle_t extents = { 0, 0, page.width_pt, page.height_pt };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  ipl_recorder_set (cr, &(IplRecorder){ .on_text = record, .on_data = texts });
  ipl_figure_draw (panel, &fixture->view, &at_size, cr, page.width_pt, page.height_pt);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);

  g_autofree char *what = g_strdup_printf ("%s, %s, %s", name, panel->id, size);
  if (strict)
    g_assert_cmpuint (texts->len, >, 0);
  if (strict)
    {
      /* All text has the size that was asked for, and no size is called too small. */
      g_autofree char *small = theme == IPL_THEME_LIGHT
                                   ? ipl_figure_too_small (panel, &fixture->view, &style, &page)
                                   : NULL;
      check_texts (texts, what, page.width_pt, page.height_pt, page.font_pt);
      if (small != NULL)
        g_error ("%s: %s", what, small);
    }

  /* Lighting something leaves the context usable too. */
  static const IplTarget focuses[] = {
    ipl_target_path (0),      ipl_target_pair (0, 0),   ipl_target_head (0, 0),
    ipl_target_row (0),       ipl_target_component (2), ipl_target_pair (9999, 9999),
    ipl_target_head (99, 99), ipl_target_row (9999),    ipl_target_component (9999),
  };
  g_autoptr (IplFigure) figure = ipl_figure_new (panel);
  ipl_figure_set (figure, &fixture->view, &at_size, page.width_pt, page.height_pt);
  for (guint i = 0; i < G_N_ELEMENTS (focuses); i++)
    ipl_figure_paint_highlights (figure, &focuses[i], &focuses[(i + 1) % G_N_ELEMENTS (focuses)],
                                 cr);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* What is too small is said, with a size and a text that are not. */
FIXTURE_TEST (test_too_small, "/figures/too-small", FIXTURE_HMC4)
{
  static const struct
  {
    const IplPanel *panel;
    const char *size, *word;
  } cases[] = { { &ipl_panel_all, "40x30mm", "Attention paths" },
                { &ipl_panel_paths, "25x18mm", "Attention paths" },
                { &ipl_panel_accuracy, "20x15mm", "Accuracy and width" },
                { &ipl_panel_u, "15x13mm", "Order parameter" },
                { &ipl_panel_overlap, "20x15mm", "Principal components" },
                { &ipl_panel_kernels, "40x30mm", "Path-path kernels" } };

  g_strlcpy (fixture->style.font_family, "DejaVu Sans", sizeof fixture->style.font_family);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL, *better = NULL, *again = NULL;
      const char *at;
      double w, h;
      IplPaper page;
      char *end;

      g_assert_true (
          ipl_paper_init (&page, cases[i].size, cases[i].panel, &fixture->view, 0, 72, NULL));
      text = ipl_figure_too_small (cases[i].panel, &fixture->view, &fixture->style, &page);
      g_assert_nonnull (text);
      g_test_message ("%s", text);
      g_assert_nonnull (strstr (text, cases[i].word));
      at = strstr (text, "fits on ");
      g_assert_nonnull (at);
      w = g_ascii_strtod (at + strlen ("fits on "), &end);
      h = g_ascii_strtod (end + strlen (" × "), NULL);
      better = g_strdup_printf ("%.0fx%.0fmm", w, h);
      g_assert_true (ipl_paper_init (&page, better, cases[i].panel, &fixture->view, 7, 72, NULL));
      again = ipl_figure_too_small (cases[i].panel, &fixture->view, &fixture->style, &page);
      g_assert_null (again);
    }
}

/* Sub- and superscripts take the room of text of 5 pt at least, in every font. */
TEST (test_scripts, "/figures/scripts")
{
  static const char *const families[] = { "DejaVu Sans", "Helvetica", "Liberation Sans" };

  for (guint f = 0; f < G_N_ELEMENTS (families); f++)
    for (double size = 4; size <= 9; size += 0.5)
      {
        IplStyle style;
        double sub, sup, least;

        ipl_style_init (&style, IPL_THEME_LIGHT, 8);
        g_strlcpy (style.font_family, families[f], sizeof style.font_family);
        sub = ipl_text_width (&style, "<sub>000</sub>", size);
        sup = ipl_text_width (&style, "<sup>000</sup>", size);
        least = ipl_text_width (&style, "000", size < 5 ? 0.4 * size : 5);
        g_assert_cmpfloat (sub, >=, 0.99 * least);
        g_assert_cmpfloat (sup, >=, 0.99 * least);
        g_assert_cmpfloat (sub, <, ipl_text_width (&style, "000", MAX (size, 5.01)) + 0.01);
      }
}

static void
test_presets (gconstpointer data)
{
  FixtureKind kind = GPOINTER_TO_INT (data);
  guint n;
  const IplPaperPreset *presets = ipl_paper_presets (&n);
  g_autoptr (Fixture) fixture = fixture_new (kind);
  n = FIXTURE_SIZES (n);
  for (int shared = 0; shared <= 1; shared++)
    {
      fixture->view.display.shared_limits = shared;
      for (IplHeatmapMode mode = 1; mode < IPL_N_HEATMAPS; mode++)
        for (guint i = 0; i < n; i++)
          {
            g_autofree char *name = g_strdup_printf ("%s %s", fixture_names[kind],
                                                     ipl_choice_heatmap.options[mode].id);
            /* Of what is not sampled, one mode is like another. */
            if (kind >= FIXTURE_ONE_SHOT && mode < IPL_HEATMAP_SIDE_BY_SIDE)
              continue;
            fixture->view.display.heatmap = mode;
            draw_and_check (fixture, name, &ipl_panel_u, presets[i].id, IPL_THEME_LIGHT, TRUE);
            if (!shared)
              draw_and_check (fixture, name, &ipl_panel_all, presets[i].id, IPL_THEME_DARK, TRUE);
          }
      fixture->view.display.heatmap = IPL_HEATMAP_THEORY;
      for (guint i = 0; i < n; i++)
        for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
          for (IplTheme theme = IPL_THEME_LIGHT; theme <= IPL_THEME_CONTRAST_DARK; theme++)
            {
              /* Text does not depend on the theme's colours. */
              if ((i > 0 || shared || kind > FIXTURE_ONE_SHOT) && theme != IPL_THEME_LIGHT)
                continue;
              draw_and_check (fixture, fixture_names[kind], panel, presets[i].id, theme, TRUE);
            }
    }
}

/* Tables of all panels have the columns of their headings. */
TEST (test_tables, "/figures/tables")
{
  for (int kind = 0; kind < N_FIXTURES; kind++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kind);
      for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
        if (ipl_panel_fits (*at, &fixture->view))
          {
            g_autofree char *table = ipl_figure_table (*at, &fixture->view);
            assert_table_columns ((*at)->id, table);
          }
    }
}

/* Sizes no one should ask for: nothing breaks. */
TEST (test_odd_sizes, "/figures/odd-sizes")
{
  static const char *const sizes[] = {
    "0.5x0.5in", "0.5x10in", "10x0.5in", "60x0.6in", "1x1in", "2x1.2in", "400x60pt", "60x400pt",
  };
  for (int kind = 0; kind < N_FIXTURES; kind++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kind);
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
          {
            fixture->view.display.heatmap = panel == &ipl_panel_u ? IPL_HEATMAP_SIDE_BY_SIDE : 0;
            draw_and_check (fixture, fixture_names[kind], panel, sizes[i], IPL_THEME_LIGHT, FALSE);
          }
    }
}

/* The card of a task, of the paper's two chains and of long sequences without a chain. */
TEST (test_card, "/figures/card")
{
  guint n;
  const IplPaperPreset *presets = ipl_paper_presets (&n);
  static const char *const odd[] = { "0.5x0.5in", "0.5x10in", "10x0.5in", "2x1.2in", "400x60pt" };

  for (guint tokens = 1; tokens <= 30; tokens += 29)
    {
      g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
      g_autoptr (IplTaskCard) card = NULL;
      IplMarkovChain chain;

      ipl_markov_chain_init_hmc4 (&chain);
      chain.n_test = 20;
      chain.n_tokens = tokens;
      card = ipl_task_card_new_of_chain (&chain, 1, NULL);
      fixture->the_case->level = IPL_LEVEL_WEIGHTS;
      fixture->the_case->T = card->T;
      fixture->view.card = card;
      for (guint chained = 0; chained <= 1; chained++)
        {
          card->is_chain = chained != 0;
          for (guint i = 0; i < n; i++)
            draw_and_check (fixture, "card", &ipl_panel_task_card, presets[i].id, IPL_THEME_LIGHT,
                            TRUE);
          for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
            draw_and_check (fixture, "card", &ipl_panel_task_card, odd[i], IPL_THEME_DARK, FALSE);
        }
    }
}

FIXTURE_TEST (test_components, "/figures/components", FIXTURE_HMC4)
{
  static const guint counts[] = { 1, 2, 3, 10, 77, 100, 100000 };
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      fixture->view.display.n_components = counts[i];
      draw_and_check (fixture, "components", &ipl_panel_overlap, "icml", IPL_THEME_LIGHT, TRUE);
    }
}

/* All lengths follow the text: a figure at twice the size with twice the text is the same figure.
 */
TEST (test_scales, "/figures/scales")
{
  g_autoptr (Fixture) sampled = fixture_new (FIXTURE_SAMPLED);
  g_autoptr (Fixture) trained = fixture_new (FIXTURE_ONE_SHOT);
  sampled->view.display.heatmap = trained->view.display.heatmap = IPL_HEATMAP_SIDE_BY_SIDE;
  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    {
      const Fixture *fixture
          = panel->needs & (IPL_NEEDS_THEORY | IPL_NEEDS_SAMPLES) ? sampled : trained;
      g_autoptr (GArray) once = g_array_new (FALSE, FALSE, sizeof (Text));
      g_autoptr (GArray) twice = g_array_new (FALSE, FALSE, sizeof (Text));
      g_array_set_clear_func (once, text_clear);
      g_array_set_clear_func (twice, text_clear);
      for (int k = 1; k <= 2; k++)
        {
          IplStyle style;
          /* From 20 to 40 pt, where no smallest size steps in. */
          ipl_style_init (&style, IPL_THEME_LIGHT, 20 * k);
          cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
          cairo_t *cr = cairo_create (surface);
          ipl_recorder_set (cr,
                            &(IplRecorder){ .on_text = record, .on_data = k == 1 ? once : twice });
          ipl_figure_draw (panel, &fixture->view, &style, cr, 1000 * k, 800 * k);
          cairo_destroy (cr);
          cairo_surface_destroy (surface);
        }
      g_assert_cmpuint (once->len, ==, twice->len);
      for (guint i = 0; i < once->len; i++)
        {
          const Text *a = &g_array_index (once, Text, i), *b = &g_array_index (twice, Text, i);
          g_assert_cmpstr (a->markup, ==, b->markup);
          /* Pango counts in 1/1024 pt. */
          g_assert_cmpfloat_with_epsilon (2 * a->ink.x, b->ink.x, 0.1);
          g_assert_cmpfloat_with_epsilon (2 * a->ink.y, b->ink.y, 0.1);
        }
    }
}

/* Under the scrubber only what is shown changes: the panels' parts stay where they are. */
FIXTURE_TEST (test_steady, "/figures/steady", FIXTURE_HMC4, FIXTURE_SAMPLED)
{
  static const double sizes[][2] = { { 420, 260 }, { 700, 420 }, { 300, 330 }, { 240, 200 } };
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      double w = sizes[s][0], h = sizes[s][1], first[8] = { 0 };
      for (guint row = 0; row <= fixture->sweep->n_rows; row++)
        {
          double at[8];
          IplView view = fixture->view;
          view.current = row < fixture->sweep->n_rows ? fixture->sweep->rows[row] : view.gp;
          places_path (&view, &fixture->style, w, h, 2, 2, &at[0], &at[1]);
          places_cell (&view, &fixture->style, w, h, 0, 0, 3, &at[2], &at[3]);
          fixture_find_item (&ipl_panel_accuracy, &view, &fixture->style, w, h, ipl_target_row (4),
                             &at[4], &at[5]);
          fixture_find_item (&ipl_panel_overlap, &view, &fixture->style, w, h,
                             ipl_target_component (7), &at[6], &at[7]);
          for (guint i = 0; i < G_N_ELEMENTS (at); i++)
            {
              if (row == 0)
                first[i] = at[i];
              g_assert_cmpfloat (at[i], ==, first[i]);
            }
        }
    }
}

/* Every panel answers to every kind of target: the overlay leaves marks. */
FIXTURE_TEST (test_answers, "/figures/answers", FIXTURE_HMC4)
{
  static const IplTarget focuses[] = {
    ipl_target_path (1), ipl_target_pair (0, 2),   ipl_target_head (1, 0),
    ipl_target_row (2),  ipl_target_component (4),
  };
  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    for (guint i = 0; i < G_N_ELEMENTS (focuses) && ipl_panel_fits (panel, &fixture->view); i++)
      for (int hovered = 0; hovered <= 1; hovered++)
        {
          IplTarget none = IPL_TARGET_NONE;
          double x, y, w, h;
          cairo_surface_t *surface
              = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
          cairo_t *cr = cairo_create (surface);
          ipl_figure_draw_overlay (panel, &fixture->view, &fixture->style,
                                   hovered ? &none : &focuses[i], hovered ? &focuses[i] : &none, cr,
                                   400, 300);
          cairo_recording_surface_ink_extents (surface, &x, &y, &w, &h);
          g_assert_cmpfloat (w * h, >, 0);
          cairo_destroy (cr);
          cairo_surface_destroy (surface);
        }
}

/* The overlay must not cost more than a pointer's motion may: see `meson test --benchmark` for a
 * quiet machine; here only that it is far from a frame. */
TEST (test_overlay_cost, "/figures/overlay-cost")
{
  g_autoptr (Fixture) sampled = fixture_new (FIXTURE_DEEP_SAMPLED);
  g_autoptr (Fixture) trained = fixture_new (FIXTURE_MANY_HEADS);
  IplStyle style;
  IplTarget none = IPL_TARGET_NONE, target = IPL_TARGET_NONE;
  const int n = 20;
  ipl_style_init (&style, IPL_THEME_LIGHT, 10);
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_ARGB32, 600, 400);
  sampled->view.display.heatmap = IPL_HEATMAP_SIDE_BY_SIDE;
  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    {
      const Fixture *fixture
          = panel->needs & (IPL_NEEDS_THEORY | IPL_NEEDS_SAMPLES) ? sampled : trained;
      double best = INFINITY;
      for (int i = 0; i < n; i++)
        {
          gint64 start = g_get_monotonic_time ();
          target = ipl_target_path (i % 64);
          ipl_figure_draw_overlay (panel, &fixture->view, &style, &none, &target, cr, 600, 400);
          best = fmin (best, g_get_monotonic_time () - start);
        }
      gint64 start = g_get_monotonic_time ();
      for (int i = 0; i < 5; i++)
        ipl_figure_draw (panel, &fixture->view, &style, cr, 600, 400);
      g_test_message ("%s with many paths: overlay %.2f ms, figure %.2f ms", panel->id, best / 1000,
                      (g_get_monotonic_time () - start) / 5000.0);
      g_assert_cmpfloat (best, <, 8000);
    }
}

/* By default paths are on one scale over widths: from the GP limit to N = 10 they grow with U. */
FIXTURE_TEST (test_growth, "/figures/growth", FIXTURE_HMC4)
{
  const IplSolution *narrow = fixture->sweep->rows[0];
  IplView view = fixture->view;
  IplPathThickness at_gp, at_10;

  g_assert_cmpuint (narrow->setting.N[0], ==, 10);
  ipl_display_init (&view.display);
  view.current = narrow;
  ipl_path_thickness_init (&at_10, &view, 10);
  view.current = view.gp;
  ipl_path_thickness_init (&at_gp, &view, 10);
  g_assert_cmpfloat (at_gp.largest, ==, at_10.largest);
  g_assert_cmpfloat (ipl_path_thickness_get (&at_gp, view.gp->U[0], 0.1), <,
                     0.2 * ipl_path_thickness_get (&at_10, narrow->U[0], 0.1));
}

BEFORE_TESTS (add_presets)
{
  /* The others in the suite "long". */
  for (int kind = 0; kind < N_FIXTURES; kind += g_test_slow () ? 1 : 2)
    test_add_row (test_presets, GINT_TO_POINTER (kind), "/figures/presets/%s", fixture_names[kind]);
}
