/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names at the readout of the diagram: of all paths where they have room, else of those with
 * colors, each on a row of its own; and lines with colors above grey ones. */

#include "figures/kit/text.h"
#include "figures/panels/theory/path-curve.h"
#include "figures/view/path-color.h"

#include "fixture.h"
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
check_colored (const IplPathLayout *layout, const IplStyle *style)
{
  guint n = 0;

  for (gsize p = 0; p < layout->Pi; p++)
    {
      gboolean expected
          = layout->shown.place[p] >= 0 && ipl_style_path_has_color (style, layout->the_case, p);

      g_assert_true (expected == (layout->port_markup[p][0] != '\0'));
      n += expected;
    }
  g_assert_cmpuint (n, >, 0);
}

static void
test_names (void)
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
        check_colored (&layout, &style);
      ipl_path_layout_clear (&layout);
    }
}

/* Grey ones first, and of either kind the thickest. */
static void
test_order (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_DEEP);
  g_auto (IplPathLayout) layout = { 0 };
  IplStyle style;
  g_autofree gsize *order = NULL;

  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  ipl_style_follow_view (&style, &fixture->view);
  ipl_path_layout_init (&layout, &fixture->view, &style, 360, 240);
  order = ipl_path_layout_order (&layout, &style);
  for (gsize i = 1; i < layout.shown.n; i++)
    {
      gboolean before = ipl_style_path_has_color (&style, layout.the_case, order[i - 1]);
      gboolean has = ipl_style_path_has_color (&style, layout.the_case, order[i]);

      g_assert_true (has || !before);
      if (has == before)
        g_assert_cmpfloat (layout.line_width[order[i - 1]], >=, layout.line_width[order[i]]);
    }
  g_assert_true (ipl_style_path_has_color (&style, layout.the_case, order[layout.shown.n - 1]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figures/path-names/names", test_names);
  g_test_add_func ("/figures/path-names/order", test_order);
  return g_test_run ();
}
