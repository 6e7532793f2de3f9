/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A large matrix as a picture. If there are more cells than pixels, each pixel is the mean of
 * its cells. */

#include "figures/kit/matrix-picture.h"

#include "figures/kit/recorder.h"

#include <math.h>

/* Resolution of vector formats, which have no pixels: 576 per inch, finer than the screen of a
 * printer. */
#define PIXELS_PER_PT 8
#define MOST_PIXELS 2048

/* Maximum number of pixels per side that an SVG draws as rectangles, minimum size of these, and
 * their overlap with the neighbours on the right and below. */
#define MOST_RECTANGLES 64
#define LEAST_RECTANGLE_PT 3
#define LAP_PT 0.3
/* Maximum number of pixels per side that all formats draw as rectangles, which have exactly
 * equal sizes. */
#define FEW_RECTANGLES 24
/* Maximum number of pixels per side of an enlarged picture in an SVG. */
#define MOST_ENLARGED 1024

/* Returns the number of device pixels per side of @area on the surface of @cr, at most @n. */
static gsize
pixels_across (cairo_t *cr, const IplRect *area, gsize n)
{
  cairo_surface_t *target = cairo_get_group_target (cr);
  double x = area->w, y = 0, scale_x = 1, scale_y = 1;

  cairo_user_to_device_distance (cr, &x, &y);
  cairo_surface_get_device_scale (target, &scale_x, &scale_y);

  double side = hypot (x, y) * scale_x;

  if (cairo_surface_get_type (target) != CAIRO_SURFACE_TYPE_IMAGE)
    side *= PIXELS_PER_PT;
  return (gsize)CLAMP (round (side), 1, MIN (n, MOST_PIXELS));
}

/* Computes the means of a row of @n cells over @m equal parts. A cell on a boundary counts in
 * both parts, in proportion to its overlap. */
static void
average_row (const double *cells, gsize n, double *means, gsize m)
{
  double part = (double)n / m;

  for (gsize k = 0; k < m; k++)
    {
      double from = k * part, to = MIN ((k + 1) * part, (double)n), sum = 0;

      for (gsize j = (gsize)from; j < n && j < to; j++)
        sum += cells[j] * (MIN (to, j + 1.0) - MAX (from, (double)j));
      means[k] = sum / part;
    }
}

/* Returns: (transfer full): [m x m] means of the matrix, with cells weighted by their overlap */
static double *
average (gsize n, IplMatrixCell cell, gconstpointer data, gsize m)
{
  double part = (double)n / m;
  double *means = g_new0 (double, m * m);
  g_autofree double *cells = g_new (double, n);
  g_autofree double *row = g_new (double, m);

  for (gsize i = 0; i < n; i++)
    {
      for (gsize j = 0; j < n; j++)
        {
          double value = cell (i, j, data);
          cells[j] = isfinite (value) ? value : 0;
        }
      average_row (cells, n, row, m);
      for (gsize y = (gsize)(i / part); y < m && y * part < i + 1; y++)
        {
          double share = MIN ((y + 1) * part, i + 1.0) - MAX (y * part, (double)i);

          for (gsize x = 0; x < m && share > 0; x++)
            means[y * m + x] += row[x] * share / part;
        }
    }
  return means;
}

/* Number of pictures made by this thread, for tests. */
static GPrivate rendered = G_PRIVATE_INIT (NULL);

/* Returns: number of pictures computed by this thread; reused ones do not count */
guint
ipl_matrix_picture_count_rendered (void)
{
  return GPOINTER_TO_UINT (g_private_get (&rendered));
}

/* Makes a picture with a pixel for each cell or mean. Returns an error surface if memory is
 * insufficient. */
