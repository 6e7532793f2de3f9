/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Heatmaps do not lie: large matrices are averaged where there are fewer pixels than cells, and no
 * map is drawn whose scale is not said. */

#include "figures/kit/heat-map.h"
#include "figures/kit/matrix-picture.h"
#include "figures/kit/text.h"
#include "figures/output/figure.h"
#include "figures/panels/sequence/sequence.h"
#include "figures/plot/panel-calls.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot-thumbnails.h"
#include "figures/pages/pages.h"
#include "figure-fixture.h"

#include <cairo-svg.h>
#include <math.h>
#include <string.h>

static double
matrix_cell (gsize row, gsize column, gconstpointer data)
{
  const double *values = data;
  return values[row * 256 + column];
}

/* Shades of grey in a straight line: a pixel tells its number. */
static void
make_grey (guint32 colors[IPL_MATRIX_COLORS])
{
  for (int k = 0; k < IPL_MATRIX_COLORS; k++)
    {
      guint32 grey = (guint32)lround (255.0 * k / (IPL_MATRIX_COLORS - 1));
      colors[k] = grey << 16 | grey << 8 | grey;
    }
}

static double
pixel_at (cairo_surface_t *surface, int x, int y)
{
  const guchar *data = cairo_image_surface_get_data (surface);
  guint32 pixel;
  memcpy (&pixel, data + y * cairo_image_surface_get_stride (surface) + 4 * x, 4);
  return (pixel & 0xff) / 127.5 - 1;
}

