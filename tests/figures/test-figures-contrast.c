/* SPDX-License-Identifier: GPL-3.0-or-later */

/* High contrast means it: every text of every figure is read off the pixels, against what lies
 * behind it there. */

#include "figures/kit/text.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"
#include "pixel-contrast.h"

#include <string.h>

/* WCAG 2.1: 1.4.6 and 1.4.3. */
#define HIGH_CONTRAST 7.0
#define CONTRAST 4.5
/* Pixels for a point: strokes of letters have an inside. */
#define SCALE 6

typedef struct
{
  char *markup;
  IplRect ink; /* pixels */
} Text;

static void
text_clear (gpointer data)
{
  g_free (((Text *)data)->markup);
}

static void
record (const char *markup, double size, const IplRect *ink, gpointer data)
{
  Text text = { g_strdup (markup), *ink };

  g_array_append_val (data, text);
}

/* The texts of a figure that have less contrast than @least, which it names. */
static guint
check (const Fixture *fixture, const char *name, const IplPanel *panel, IplTheme theme,
       IplLook look, double least)
{
  static const char *const themes[] = { "light", "dark", "contrast", "contrast-dark" };
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (Text));
  double width = 480, height = 330;
  cairo_surface_t *surface;
  guint wrong = 0;
  IplStyle style;
  cairo_t *cr;

  g_array_set_clear_func (texts, text_clear);
  ipl_style_init (&style, theme, 9);
  g_strlcpy (style.font_family, "DejaVu Sans", sizeof style.font_family);
  style.look = look;
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)(SCALE * width),
                                        (int)(SCALE * height));
  cr = cairo_create (surface);
  cairo_scale (cr, SCALE, SCALE);
  ipl_recorder_set (cr, &(IplRecorder){ .on_text = record, .on_data = texts });
  ipl_figure_draw (panel, &fixture->view, &style, cr, width, height);
  cairo_surface_flush (surface);
  g_assert_cmpuint (texts->len, >, 0);
  for (guint i = 0; i < texts->len; i++)
    {
      const Text *text = &g_array_index (texts, Text, i);
      double c = text->ink.w > 0 && text->ink.h > 0 ? pixel_contrast (surface, &text->ink) : 21;

      if (c >= least)
        continue;
      wrong++;
      g_test_message ("%s, %s, %s, %s look: “%s” has a contrast of %.1f, not %.1f", name, panel->id,
                      themes[theme], look == IPL_LOOK_INTERPLAY ? "own" : "the paper's",
                      text->markup, c, least);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return wrong;
}

static void
test_texts (gconstpointer data)
{
  IplTheme theme = (IplTheme)GPOINTER_TO_INT (data);
  static const FixtureKind kinds[]
      = { FIXTURE_HMC4, FIXTURE_DEEP, FIXTURE_SAMPLED, FIXTURE_ONE_SHOT, FIXTURE_UNSOLVED };
  guint wrong = 0;

  for (guint k = 0; k < FIXTURE_SIZES (G_N_ELEMENTS (kinds)); k++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kinds[k]);

      fixture->view.display.heatmap = IPL_HEATMAP_SIDE_BY_SIDE;
      for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
        for (IplLook look = IPL_LOOK_INTERPLAY;
             look <= IPL_LOOK_PAPER && ipl_panel_fits (panel, &fixture->view)
             && !ipl_panel_is_composite (panel);
             look++)
          wrong += check (fixture, fixture_names[kinds[k]], panel, theme, look,
                          theme >= IPL_THEME_CONTRAST ? HIGH_CONTRAST : CONTRAST);
    }
  if (wrong > 0)
    g_test_fail_printf ("%u texts have too little contrast", wrong);
}

TEST_ROWS (add_themes)
{
  test_add_row (test_texts, GINT_TO_POINTER (IPL_THEME_LIGHT), "/figures/contrast/light");
  test_add_row (test_texts, GINT_TO_POINTER (IPL_THEME_DARK), "/figures/contrast/dark");
  test_add_row (test_texts, GINT_TO_POINTER (IPL_THEME_CONTRAST), "/figures/contrast/high");
  test_add_row (test_texts, GINT_TO_POINTER (IPL_THEME_CONTRAST_DARK),
                "/figures/contrast/high-dark");
}
