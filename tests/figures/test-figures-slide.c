/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of a story: captions, fades, what is read aloud. */
#include "figures/story/slide.h"
#include "figure-fixture.h"
#include "stop-support.h"

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const guchar *data = cairo_image_surface_get_data (surface);

  return ((const guint32 *)(gconstpointer)(data + y * cairo_image_surface_get_stride (surface)))[x]
         & 0xffffff;
}

/* Inked pixels in the lowest eighth, where the caption is. */
static guint
count_caption (cairo_surface_t *surface, guint32 paper)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  guint n = 0;

  cairo_surface_flush (surface);
  for (int y = height - height / 9; y < height; y++)
    for (int x = 0; x < width; x++)
      n += pixel (surface, x, y) != paper;
  return n;
}

/* What is drawn is found, at any size, and what is said has its place. */
FIXTURE_TEST (test_slide, "/story/slide", FIXTURE_HMC4)
{
  static const int sizes[][2] = { { 960, 540 }, { 320, 240 }, { 40, 700 }, { 3, 2 } };
  g_autoptr (IplSlide) slide = ipl_slide_new ();
  IplStyle style;

  for (guint dark = 0; dark < 2; dark++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      for (guint n = 1; n <= IPL_STOP_MAX_PANELS; n++)
        {
          static const char *const panels[]
              = { "u", "paths", "accuracy", "overlap", "all", "heads" };
          g_autoptr (IplStop) stop = stop_at ("10", "u");
          g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, sizes[i][0], sizes[i][1]);
          IplStoryPoint point;
          IplTarget found;
          gboolean any = FALSE;

          for (guint k = 0; k < n; k++)
            stop->panels[k] = ipl_panel_find (panels[k]);
          stop->n_panels = n;
          stop->emphasised = stop->panels[n - 1];
          ipl_stop_set_caption (stop, "What is said <here>, & more than one line of it where the "
                                      "picture is narrow");
          ipl_story_at_stop (stop, &point);
          ipl_style_init (&style, dark ? IPL_THEME_DARK : IPL_THEME_LIGHT, 9);
          ipl_slide_set (slide, stop, &fixture->view, &style, sizes[i][0], sizes[i][1]);
          ipl_slide_paint_point (slide, &point, NULL, NULL, NULL, cr);
          g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
          if (i == 0)
            {
              for (int x = 0; x < sizes[i][0] / 2; x += 5)
                any = any
                      || ipl_slide_find (slide, x, sizes[i][1] / 4.0, &found) == stop->panels[0];
              g_assert_true (any);
              g_assert_cmpuint (count_caption (cairo_get_target (cr),
                                               pixel (cairo_get_target (cr), 0, 0)),
                                >, 100);
            }
        }
}

/* The row below the first line of text between two columns. */
static int
find_end_of_line (cairo_surface_t *surface, int left, int right)
{
  int height = cairo_image_surface_get_height (surface);
  gboolean begun = FALSE;

  for (int y = 0; y < height; y++)
    {
      gboolean inked = FALSE;

      for (int x = left; x < right; x++)
        inked = inked || pixel (surface, x, y) != pixel (surface, 0, 0);
      if (begun && !inked)
        return y;
      begun = begun || inked;
    }
  return height;
}

/* Headings beside each other are level: “Order parameter” with a symbol, “Attention paths” without.
 */
FIXTURE_TEST (test_headings, "/story/headings", FIXTURE_HMC4)
{
  g_autoptr (IplSlide) slide = ipl_slide_new ();
  g_autoptr (IplStop) stop = stop_at ("10", "u");
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, 1600, 1000);
  cairo_surface_t *surface = cairo_get_target (cr);
  IplStoryPoint point;
  IplStyle style;

  stop->panels[0] = ipl_panel_find ("paths");
  stop->panels[1] = ipl_panel_find ("u");
  stop->n_panels = 2;
  stop->emphasised = NULL;
  ipl_story_at_stop (stop, &point);
  ipl_style_init (&style, IPL_THEME_LIGHT, 24);
  ipl_slide_set (slide, stop, &fixture->view, &style, 1600, 1000);
  ipl_slide_paint_point (slide, &point, NULL, NULL, NULL, cr);
  cairo_surface_flush (surface);
  g_assert_cmpint (find_end_of_line (surface, 0, 700), ==, find_end_of_line (surface, 850, 1600));
}