static cairo_surface_t *
draw_matrix (const double *values, gsize n, int pixels)
{
  guint32 colors[IPL_MATRIX_COLORS];
  const IplRect area = { 0, 0, pixels, pixels };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, pixels, pixels);
  cairo_t *cr = cairo_create (surface);

  make_grey (colors);
  ipl_matrix_picture_draw (cr, &area, n, matrix_cell, values, 1, colors, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* (transfer full): a matrix in an SVG. */
static char *
draw_svg (const double *values, gsize n)
{
  guint32 colors[IPL_MATRIX_COLORS];
  const IplRect area = { 0, 0, 200, 200 };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface
      = cairo_svg_surface_create_for_stream (ipl_vector_append, bytes, 200, 200);
  cairo_t *cr = cairo_create (surface);

  make_grey (colors);
  ipl_matrix_picture_draw (cr, &area, n, matrix_cell, values, 1, colors, NULL);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return g_strndup ((const char *)bytes->data, bytes->len);
}

/* Programs that smooth pictures show sharp cells: few cells are rectangles, more are 4 x 4 pixels.
 */
TEST (test_svg, "/heatmap/svg")
{
  g_autofree double *values = g_new (double, 256 * 256);
  g_autofree char *few = NULL, *many = NULL;
  guint n_rectangles = 0;

  for (gsize k = 0; k < 256 * 256; k++)
    values[k] = k % 2 == 0 ? 0.5 : -0.5;
  few = draw_svg (values, 64);
  many = draw_svg (values, 100);
  g_assert_null (strstr (few, "<image"));
  for (const char *at = strstr (few, "<path"); at != NULL; at = strstr (at + 1, "<path"))
    n_rectangles++;
  g_assert_cmpuint (n_rectangles, ==, 64 * 64);
  g_assert_nonnull (strstr (many, "width=\"400\" height=\"400\""));
  g_assert_null (strstr (many, "<pattern"));
}

/* The mean over a pixel, by points: slow, and nothing to get wrong. */
static double
mean_by_points (const double *values, gsize n, int pixels, int x, int y)
{
  const int points = 60;
  double sum = 0;
  for (int v = 0; v < points; v++)
    for (int u = 0; u < points; u++)
      {
        gsize j = (gsize)((x + (u + 0.5) / points) * n / pixels);
        gsize i = (gsize)((y + (v + 0.5) / points) * n / pixels);
        sum += values[MIN (i, n - 1) * 256 + MIN (j, n - 1)];
      }
  return sum / (points * points);
}

TEST (test_average, "/heatmap/average")
{
  static const int sides[] = { 7, 31, 40, 64, 100, 255 };
  g_autofree double *values = g_new (double, 256 * 256);

  for (gsize k = 0; k < 256 * 256; k++)
    values[k] = 2 * fixture_irregular (k) - 1;
  for (guint s = 0; s < G_N_ELEMENTS (sides); s++)
    {
      cairo_surface_t *surface = draw_matrix (values, 256, sides[s]);
      for (int k = 0; k < 40; k++)
        {
          int x = k * 17 % sides[s], y = k * 29 % sides[s];
          double expected = mean_by_points (values, 256, sides[s], x, y);
          /* Two roundings to 1/255, and what a grid of points misses of the edges. */
          g_assert_cmpfloat_with_epsilon (pixel_at (surface, x, y), expected, 0.03);
        }
      cairo_surface_destroy (surface);
    }
}

/* Matrices that differ by noise alone look alike, and a diagonal is seen wherever it lies. */
TEST (test_alike, "/heatmap/alike")
{
  enum
  {
    SIDE = 37
  };
  g_autofree double *values = g_new0 (double, 256 * 256);
  for (gsize shift = 0; shift < 5; shift++)
    {
      memset (values, 0, 256 * 256 * sizeof (double));
      for (gsize i = 0; i + shift < 256; i++)
        values[i * 256 + i + shift] = 1;

      cairo_surface_t *surface = draw_matrix (values, 256, SIDE);
      double sum = 0, least = 1;
      for (int y = 0; y < SIDE; y++)
        {
          double row = 0;
          for (int x = 0; x < SIDE; x++)
            row += pixel_at (surface, x, y);
          sum += row;
          if (y < SIDE - 1)
            least = MIN (least, row);
        }
      /* The whole keeps its mean, and no row is empty. */
      g_assert_cmpfloat_with_epsilon (sum / SIDE / SIDE, (256.0 - shift) / 256 / 256, 0.006);
      g_assert_cmpfloat (least, >, 0.05);
      cairo_surface_destroy (surface);
    }
}

static double
parted_cell (gsize row, gsize column, gconstpointer data)
{
  return column == 2 ? NAN : 0.5;
}

/* Two matrices have a frame each: nothing is drawn above the column that parts them. */
TEST (test_parted, "/heatmap/parted")
{
  const IplRect area = { 0, 0, 300, 160 };
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (gsize gap = 0; gap <= 2; gap += 2)
    {
      g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, 300, 160);
      cairo_surface_t *surface = cairo_get_target (cr);
      IplHeatMapSpec spec = { .rows = 2, .columns = 5, .cell = parted_cell, .hi = 1, .gap = gap };
      IplHeatMap map;
      IplRect at;

      ipl_heat_map_layout (&map, &style, &area, &spec);
      ipl_set_color (cr, style.paper, 1);
      cairo_paint (cr);
      ipl_heat_map_draw (&map, &style, cr);
      cairo_surface_flush (surface);
      at = ipl_heat_map_cell (&map, 0, 2);
      g_assert_true ((pixel_at (surface, (int)(at.x + at.w / 2), (int)at.y) == 1) == (gap > 0));
      at = ipl_heat_map_cell (&map, 0, 3);
      g_assert_cmpfloat (pixel_at (surface, (int)(at.x + at.w / 2), (int)at.y), <, 1);
    }
}

/* With room for them, cells keep their values and their edges. */
TEST (test_sharp, "/heatmap/sharp")
{
  g_autofree double *values = g_new0 (double, 256 * 256);
  values[0] = 1;
  values[257] = -1;

  cairo_surface_t *surface = draw_matrix (values, 3, 90);
  for (int y = 0; y < 90; y++)
    for (int x = 0; x < 90; x++)
      {
        double expected = x / 30 != y / 30 || x / 30 == 2 ? 0 : x < 30 ? 1 : -1;
        g_assert_cmpfloat_with_epsilon (pixel_at (surface, x, y), expected, 0.005);
      }
  cairo_surface_destroy (surface);
}

