/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stories: their stops, their documents, and what lies between two stops. */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters.h"
#include "figures/kit/text.h"
#include "figures/story/slide.h"
#include "figures/story/story.h"
#include "fixture.h"

static IplStop *
stop_at (const char *widths, const char *panel)
{
  IplParameters parameters;
  IplStop *stop;

  ipl_parameters_init (&parameters, "hmc4");
  g_assert_true (ipl_setting_parse_widths (&parameters.current, widths, NULL));
  stop = ipl_stop_new (&parameters);
  stop->panels[0] = ipl_panel_find (panel);
  stop->n_panels = 1;
  return stop;
}

static const IplStory *
three_stops (void)
{
  static const char *const widths[] = { "GP", "1000", "10:20:30" };
  static const char *const panels[] = { "paths", "u", "accuracy" };
  IplParameters parameters;
  const IplStory *story;

  ipl_parameters_init (&parameters, "hmc4");
  story = ipl_story_new ("Three", &parameters);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (IplStop) stop = stop_at (widths[i], panels[i]);
      const IplStory *longer;

      ipl_stop_set_caption (stop, panels[i]);
      longer = ipl_story_insert (story, i, stop);
      ipl_story_unref (story);
      story = longer;
    }
  return story;
}

/* The panels of the stops in their order: "paths u accuracy". */
static char *
order (const IplStory *story)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ipl_story_n_stops (story); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ipl_story_get_stop (story, i)->panels[0]->id);
  return g_string_free (text, FALSE);
}

static void
assert_order (const IplStory *story, const char *expected)
{
  g_autofree char *found = order (story);

  g_assert_cmpstr (found, ==, expected);
  ipl_story_unref (story);
}

static void
test_order (void)
{
  g_autoptr (IplStory) story = (IplStory *)three_stops ();
  g_autoptr (IplStop) stop = stop_at ("10", "overlap");

  assert_order (ipl_story_move (story, 0, 2), "u accuracy paths");
  assert_order (ipl_story_move (story, 2, 0), "accuracy paths u");
  assert_order (ipl_story_move (story, 1, 1), "paths u accuracy");
  assert_order (ipl_story_remove (story, 1), "paths accuracy");
  assert_order (ipl_story_insert (story, 1, stop), "paths overlap u accuracy");
  assert_order (ipl_story_insert (story, 99, stop), "paths u accuracy overlap");
  assert_order (ipl_story_replace (story, 0, stop), "overlap u accuracy");
  assert_order (ipl_story_ref (story), "paths u accuracy");
}

/* What is written is read, and written the same. */
static void
assert_kept (const IplStory *story)
{
  g_autofree char *written = ipl_story_to_json (story), *again = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplStory) read = (IplStory *)ipl_story_from_json (written, &error);

  g_assert_no_error (error);
  again = ipl_story_to_json (read);
  g_assert_cmpstr (again, ==, written);
  g_assert_cmpuint (ipl_story_n_stops (read), ==, ipl_story_n_stops (story));
  g_assert_cmpstr (read->title, ==, story->title);
  for (guint i = 0; i < ipl_story_n_stops (story); i++)
    {
      const IplStop *a = ipl_story_get_stop (story, i), *b = ipl_story_get_stop (read, i);

      g_assert_true (ipl_parameters_equal (a->parameters, b->parameters));
      g_assert_true (ipl_target_equal (&a->selected, &b->selected));
      g_assert_true (ipl_stop_looks_like (a, b));
      g_assert_cmpstr (a->caption, ==, b->caption);
      g_assert_cmpfloat (a->seconds, ==, b->seconds);
    }
}

static void
test_kept (void)
{
  g_autoptr (IplStory) story = (IplStory *)three_stops ();
  g_autoptr (IplStop) stop = ipl_stop_copy (ipl_story_get_stop (story, 1));
  IplParameters parameters = *stop->parameters;
  g_autoptr (IplStory) longer = NULL;

  assert_kept (story);
  stop->selected = (IplTarget){ 2, 3, -1, -1, -1, -1, -1, -1, -1 };
  stop->emphasised = stop->panels[0];
  stop->seconds = 0.25;
  parameters.display.heatmap = IPL_HEATMAP_SAMPLED;
  parameters.current.temperature = 0.5;
  parameters.shown_time = 3;
  ipl_stop_set_parameters (stop, &parameters);
  ipl_stop_set_caption (stop, "“U”, a\nsecond line & <more>");
  longer = (IplStory *)ipl_story_insert (story, 3, stop);
  assert_kept (longer);
}