static cairo_surface_t *
picture_new (gsize m, gsize n, IplMatrixCell cell, gconstpointer data, double limit,
             const guint32 colors[IPL_MATRIX_COLORS])
{
  int side = (int)m;
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, side, side);
  const int zero = IPL_MATRIX_COLORS / 2;

  if (cairo_surface_status (picture) != CAIRO_STATUS_SUCCESS)
    return picture;

  g_autofree double *means = average (n, cell, data, m);
  guchar *pixels = cairo_image_surface_get_data (picture);
  int stride = cairo_image_surface_get_stride (picture);

  for (int y = 0; y < side; y++)
    {
      guint32 *line = (guint32 *)(gpointer)(pixels + y * stride);

      for (int x = 0; x < side; x++)
        {
          double t = CLAMP (means[(gsize)y * m + (gsize)x] / limit, -1, 1);
          line[x] = colors[zero + (int)lround (zero * t)];
        }
    }
  cairo_surface_mark_dirty (picture);
  g_private_set (&rendered, GUINT_TO_POINTER (ipl_matrix_picture_count_rendered () + 1));
  return picture;
}

/* Returns the end of the run of pixels from @x with the same colour. */
static int
find_run_end (const guint32 *line, int x, int w)
{
  int end = x + 1;

  while (end < w && line[end] == line[x])
    end++;
  return end;
}

/* Draws pixels as rectangles. Each overlaps its right and lower neighbours, which avoids seams. */
static void
fill_pixels (cairo_t *cr, cairo_surface_t *picture, int w, int h, double lap_x, double lap_y)
{
  gboolean has_alpha = cairo_image_surface_get_format (picture) == CAIRO_FORMAT_ARGB32;

  for (int y = 0; y < h; y++)
    {
      const guint32 *line
          = (const guint32 *)(gconstpointer)(cairo_image_surface_get_data (picture)
                                             + y * cairo_image_surface_get_stride (picture));

      for (int x = 0, end; x < w; x = end)
        {
          guint32 color = line[x];
          gboolean is_clear = has_alpha && color >> 24 == 0;

          end = find_run_end (line, x, w);
          if (is_clear)
            continue;
          cairo_rectangle (cr, x, y,
                           end - x + (end < w && !(has_alpha && line[end] >> 24 == 0) ? lap_x : 0),
                           1 + (y + 1 < h ? lap_y : 0));
          cairo_set_source_rgb (cr, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                                (color & 255) / 255.0);
          cairo_fill (cr);
        }
    }
}

/* Returns the picture with each pixel repeated @times x @times. */
static cairo_surface_t *
enlarge (cairo_surface_t *picture, int w, int h, int times)
{
  cairo_surface_t *enlarged
      = cairo_image_surface_create (cairo_image_surface_get_format (picture), w * times, h * times);
  cairo_t *cr = cairo_create (enlarged);

  cairo_scale (cr, times, times);
  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
  return enlarged;
}

/* Paints a picture with sharp pixels. Small pictures, and larger ones with large pixels, become
 * rectangles. Viewers smooth the pictures of an SVG, so others are enlarged first. Browsers do
 * not, so web pages need no enlargement. */
