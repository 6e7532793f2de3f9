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
#include "figure-fixture.h"
#include "stop-support.h"

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

TEST (test_order, "/story/order")
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
assert_round_trip (const IplStory *story)
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

TEST (test_stored, "/story/kept")
{
  g_autoptr (IplStory) story = (IplStory *)three_stops ();
  g_autoptr (IplStop) stop = ipl_stop_copy (ipl_story_get_stop (story, 1));
  IplParameters parameters = *stop->parameters;
  g_autoptr (IplStory) longer = NULL;

  assert_round_trip (story);
  stop->selected = ipl_target_pair (2, 3);
  stop->emphasised = stop->panels[0];
  stop->seconds = 0.25;
  parameters.display.heatmap = IPL_HEATMAP_SAMPLED;
  parameters.current.temperature = 0.5;
  parameters.shown_time = 3;
  ipl_stop_set_parameters (stop, &parameters);
  ipl_stop_set_caption (stop, "“U”, a\nsecond line & <more>");
  longer = (IplStory *)ipl_story_insert (story, 3, stop);
  assert_round_trip (longer);
}

TEST (test_files, "/story/files")
{
  g_autofree char *path = test_path ("three.json");
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
  g_assert_null (ipl_story_load (test_folder (), &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (ipl_story_open ("no-such-story", &error));
  g_assert_nonnull (strstr (error->message, "paper"));
}

/* One sentence each, which says where. */
TEST (test_refused, "/story/refused")
{
#define STOPS(stops)                                                                               \
  "{\"format\": \"interplay story 1\", \"settings\": {\"experiment\": \"hmc2\"}, "                 \
  "\"stops\": " stops "}"
  static const struct
  {
    const char *text, *says;
  } bad[] = {
    { "", "not a JSON object" },
    { "[]", "not a JSON object" },
    { "{}", "“format” must be “interplay story 1”" },
    { "{\"format\": \"interplay story 1\"}", "“settings” must be there" },
    { "{\"format\": \"interplay story 1\", \"settings\": {\"experiment\": \"x\"}, \"stops\": []}",
      "“x”, which is not known" },
    { STOPS ("3"), "“stops” must be a list" },
    { STOPS ("[3]"), "“stops” must be a list of objects" },
    { STOPS ("[{}]"), "In step 1 of the story, “panels” must be a list of one to six panels" },
    { STOPS ("[{\"panels\": []}]"), "“panels” must be a list of one to six panels" },
    { STOPS ("[{\"panels\": [\"u\"]}, {\"panels\": [\"v\"]}]"),
      "In step 2 of the story, there is no panel “v”" },
    { STOPS ("[{\"panels\": [7]}]"), "“panels” must be a list of texts" },
    { STOPS ("[{\"panels\": [\"u\"], \"caption\": 7}]"), "“caption” must be text" },
    { STOPS ("[{\"panels\": [\"u\"], \"emphasised\": \"paths\"}]"), "one of its panels" },
    { STOPS ("[{\"panels\": [\"u\"], \"selected\": {\"path\": -4}}]"),
      "“path” must be a number counted from 0" },
    { STOPS ("[{\"panels\": [\"u\"], \"selected\": 1}]"), "“selected” must be an object" },
    { STOPS ("[{\"panels\": [\"u\"], \"seconds\": 61}]"),
      "“seconds” must be a number from 0 to 60" },
    { STOPS ("[{\"panels\": [\"u\"], \"settings\": {\"current_width\": \"-3\"}}]"),
      "In step 1 of the story: " },
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
TEST (test_widths, "/story/widths")
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
TEST (test_ways, "/story/ways")
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
TEST (test_shipped, "/story/shipped")
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
      assert_round_trip (story);
      for (guint k = 0; k < ipl_story_n_stops (story); k++)
        g_assert_cmpstr (ipl_story_get_stop (story, k)->caption, !=, "");
    }
}
