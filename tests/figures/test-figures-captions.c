/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What panels are called; a caption of what is hovered covers neither marks nor numbers of small
 * panels. */

#include "figures/help/help-table.h"
#include "figures/kit/recorder.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"

/* Records a place that text or a mark takes. */
static void
on_place (const char *markup, double size, const IplRect *ink, gpointer data)
{
  g_array_append_val (data, *ink);
}

/* Pixels of marks or text there; bands are paler, and a line at what is chosen is narrow. */
static guint
count_dark (cairo_surface_t *surface, const IplRect *plate)
{
  guint n = 0;

  cairo_surface_flush (surface);
  for (int y = (int)plate->y; y < plate->y + plate->h; y++)
    for (int x = (int)plate->x; x < plate->x + plate->w; x++)
      {
        const guint8 *pixel = cairo_image_surface_get_data (surface)
                              + y * cairo_image_surface_get_stride (surface) + 4 * x;

        n += MIN (pixel[0], MIN (pixel[1], pixel[2])) < 150;
      }
  return n;
}

static void
check (const IplPanel *panel, FixtureKind kind, IplTarget target, double width, double height)
{
  g_autoptr (Fixture) fixture = fixture_new (kind);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (IplRect));
  g_autoptr (GArray) captions = g_array_new (FALSE, FALSE, sizeof (IplRect));
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  cairo_surface_t *copy = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  cairo_t *cr = cairo_create (surface), *before = cairo_create (copy);
  IplFigure *figure = ipl_figure_new (panel);
  const IplCaptionRoom room = { width, height, places, NULL, FALSE };
  const IplTarget none = IPL_TARGET_NONE;
  IplRect caption;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 7.5);
  g_strlcpy (style.font_family, "DejaVu Sans", sizeof style.font_family);
  style.has_heading = TRUE;
  ipl_figure_set (figure, &fixture->view, &style, width, height);
  ipl_recorder_set (cr,
                    &(IplRecorder){ .on_text = on_place, .on_place = on_place, .on_data = places });
  ipl_figure_paint (figure, cr);
  cairo_set_source_rgb (before, 1, 1, 1);
  cairo_paint (before);
  cairo_set_source_surface (before, surface, 0, 0);
  cairo_paint (before);
  ipl_recorder_set (cr,
                    &(IplRecorder){ .on_text = on_place, .on_data = captions, .captions = &room });
  ipl_figure_paint_highlights (figure, &none, &target, cr);
  g_assert_cmpint (captions->len, ==, 1);
  caption = g_array_index (captions, IplRect, 0);
  g_test_message ("%s: at %g, %g", panel->id, caption.x, caption.y);
  g_assert_cmpuint (count_dark (copy, &caption), <=, 2 * caption.h);
  ipl_figure_free (figure);
  cairo_destroy (before);
  cairo_surface_destroy (copy);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

TEST (test_captions, "/captions/cover-nothing")
{
  IplTarget step = IPL_TARGET_NONE, component = IPL_TARGET_NONE;
  IplTarget head = IPL_TARGET_NONE;

  step = ipl_target_pruned (2);
  component = ipl_target_component (4);
  head = ipl_target_head (0, 0);
  check (&ipl_panel_pruning, FIXTURE_ONE_SHOT, step, 320, 210);
  check (&ipl_panel_pruning, FIXTURE_ONE_SHOT, head, 320, 210);
  check (&ipl_panel_accuracy, FIXTURE_HMC4, head, 320, 200);
  check (&ipl_panel_accuracy, FIXTURE_SAMPLED, head, 320, 200);
  check (&ipl_panel_overlap, FIXTURE_HMC4, component, 320, 200);
  check (&ipl_panel_heads, FIXTURE_ONE_SHOT, head, 320, 210);
}

/* A panel has one title, which no other has: above the figure, in lists and on its page of help. A
 * composite says in lists that it is one. */
TEST (test_titles, "/captions/titles")
{
  g_autoptr (GHashTable) labels = g_hash_table_new (g_str_hash, g_str_equal);
  IplView view = { 0 };

  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    {
      const IplHelpPage *page = ipl_help_of_panel (panel->id);
      g_autofree char *lettered = g_strconcat (panel->title, ", lettered", NULL);

      g_assert_cmpstr (ipl_panel_heading (panel, &view), ==, panel->title);
      g_assert_cmpstr (ipl_panel_get_label (panel, &view), ==,
                       ipl_panel_is_composite (panel) ? lettered : panel->title);
      if (g_str_equal (page->id, panel->id))
        g_assert_cmpstr (page->title, ==, panel->title);
      g_assert_true (g_hash_table_add (labels, (gpointer)ipl_panel_get_label (panel, &view)));
    }
}