static void
paint_exactly (cairo_t *cr, cairo_surface_t *picture, int w, int h, double cell_w, double cell_h)
{
  int times = ipl_items_are_recorded (cr) ? 1 : CLAMP (MOST_ENLARGED / MAX (w, h), 1, 4);
  cairo_surface_t *enlarged;

  if (MAX (w, h) <= FEW_RECTANGLES
      || (MAX (w, h) <= MOST_RECTANGLES && MIN (cell_w, cell_h) >= LEAST_RECTANGLE_PT))
    {
      fill_pixels (cr, picture, w, h, LAP_PT / cell_w, LAP_PT / cell_h);
      return;
    }
  enlarged = enlarge (picture, w, h, times);
  cairo_scale (cr, 1.0 / times, 1.0 / times);
  cairo_set_source_surface (cr, enlarged, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_destroy (enlarged);
}

/* Paints a picture over @area, unless it is an error surface.
 * @smooth: TRUE smooths its pixels, FALSE keeps their edges */
void
ipl_picture_paint (cairo_t *cr, const IplRect *area, cairo_surface_t *picture, gboolean smooth)
{
  gboolean is_svg = cairo_surface_get_type (cairo_get_group_target (cr)) == CAIRO_SURFACE_TYPE_SVG;
  int w, h;

  if (cairo_surface_status (picture) != CAIRO_STATUS_SUCCESS)
    return;
  w = cairo_image_surface_get_width (picture);
  h = cairo_image_surface_get_height (picture);
  cairo_save (cr);
  cairo_translate (cr, area->x, area->y);
  cairo_scale (cr, area->w / w, area->h / h);
  if (!smooth && (is_svg || MAX (w, h) <= FEW_RECTANGLES))
    paint_exactly (cr, picture, w, h, area->w / w, area->h / h);
  else
    {
      cairo_set_source_surface (cr, picture, 0, 0);
      cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
      cairo_pattern_set_filter (cairo_get_source (cr),
                                smooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
      cairo_rectangle (cr, 0, 0, w, h);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

/* Maximum number of cached pictures of a thread, and of their pixels in total. */
#define MOST_CACHED 160
#define MOST_CACHED_PIXELS (8 << 20)

typedef struct
{
  IplMatrixKey key;
  gsize m;
  cairo_surface_t *picture;
} Cached;

static void
cached_free (gpointer data)
{
  Cached *self = data;

  cairo_surface_destroy (self->picture);
  g_atomic_rc_box_release ((gpointer)self->key.values);
  g_free (self);
}

static void
queue_free (gpointer queue)
{
  g_queue_free_full (queue, cached_free);
}

/* Pictures of this thread, most recently drawn first. */
static GPrivate kept = G_PRIVATE_INIT (queue_free);

static Cached *
find_cached (GQueue *queue, const IplMatrixKey *key, gsize m)
{
  for (GList *at = queue->head; at != NULL; at = at->next)
    {
      Cached *one = at->data;

      if (one->m == m && one->key.values == key->values && one->key.mean == key->mean
          && one->key.limit == key->limit && one->key.color == key->color
          && one->key.transposed == key->transposed)
        {
          g_queue_unlink (queue, at);
          g_queue_push_head_link (queue, at);
          return one;
        }
    }
  return NULL;
}

/* Drops the least recently drawn pictures. */
static void
forget_old (GQueue *queue)
{
  gsize pixels = 0;
  guint n = 0;

  for (GList *at = queue->head; at != NULL; at = at->next)
    {
      const Cached *one = at->data;

      pixels += one->m * one->m;
      if (++n == 1 || (n <= MOST_CACHED && pixels <= MOST_CACHED_PIXELS))
        continue;
      while (queue->length >= n)
        cached_free (g_queue_pop_tail (queue));
      return;
    }
}

/* Draws a matrix: cells with sharp edges if there are enough pixels, means of cells otherwise, so
 * that all cells count.
 * @cr: its surface determines the resolution
 * @cell: returns the numbers; those that are not finite count as 0
 * @limit: number with the last colour; -@limit has the first; numbers beyond are clamped
 * @colors: [IPL_MATRIX_COLORS] from -limit to limit, 0xRRGGBB
 * @key: (nullable): key of the cached picture for the next call */
void
ipl_matrix_picture_draw (cairo_t *cr, const IplRect *area, gsize n, IplMatrixCell cell,
                         gconstpointer data, double limit, const guint32 colors[IPL_MATRIX_COLORS],
                         const IplMatrixKey *key)
{
  g_return_if_fail (n > 0 && limit > 0);

  gsize m = pixels_across (cr, area, n);
  GQueue *queue = g_private_get (&kept);
  Cached *one;

  /* Pixels that are means may be smoothed; single cells keep their edges. */
  if (key == NULL)
    {
      cairo_surface_t *picture = picture_new (m, n, cell, data, limit, colors);

      ipl_picture_paint (cr, area, picture, m < n);
      cairo_surface_destroy (picture);
      return;
    }
  if (queue == NULL)
    {
      queue = g_queue_new ();
      g_private_set (&kept, queue);
    }
  one = find_cached (queue, key, m);
  if (one == NULL)
    {
      one = g_new (Cached, 1);
      *one = (Cached){ *key, m, picture_new (m, n, cell, data, limit, colors) };
      g_atomic_rc_box_acquire ((gpointer)key->values);
      g_queue_push_head (queue, one);
      forget_old (queue);
    }
  ipl_picture_paint (cr, area, one->picture, m < n);
}