static void
test_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("story-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "three.json", NULL);
  g_autoptr (IplStory) story = (IplStory *)three_stops ();
  g_autoptr (IplStory) read = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ipl_story_save (story, path, &error));
  g_assert_no_error (error);
  read = (IplStory *)ipl_story_open (path, &error);
  g_assert_no_error (error);
  assert_order (ipl_story_ref (read), "paths u accuracy");
  g_unlink (path);
  g_assert_null (ipl_story_load (path, &error));
  g_assert_nonnull (strstr (error->message, "three.json"));
  g_clear_error (&error);
  g_assert_null (ipl_story_load (folder, &error));
  g_assert_nonnull (error);
  g_rmdir (folder);
  g_clear_error (&error);
  g_assert_null (ipl_story_open ("no-such-story", &error));
  g_assert_nonnull (strstr (error->message, "paper"));
}

/* One sentence each, which says where. */
static void
test_refused (void)
{
#define STOPS(stops)                                                                               \
  "{\"format\": \"interplay story 1\", \"settings\": {\"experiment\": \"hmc2\"}, "                 \
  "\"stops\": " stops "}"
  static const struct
  {
    const char *text, *says;
  } bad[] = {
    { "", "no JSON object" },
    { "[]", "no JSON object" },
    { "{}", "“format” must be “interplay story 1”" },
    { "{\"format\": \"interplay story 1\"}", "“settings” must be there" },
    { "{\"format\": \"interplay story 1\", \"settings\": {\"experiment\": \"x\"}, \"stops\": []}",
      "“x”, which is not known" },
    { STOPS ("3"), "“stops” must be a list" },
    { STOPS ("[3]"), "“stops” must be a list of objects" },
    { STOPS ("[{}]"), "In stop 1 of the story, “panels” must be a list of one to six panels" },
    { STOPS ("[{\"panels\": []}]"), "“panels” must be a list of one to six panels" },
    { STOPS ("[{\"panels\": [\"u\"]}, {\"panels\": [\"v\"]}]"),
      "In stop 2 of the story, there is no panel “v”" },
    { STOPS ("[{\"panels\": [7]}]"), "“panels” must be a list of texts" },
    { STOPS ("[{\"panels\": [\"u\"], \"caption\": 7}]"), "“caption” must be text" },
    { STOPS ("[{\"panels\": [\"u\"], \"emphasised\": \"paths\"}]"), "one of its panels" },
    { STOPS ("[{\"panels\": [\"u\"], \"selected\": {\"path\": -4}}]"),
      "“path” must be a number counted from 0" },
    { STOPS ("[{\"panels\": [\"u\"], \"selected\": 1}]"), "“selected” must be an object" },
    { STOPS ("[{\"panels\": [\"u\"], \"seconds\": 61}]"),
      "“seconds” must be a number from 0 to 60" },
    { STOPS ("[{\"panels\": [\"u\"], \"settings\": {\"current_width\": \"-3\"}}]"),
      "In stop 1 of the story: " },
    { STOPS (
          "[{\"panels\": [\"u\"], \"settings\": {\"experiment\": \"file\", \"file\": \"x.npz\"}}]"),
      "“experiment” must be that of the story where one of both is of a file" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ipl_story_from_json (bad[i].text, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, bad[i].says) == NULL)
        g_error ("“%s” does not say “%s”", error->message, bad[i].says);
    }
}

static guint
width_between (const IplStop *from, const IplStop *to, double t)
{
  IplStoryPoint point;

  ipl_story_between (from, to, t, -1, &point);
  g_assert_true (t <= 0 || t >= 1 || from == to || !point.parameters.current.gp);
  return point.parameters.current.gp ? 0 : point.parameters.current.N[0];
}

/* Geometrically: equal shares of the way are equal factors, there and back alike. */
static void
test_widths (void)
{
  g_autoptr (IplStop) wide = stop_at ("1000000", "u");
  g_autoptr (IplStop) narrow = stop_at ("100", "u");
  g_autoptr (IplStop) gp = stop_at ("GP", "u");
  guint before = 0;

  g_assert_cmpuint (width_between (wide, narrow, 0), ==, 1000000);
  g_assert_cmpuint (width_between (wide, narrow, 0.25), ==, 100000);
  g_assert_cmpuint (width_between (wide, narrow, 0.5), ==, 10000);
  g_assert_cmpuint (width_between (wide, narrow, 0.75), ==, 1000);
  g_assert_cmpuint (width_between (wide, narrow, 1), ==, 100);
  for (guint i = 0; i <= 16; i++)
    g_assert_cmpuint (width_between (wide, narrow, i / 16.0), ==,
                      width_between (narrow, wide, 1 - i / 16.0));
  g_assert_cmpuint (width_between (gp, narrow, 0), ==, 0);
  g_assert_cmpuint (width_between (gp, narrow, 1), ==, 100);
  g_assert_cmpuint (width_between (narrow, gp, 1), ==, 0);
  before = G_MAXUINT;
  for (guint i = 1; i <= 64; i++)
    {
      guint N = width_between (gp, narrow, i / 64.0);

      g_assert_cmpuint (N, <, before);
      before = N;
    }
  g_assert_cmpuint (width_between (gp, gp, 0.5), ==, 0);
}

