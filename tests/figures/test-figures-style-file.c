/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document of how figures look: what it holds, its mistakes, its file. */
#include "figure-fixture.h"
#include "style-support.h"
#include <glib/gstdio.h>
#include <math.h>

TEST (test_document, "/style/document")
{
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)style_of (whole);
  g_autofree char *text = ipl_figure_style_to_json (style, TRUE);
  g_autoptr (IplFigureStyle) again = (IplFigureStyle *)style_of (text);
  g_autoptr (IplFigureStyle) copy = ipl_figure_style_copy (style);
  g_autoptr (IplFigureStyle) plain = (IplFigureStyle *)style_of ("{\"version\": 1}");
  const IplPanelStyle *accuracy = ipl_figure_style_get_panel (style, "accuracy");

  g_assert_cmpint (style->marks, ==, IPL_MARKS_HIDDEN);
  g_assert_cmpstr (accuracy->title, ==, "A < B");
  g_assert_true (accuracy->hides_legend);
  g_assert_cmpfloat (accuracy->lo[IPL_AXIS_X], ==, 20);
  g_assert_true (isnan (accuracy->lo[IPL_AXIS_Y]));
  g_assert_cmpfloat (accuracy->hi[IPL_AXIS_Y], ==, 0.9);
  g_assert_null (ipl_figure_style_get_panel (style, "paths"));
  g_assert_cmpuint (style->paths->len, ==, 2);
  g_assert_true (ipl_figure_style_equal (style, again));
  g_assert_true (ipl_figure_style_equal (style, copy));
  g_assert_false (ipl_figure_style_equal (style, plain));
  g_assert_true (ipl_figure_style_is_plain (plain));
  g_assert_true (ipl_figure_style_equal (plain, NULL));
  /* What is as always again leaves nothing. */
  g_assert_false (ipl_figure_style_is_plain (copy));
  copy->marks = IPL_MARKS_AS_ALWAYS;
  for (guint i = 0; i < copy->panels->len; i++)
    {
      IplPanelStyle *panel = copy->panels->pdata[i];

      g_clear_pointer (&panel->title, g_free);
      panel->hides_legend = FALSE;
      for (int direction = 0; direction < IPL_N_AXES; direction++)
        panel->lo[direction] = panel->hi[direction] = NAN;
    }
  for (guint i = 0; i < copy->paths->len; i++)
    {
      IplPathStyle *path = copy->paths->pdata[i];

      g_clear_pointer (&path->name, g_free);
      path->has_color = FALSE;
    }
  ipl_figure_style_tidy (copy);
  g_assert_true (ipl_figure_style_is_plain (copy));
}