/* At the beginning of a fade there is the picture before, at its end the other, pixel by pixel. */
FIXTURE_TEST (test_fade, "/story/fade", FIXTURE_HMC4)
{
  g_autoptr (IplStop) a = stop_at ("10", "u");
  g_autoptr (IplStop) b = stop_at ("10", "paths");
  g_autoptr (IplSlide) slide = ipl_slide_new ();
  cairo_surface_t *drawn[4];
  IplStoryPoint point;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 9);
  for (guint i = 0; i < 4; i++)
    {
      cairo_t *cr;

      drawn[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 320, 180);
      cr = cairo_create (drawn[i]);
      if (i < 2)
        ipl_story_at_stop (i == 0 ? a : b, &point);
      else
        ipl_story_between (a, b, i == 2 ? 0 : 1, -1, &point);
      ipl_slide_set (slide, i == 0 ? a : b, &fixture->view, &style, 320, 180);
      ipl_slide_paint_point (slide, &point, i < 2 ? NULL : drawn[0], NULL, NULL, cr);
      cairo_destroy (cr);
      cairo_surface_flush (drawn[i]);
    }
  for (int y = 0; y < 180; y++)
    for (int x = 0; x < 320; x++)
      {
        g_assert_cmpuint (pixel (drawn[2], x, y), ==, pixel (drawn[0], x, y));
        g_assert_cmpuint (pixel (drawn[3], x, y), ==, pixel (drawn[1], x, y));
      }
  for (guint i = 0; i < 4; i++)
    cairo_surface_destroy (drawn[i]);
}

/* Where a caption stands of one picture. */
static void
on_text (const char *markup, double size, const IplRect *ink, gpointer data)
{
  /* What is lit is drawn anew with its name, and says nothing by that. */
  if (strchr (markup, ' ') != NULL)
    g_array_append_val ((GArray *)data, *ink);
}

static GArray *
record (IplSlide *slide, const IplStoryPoint *point, const IplTarget *hovered, const IplPanel *in,
        cairo_t *cr)
{
  GArray *texts = g_array_new (FALSE, FALSE, sizeof (IplRect));

  ipl_recorder_set (cr, &(IplRecorder){ .on_text = on_text, .on_data = texts });
  ipl_slide_paint_highlights (slide, &point->selected, hovered, in, cr);
  ipl_recorder_set (cr, NULL);
  return texts;
}

/* Pixels darker than bars are: of text, above all. */
static guint
count_ink (cairo_surface_t *surface, const IplRect *place)
{
  guint n = 0;

  for (int y = (int)place->y; y < place->y + place->h; y++)
    for (int x = (int)place->x; x < place->x + place->w; x++)
      n += (pixel (surface, x, y) & 0xff) < 100;
  return n;
}

/* What a stop selects is lit and says nothing, as the stop has a caption; what is pointed at says
 * its numbers where it was pointed at, and covers no other text there. */
FIXTURE_TEST (test_speaks, "/story/speaks", FIXTURE_ONE_SHOT)
{
  g_autoptr (IplSlide) slide = ipl_slide_new ();
  g_autoptr (IplStop) stop = stop_at ("10", "pruning");
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 225);
  cairo_surface_t *highlighted = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 225);
  cairo_t *cr = cairo_create (surface), *above = cairo_create (highlighted);
  IplTarget head = IPL_TARGET_NONE;
  IplStoryPoint point;
  IplStyle style;

  head = ipl_target_head (0, 1);
  stop->panels[1] = ipl_panel_find ("heads");
  stop->n_panels = 2;
  ipl_story_at_stop (stop, &point);
  point.selected = head;
  ipl_style_init (&style, IPL_THEME_LIGHT, 9);
  ipl_slide_set (slide, stop, &fixture->view, &style, 400, 225);
  {
    g_autoptr (GArray) silent = NULL;
    g_autoptr (GArray) said = NULL;

    ipl_slide_paint (slide, cr);
    silent = record (slide, &point, NULL, NULL, above);
    g_assert_cmpuint (silent->len, ==, 0);
    said = record (slide, &point, &head, stop->panels[0], above);
    g_assert_cmpuint (said->len, ==, 1);
    /* A thin mark may be below it; a word would be many more pixels. */
    g_assert_cmpuint (count_ink (surface, &g_array_index (said, IplRect, 0)), <, 20);
  }
  cairo_destroy (cr);
  cairo_destroy (above);
  cairo_surface_destroy (surface);
  cairo_surface_destroy (highlighted);
}