/* Another temperature is another posterior: nothing lies between. */
static void
test_ways (void)
{
  g_autoptr (IplStop) a = stop_at ("100", "u");
  g_autoptr (IplStop) b = stop_at ("10", "u");
  IplParameters parameters = *b->parameters;
  IplStoryPoint point;

  ipl_story_between (a, b, 0.5, -1, &point);
  g_assert_true (point.morphs && !point.fades);
  g_assert_cmpfloat (ipl_story_seconds (a, b), ==, IPL_STOP_SECONDS);
  parameters.current.temperature *= 2;
  ipl_stop_set_parameters (b, &parameters);
  ipl_story_between (a, b, 0.5, -1, &point);
  g_assert_true (!point.morphs);
  g_assert_true (ipl_parameters_equal (&point.parameters, &parameters));

  parameters = *a->parameters;
  parameters.shown_time = 10;
  ipl_stop_set_parameters (b, &parameters);
  ipl_story_between (b, a, 0.25, 50, &point);
  g_assert_true (point.morphs);
  g_assert_cmpfloat (point.parameters.shown_time, ==, 20);
  ipl_story_between (b, a, 1, 50, &point);
  g_assert_cmpfloat (point.parameters.shown_time, ==, -1);

  b->panels[0] = ipl_panel_find ("paths");
  ipl_story_between (a, b, 0.5, -1, &point);
  g_assert_true (point.fades);
  ipl_story_at_stop (b, &point);
  g_assert_true (!point.fades && !point.morphs && point.fade == 1);
  g_assert_cmpfloat (ipl_story_ease (0), ==, 0);
  g_assert_cmpfloat (ipl_story_ease (0.5), ==, 0.5);
  g_assert_cmpfloat (ipl_story_ease (1), ==, 1);
}

/* Their panels draw what their experiment makes. */
static void
test_shipped (void)
{
  guint n;
  const IplShippedStory *stories = ipl_shipped_stories (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (IplStory) story = (IplStory *)ipl_shipped_story_load (stories[i].id, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ipl_story_n_stops (story), >=, 5);
      g_assert_true (story->settings->experiment->built_in);
      assert_kept (story);
      for (guint k = 0; k < ipl_story_n_stops (story); k++)
        g_assert_cmpstr (ipl_story_get_stop (story, k)->caption, !=, "");
    }
}

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
static void
test_slide (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
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
          cairo_surface_t *surface
              = cairo_image_surface_create (CAIRO_FORMAT_RGB24, sizes[i][0], sizes[i][1]);
          cairo_t *cr = cairo_create (surface);
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
              g_assert_cmpuint (count_caption (surface, pixel (surface, 0, 0)), >, 100);
            }
          cairo_destroy (cr);
          cairo_surface_destroy (surface);
        }
}

/* At the beginning of a fade there is the picture before, at its end the other, pixel by pixel. */
static void
test_fade (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
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

  ipl_scribe_set (cr, &(IplScribe){ .on_text = on_text, .on_data = texts });
  ipl_slide_paint_lit (slide, &point->selected, hovered, in, cr);
  ipl_scribe_set (cr, NULL);
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
static void
test_speaks (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  g_autoptr (IplSlide) slide = ipl_slide_new ();
  g_autoptr (IplStop) stop = stop_at ("10", "pruning");
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 225);
  cairo_surface_t *lit = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 225);
  cairo_t *cr = cairo_create (surface), *above = cairo_create (lit);
  IplTarget head = IPL_TARGET_NONE;
  IplStoryPoint point;
  IplStyle style;

  head.layer = 0;
  head.head = 1;
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
  cairo_surface_destroy (lit);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/story/order", test_order);
  g_test_add_func ("/story/kept", test_kept);
  g_test_add_func ("/story/files", test_files);
  g_test_add_func ("/story/refused", test_refused);
  g_test_add_func ("/story/widths", test_widths);
  g_test_add_func ("/story/ways", test_ways);
  g_test_add_func ("/story/shipped", test_shipped);
  g_test_add_func ("/story/slide", test_slide);
  g_test_add_func ("/story/fade", test_fade);
  g_test_add_func ("/story/speaks", test_speaks);
  return g_test_run ();
}