/* A wrong document is one sentence that says where; nothing is taken of it. */
TEST (test_mistakes, "/style/mistakes")
{
  static const struct
  {
    const char *json, *said;
  } wrong[] = {
    { "", "The style is not a JSON object" },
    { "[1]", "The style is not a JSON object" },
    { "{}", "In the style, “version” must be 1." },
    { "{\"version\": 2}", "In the style, “version” must be 1." },
    { "{\"version\": \"1\"}", "“version” must be 1." },
    { "{\"version\": 1, \"pannels\": {}}",
      "there is no “pannels”; there are version, marker, panels" },
    { "{\"version\": 1, \"marker\": 1}", "In the style, “marker” must be true or false." },
    { "{\"version\": 1, \"panels\": []}", "In the style, “panels” must be an object in braces." },
    { "{\"version\": 1, \"panels\": {\"nothing\": {}}}",
      "In the style, there is no panel “nothing”" },
    { "{\"version\": 1, \"panels\": {\"u\": 3}}", "“u” must be an object in braces." },
    { "{\"version\": 1, \"panels\": {\"u\": {\"color\": 3}}}",
      "there is no “color”; there are title" },
    { "{\"version\": 1, \"panels\": {\"u\": {\"title\": 3}}}",
      "In the panel “u” of the style, “title” must be one line of text" },
    { "{\"version\": 1, \"panels\": {\"u\": {\"title\": \"a\\nb\"}}}", "one line of text" },
    { "{\"version\": 1, \"panels\": {\"u\": {\"legend\": \"no\"}}}",
      "“legend” must be true or false." },
    { "{\"version\": 1, \"panels\": {\"u\": {\"x\": [0, 1]}}}", "no such axis" },
    { "{\"version\": 1, \"panels\": {\"overlap\": {\"x\": [0, 1]}}}", "no such axis" },
    { "{\"version\": 1, \"panels\": {\"accuracy\": {\"x\": 3}}}", "two numbers in brackets" },
    { "{\"version\": 1, \"panels\": {\"accuracy\": {\"x\": [1]}}}", "two numbers in brackets" },
    { "{\"version\": 1, \"panels\": {\"accuracy\": {\"y\": [\"0\", 1]}}}",
      "two numbers in brackets" },
    { "{\"version\": 1, \"panels\": {\"accuracy\": {\"y\": [1e999, null]}}}", "" },
    { "{\"version\": 1, \"panels\": {\"accuracy\": {\"x\": [0, 10]}}}",
      "“x” must be above 0, because the axis is logarithmic." },
    { "{\"version\": 1, \"panels\": {\"accuracy\": {\"y\": [1, 0.5]}}}",
      "“y” must be a smaller number and then a larger one." },
    { "{\"version\": 1, \"panels\": {\"accuracy\": {\"y\": [1, 1]}}}",
      "a smaller number and then" },
    { "{\"version\": 1, \"panels\": {\"all\": {\"rows\": []}}}", "there is no “rows”" },
    { "{\"version\": 1, \"paths\": {\"a\": {}}}", "“a” must be the heads of a path from 1" },
    { "{\"version\": 1, \"paths\": {\"0,1\": {}}}", "“0,1” must be the heads of a path from 1" },
    { "{\"version\": 1, \"paths\": {\"1,1,1,1,1,1,1,1,1\": {}}}", "must be the heads of a path" },
    { "{\"version\": 1, \"paths\": {\"1,1\": {\"color\": \"red\"}}}",
      "In the path “1,1” of the style, “color” must be a colour such as “#1b9e77”." },
    { "{\"version\": 1, \"paths\": {\"1,1\": {\"color\": \"#12345g\"}}}", "a colour such as" },
    { "{\"version\": 1, \"paths\": {\"1,1\": {\"name\": 1}}}", "“name” must be one line" },
    { "{\"version\": 1, \"paths\": {\"1,1\": {\"width\": 1}}}", "there are name, color" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      const IplFigureStyle *style = ipl_figure_style_from_json (wrong[i].json, &error);

      g_assert_null (style);
      g_assert_nonnull (error);
      if (strstr (error->message, wrong[i].said) == NULL)
        g_error ("%s: “%s” does not say “%s”", wrong[i].json, error->message, wrong[i].said);
      g_assert_null (strchr (error->message, '\n'));
      g_assert_true (g_str_has_suffix (error->message, "."));
    }
}

TEST (test_file, "/style/file")
{
  g_autofree char *path = test_path ("mine" IPL_STYLE_EXTENSION);
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)style_of (whole);
  g_autoptr (IplFigureStyle) again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ipl_figure_style_save (style, path, &error));
  again = (IplFigureStyle *)ipl_figure_style_load (path, &error);
  g_assert_no_error (error);
  g_assert_true (ipl_figure_style_equal (style, again));
  g_assert_true (g_file_set_contents (path, "a\0b", 3, NULL));
  g_assert_null (ipl_figure_style_load (path, &error));
  g_assert_nonnull (strstr (error->message, "it is not text"));
  g_clear_error (&error);
  g_assert_null (ipl_figure_style_load (test_folder (), &error));
  g_assert_nonnull (error);
}
