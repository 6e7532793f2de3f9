/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names at the readout of the diagram: of all paths where they have room, else of the six of
 * the largest U_pp, each on a row of its own; and lines of the
 * largest above the others. */

#include "figures/kit/text.h"
#include "figures/panels/theory/path-diagram-layout.h"
#include "figures/view/shown-paths.h"

#include "figure-fixture.h"
#include <math.h>

/* Every name is inside the readout, and those that are drawn do not touch. */
static void
check_apart (const IplPathLayout *layout, const IplStyle *style)
{
  double row = ipl_text_height (style, ipl_style_small (style));

  for (gsize p = 0; p < layout->Pi; p++)
    for (gsize q = 0; q < p; q++)
      if (layout->port_markup[p][0] != '\0' && layout->port_markup[q][0] != '\0')
        g_assert_cmpfloat (fabs (layout->name_y[p] - layout->name_y[q]), >=, 0.99 * row);
  for (gsize p = 0; p < layout->Pi; p++)
    if (layout->port_markup[p][0] != '\0')
      {
        g_assert_cmpfloat (layout->name_y[p], >=, layout->ports.y);
        g_assert_cmpfloat (layout->name_y[p], <=, layout->ports.y + layout->ports.h);
      }
}

static void
check_large (const IplPathLayout *layout)
{
  guint n = 0;

  for (gsize p = 0; p < layout->Pi; p++)
    {
      gboolean named = layout->port_markup[p][0] != '\0';

      n += named;
      for (gsize q = 0; q < layout->Pi && named; q++)
        if (layout->port_markup[q][0] == '\0')
          g_assert_cmpfloat (layout->solution->U[p * layout->Pi + p], >=,
                             layout->solution->U[q * layout->Pi + q]);
    }
  g_assert_cmpuint (n, ==, 6);
}

TEST (test_names, "/figures/path-names/names")
{
  static const struct
  {
    FixtureKind kind;
    double width, height;
    gboolean named, all;
  } sizes[] = {
    { FIXTURE_HMC4, 360, 240, TRUE, TRUE },  { FIXTURE_DEEP, 360, 240, TRUE, FALSE },
    { FIXTURE_DEEP, 300, 140, TRUE, FALSE }, { FIXTURE_DEEP, 600, 1200, TRUE, TRUE },
    { FIXTURE_DEEP, 110, 60, FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (Fixture) fixture = fixture_new (sizes[i].kind);
      IplStyle style;
      IplPathLayout layout;

      ipl_style_init (&style, IPL_THEME_LIGHT, 7);
      ipl_style_follow_view (&style, &fixture->view);
      ipl_path_layout_init (&layout, &fixture->view, &style, sizes[i].width, sizes[i].height);
      g_assert_true (sizes[i].named == (layout.port_markup != NULL));
      if (layout.port_markup != NULL)
        {
          g_assert_true (layout.all_named == sizes[i].all);
          check_apart (&layout, &style);
        }
      if (layout.port_markup != NULL && !layout.all_named)
        check_large (&layout);
      ipl_path_layout_clear (&layout);
    }
}

FIXTURE_TEST (test_order, "/figures/path-names/order", FIXTURE_DEEP)
{
  g_auto (IplPathLayout) layout = { 0 };
  IplStyle style;
  g_autofree gsize *order = NULL;

  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  ipl_path_layout_init (&layout, &fixture->view, &style, 360, 240);
  order = ipl_path_layout_order (&layout);
  for (gsize i = 1; i < layout.shown.n; i++)
    {
      gboolean before = ipl_shown_paths_is_large (&layout.shown, order[i - 1]);
      gboolean is_large = ipl_shown_paths_is_large (&layout.shown, order[i]);

      g_assert_true (is_large || !before);
      if (is_large == before)
        g_assert_cmpfloat (layout.line_width[order[i - 1]], >=, layout.line_width[order[i]]);
    }
  g_assert_true (ipl_shown_paths_is_large (&layout.shown, order[layout.shown.n - 1]));
}

/* Every layer of a diagram has a heading, however narrow it is. */
FIXTURE_TEST (test_layer_headings, "/figures/path-names/layers", FIXTURE_MIDDLE)
{
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  for (double width = 120; width <= 400; width += 20)
    {
      g_auto (IplPathLayout) layout = { 0 };
      guint n = 0;

      ipl_path_layout_init (&layout, &fixture->view, &style, width, 160);
      for (guint i = 0; i < layout.headings->len; i++)
        n += g_regex_match_simple ("^(layer |L)[123]$",
                                   g_array_index (layout.headings, IplHeading, i).markup, 0, 0);
      g_assert_cmpuint (n, ==, 3);
    }
}