static void
note_text (const char *markup, double size, const IplRect *ink, gpointer data)
{
  g_ptr_array_add ((GPtrArray *)data, g_strdup (markup));
}

static gboolean
is_among (const GPtrArray *texts, const char *text)
{
  for (guint i = 0; i < texts->len; i++)
    if (g_str_equal (g_ptr_array_index (texts, i), text))
      return TRUE;
  return FALSE;
}

/* All that a panel writes at a size. */
static GPtrArray *
texts_of (const IplPanel *panel, const IplView *view, const IplStyle *style, double w, double h)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, (int)w, (int)h);

  ipl_recorder_set (cr, &(IplRecorder){ .on_text = note_text, .on_data = texts });
  ipl_figure_draw (panel, view, style, cr, w, h);
  return texts;
}

static const double sizes[][2]
    = { { 110, 70 },  { 140, 120 }, { 180, 130 }, { 200, 260 }, { 252, 160 },
        { 330, 200 }, { 410, 100 }, { 480, 320 }, { 90, 300 },  { 640, 480 } };

/* Each small map has its own colours, and says how far they go. */
FIXTURE_TEST (test_scale, "/heatmap/scale", FIXTURE_HMC4, FIXTURE_DEEP, FIXTURE_SAMPLED,
              FIXTURE_ONE_SHOT)
{
  guint drawn = 0;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  g_strlcpy (style.font_family, "DejaVu Sans", sizeof style.font_family);
  fixture->view.display.shared_limits = FALSE;
  for (IplHeatmapMode mode = 0; mode < IPL_N_HEATMAPS; mode++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        g_autoptr (IplPlot) plot = NULL;

        fixture->view.display.heatmap = mode;
        plot = ipl_panel_layout (&ipl_panel_u, &fixture->view, &style, sizes[s][0], sizes[s][1]);
        g_autoptr (GPtrArray) texts
            = texts_of (&ipl_panel_u, &fixture->view, &style, sizes[s][0], sizes[s][1]);
        for (guint i = 0; i < plot->axes->len; i++)
          {
            const IplPlotAxes *axes = ipl_plot_get_axes (plot, i);
            const IplMapCaption *caption = &axes->caption;

            if (axes->cells.n == 0 || (caption->is_small && !plot->thumbnails->has_small))
              continue;
            drawn += caption->is_small;
            if (caption->is_small)
              g_assert_true (is_among (texts, caption->limit));
            else if (caption->limit != NULL)
              g_assert_true (is_among (texts, caption->headings[0])
                             || is_among (texts, caption->headings[1])
                             || is_among (texts, caption->limit));
          }
      }
  g_assert_cmpuint (drawn, >, 0);
}

/* The small attention maps have one scale, which ends at the largest attention of all heads, the
 * images that of the head shown. */
FIXTURE_TEST (test_attention_scale, "/heatmap/attention", FIXTURE_ONE_SHOT, FIXTURE_MANY_HEADS)
{
  const IplPieceKind kinds[] = { IPL_PIECE_MAP, IPL_PIECE_IMAGE };
  IplView usable = ipl_view_usable (&fixture->view);
  guint n_maps = 0;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      IplSequence *layout
          = ipl_panel_layout (&ipl_panel_attention, &usable, &style, sizes[s][0], sizes[s][1]);

      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        {
          double largest = 0;

          for (guint pass = 0; pass < 2; pass++)
            for (guint i = 0; i < layout->pieces->len; i++)
              {
                const IplPiece *piece = &g_array_index (layout->pieces, IplPiece, i);

                if (piece->kind != kinds[k])
                  continue;
                n_maps += piece->kind == IPL_PIECE_MAP;
                for (gsize t = 0; t < piece->n * piece->n && pass == 0; t++)
                  largest = MAX (largest, piece->attention[t]);
                if (pass > 0)
                  g_assert_cmpfloat (piece->limit, ==, largest);
              }
        }
      ipl_panel_free_layout (&ipl_panel_attention, layout);
    }
  g_assert_cmpuint (n_maps, >, 0);
}
