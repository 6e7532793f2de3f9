/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of a page on which text leaves an edge, or lies on other text: of every edge; and of
 * a character that no font has. */
#include "figures/output/export.h"
#include "figures/output/figure.h"

#include <string.h>

#include "figure-fixture.h"
#include "figures/kit/recorder.h"
#include "figures/kit/text.h"

/* Where the middle of a text lies, as parts of the page, and of another. */
static struct
{
  double x, y;
} places[2];

static const char *shown_text = "some text";

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    ipl_text_draw (cr, style, shown_text, style->font_pt, style->ink, places[i].x * width,
                   places[i].y * height, 0.5, 0.5);
}

static const IplPanel panel = {
  .id = "texts",
  .title = "Texts",
  .draw = draw,
  .height_narrow = 0.5,
  .height_wide = 0.5,
};

FIXTURE_TEST (test_edges, "/too-small/edges", FIXTURE_HMC4)
{
  const struct
  {
    double x[2], y[2];
    const char *why; /* nullable: there is room */
  } cases[] = {
    { { 0.5, 0.5 }, { 0.3, 0.7 }, NULL },
    { { 0.5, 0.0 }, { 0.3, 0.7 }, "some text is cut" },
    { { 0.5, 1.0 }, { 0.3, 0.7 }, "some text is cut" },
    { { 0.5, 0.5 }, { 0.3, 0.0 }, "some text is cut" },
    { { 0.5, 0.5 }, { 0.3, 1.0 }, "some text is cut" },
    { { 0.5, 0.5 }, { 0.3, 0.3 }, "some texts overlap" },
    { { 0.3, 0.7 }, { 0.3, 0.3 }, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;
      IplPaper page;

      g_assert_true (ipl_paper_init (&page, "80x40mm", &panel, &fixture->view, 0, 72, NULL));
      for (gsize k = 0; k < 2; k++)
        {
          places[k].x = cases[i].x[k];
          places[k].y = cases[i].y[k];
        }
      text = ipl_figure_too_small (&panel, &fixture->view, &fixture->style, &page);
      if (cases[i].why == NULL)
        g_assert_null (text);
      else if (text == NULL || strstr (text, cases[i].why) == NULL)
        g_error ("case %zu: “%s” does not say that %s", i, text, cases[i].why);
    }
}

/* Of a character from where fonts have none. */
FIXTURE_TEST (test_missing, "/too-small/missing", FIXTURE_HMC4)
{
  g_autofree char *text = NULL;
  IplPaper page;

  g_assert_true (ipl_paper_init (&page, "80x40mm", &panel, &fixture->view, 0, 72, NULL));
  places[0].x = places[1].x = 0.5;
  places[0].y = 0.3;
  places[1].y = 0.7;
  shown_text = "some \U00100042 text";
  text = ipl_figure_too_small (&panel, &fixture->view, &fixture->style, &page);
  shown_text = "some text";
  g_assert_nonnull (text);
  g_assert_true (g_str_has_prefix (text, "No font of this machine has “\U00100042” (U+100042)"));
}

static gboolean
get_language (cairo_t *cr, const IplRecorderText *text, gpointer data)
{
  *(const PangoLanguage **)data
      = pango_context_get_language (pango_layout_get_context (text->layout));
  return TRUE;
}

/* Fonts choose glyphs by the language: a figure is the same in every locale. */
TEST (test_language, "/too-small/language")
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  PangoLanguage *language = NULL;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  ipl_recorder_set (cr, &(IplRecorder){ .set_text = get_language, .data = &language });
  ipl_text_draw (cr, &style, "fi", 8, style.ink, 0, 0, 0, 0);
  g_assert_cmpstr (pango_language_to_string (language), ==, "en");
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}
