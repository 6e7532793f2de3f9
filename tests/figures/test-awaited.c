/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the accuracy panel shows of rows that are computed elsewhere. */
#include <string.h>

#include "figures/kit/text.h"
#include "figures/output/figure.h"
#include "figures/view/view.h"
#include "figures/view/panel.h"
#include "figures/view/target-words.h"
#include "fixture.h"

#define W 480
#define H 320

static void
on_text (const char *markup, double size, const IplRect *ink, gpointer data)
{
  g_string_append_printf (data, "%s\n", markup);
}

/* The picture, and all text in it. */
static cairo_surface_t *
draw (const IplView *view, GString *text)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, W, H);
  cairo_t *cr = cairo_create (surface);
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 9);
  ipl_scribe_set (cr, &(IplScribe){ .on_text = on_text, .on_data = text });
  ipl_figure_draw (ipl_panel_find ("accuracy"), view, &style, cr, W, H);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  return *(guint32 *)(gpointer)(cairo_image_surface_get_data (surface)
                                + y * cairo_image_surface_get_stride (surface) + 4 * x);
}

/* How many pixels are not alike, from the upper end of the plot down. */
static guint
count_other (cairo_surface_t *a, cairo_surface_t *b)
{
  guint n = 0;

  for (int y = H / 4; y < H; y++)
    for (int x = 0; x < W; x++)
      n += pixel (a, x, y) != pixel (b, x, y);
  return n;
}

/* The more is missing, the more is hatched; what failed says why in words, and another colour. */
static void
test_hatched (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  IplAwaited awaited = { .setting = ipl_view_row (&fixture->view, 1)->setting, .n = 10, .done = 8 };
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof awaited);
  cairo_surface_t *drawn[4];
  guint differs[3];

  fixture->view.awaited = list;
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      awaited.done = i == 1 ? 8 : 3;
      awaited.failed = i == 3 ? 1 : 0;
      g_array_set_size (list, 0);
      if (i > 0)
        g_array_append_val (list, awaited);
      drawn[i] = draw (&fixture->view, text);
      g_assert_cmpint (strstr (text->str, "awaited") != NULL, ==, i > 0);
      if (i == 2)
        g_assert_nonnull (strstr (text->str, "7 awaited\n"));
      if (i == 3)
        g_assert_nonnull (strstr (text->str, "6 awaited, 1 failed\n"));
    }
  for (guint i = 0; i < 3; i++)
    differs[i] = count_other (drawn[i == 2 ? 2 : 0], drawn[i + 1]);
  g_assert_cmpuint (differs[0], >, 20);
  g_assert_cmpuint (differs[1], >, 2 * differs[0]);
  g_assert_cmpuint (differs[2], >, 20);
  for (guint i = 0; i < 4; i++)
    cairo_surface_destroy (drawn[i]);
}

static void
test_said (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  const IplPanel *panel = ipl_panel_find ("accuracy");
  char why[] = "The node lost the file system.";
  IplAwaited awaited = { .setting = ipl_view_row (&fixture->view, 1)->setting,
                         .n = 10,
                         .done = 3,
                         .running = 2,
                         .failed = 1,
                         .why = why };
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof awaited);
  IplTarget target = IPL_TARGET_NONE;
  g_autofree char *all = NULL, *row = NULL, *other = NULL;
  const char *said = "3 of 10 rows are there, 2 running, 1 failed: The node lost the file system.";

  g_array_append_val (list, awaited);
  fixture->view.awaited = list;
  all = ipl_figure_describe (panel, &fixture->view);
  g_assert_nonnull (strstr (all, said));
  target.row = 1;
  row = ipl_target_describe (&target, &fixture->view);
  g_assert_nonnull (strstr (row, said));
  target.row = 2;
  other = ipl_target_describe (&target, &fixture->view);
  g_assert_null (strstr (other, "rows are there"));
}

/* A view that is kept has references and sentences of its own. */
static void
test_held (void)
{
  GArray *list = ipl_awaited_list_new ();
  IplAwaited awaited = { .n = 1, .why = g_strdup ("The node lost the file system.") };
  IplView view = { .awaited = list };
  IplView *held;

  g_array_append_val (list, awaited);
  ipl_quantities_set (&view.made, &ipl_quantity_card, NULL, "There is no card.");
  ipl_quantities_set (&view.made, &ipl_quantity_kernels, NULL, "None.");
  held = ipl_view_share (&view);
  ipl_quantities_clear (&view.made);
  g_assert_cmpstr (g_array_index (held->awaited, IplAwaited, 0).why, ==,
                   "The node lost the file system.");
  g_assert_cmpstr (ipl_quantities_get_why (&held->made, &ipl_quantity_card), ==,
                   "There is no card.");
  g_assert_cmpstr (ipl_quantities_get_why (&held->made, &ipl_quantity_kernels), ==, "None.");
  ipl_view_unref (held);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/awaited/hatched", test_hatched);
  g_test_add_func ("/awaited/said", test_said);
  g_test_add_func ("/awaited/held", test_held);
  return g_test_run ();
}
