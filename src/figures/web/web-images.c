/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of matrices as numbers of colours: a picture in true colours is twice as large as the
 * numbers it stands for, and would be there once more in dark ones. */

#include "figures/web/web-parts.h"

#include <cairo.h>
#include <string.h>

#include "core/base/json.h"

/* A colour in both versions, 0xRRGGBB. */
typedef struct
{
  guint32 light, dark;
} Pair;

typedef struct
{
  int w, h;
  guint *pairs; /* [h x w] as they came, then by their order */
} Image;

struct _IplWebImages
{
  GPtrArray *images; /* of Image */
  GHashTable *known; /* of a guint64: (light, dark), to its index + 1 */
  GArray *pairs;     /* of Pair */
};

static void
image_free (gpointer data)
{
  Image *self = data;

  g_free (self->pairs);
  g_free (self);
}

IplWebImages *
ipl_web_images_new (void)
{
  IplWebImages *self = g_new0 (IplWebImages, 1);

  self->images = g_ptr_array_new_with_free_func (image_free);
  self->known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  return self;
}

void
ipl_web_images_free (IplWebImages *self)
{
  g_ptr_array_unref (self->images);
  g_hash_table_unref (self->known);
  g_array_unref (self->pairs);
  g_free (self);
}

typedef struct
{
  const guchar *bytes;
  gsize left;
} Reader;

static cairo_status_t
read_some (void *closure, unsigned char *data, unsigned int length)
{
  Reader *reader = closure;

  if (length > reader->left)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (data, reader->bytes, length);
  reader->bytes += length;
  reader->left -= length;
  return CAIRO_STATUS_SUCCESS;
}

/* Returns: (nullable): the picture, where it is one without transparency */
static cairo_surface_t *
decode (const char *text)
{
  gsize n;
  g_autofree guchar *bytes = g_base64_decode (text, &n);
  Reader reader = { bytes, n };
  cairo_surface_t *surface = cairo_image_surface_create_from_png_stream (read_some, &reader);

  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS
      && cairo_image_surface_get_format (surface) == CAIRO_FORMAT_RGB24)
    return surface;
  cairo_surface_destroy (surface);
  return NULL;
}

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const guchar *data = cairo_image_surface_get_data (surface);
  gsize stride = (gsize)cairo_image_surface_get_stride (surface);
  guint32 value;

  memcpy (&value, data + (gsize)y * stride + (gsize)x * 4, sizeof value);
  return value & 0xffffff;
}

static guint
find_pair (IplWebImages *self, guint32 light, guint32 dark)
{
  gint64 key = (gint64)light << 32 | dark;
  gpointer known = g_hash_table_lookup (self->known, &key);
  Pair pair = { light, dark };

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  g_array_append_val (self->pairs, pair);
  g_hash_table_insert (self->known, g_memdup2 (&key, sizeof key),
                                               GUINT_TO_POINTER (self->pairs->len));
  return self->pairs->len - 1;
}

/* Returns: its number, from 0; -1 where it is none that could be kept as numbers of colours */
int
ipl_web_images_add (IplWebImages *self, const char *light, const char *dark)
{
  cairo_surface_t *a = decode (light), *b = decode (dark);
  int number = -1;

  if (a != NULL && b != NULL
      && cairo_image_surface_get_width (a) == cairo_image_surface_get_width (b)
      && cairo_image_surface_get_height (a) == cairo_image_surface_get_height (b))
    {
      Image *image = g_new0 (Image, 1);

      image->w = cairo_image_surface_get_width (a);
      image->h = cairo_image_surface_get_height (a);
      image->pairs = g_new (guint, (gsize)image->w * (gsize)image->h);
      for (int y = 0; y < image->h; y++)
        for (int x = 0; x < image->w; x++)
          image->pairs[y * image->w + x] = find_pair (self, pixel (a, x, y), pixel (b, x, y));
      g_ptr_array_add (self->images, image);
      number = (int)self->images->len - 1;
    }
  g_clear_pointer (&a, cairo_surface_destroy);
  g_clear_pointer (&b, cairo_surface_destroy);
  return number;
}

/* Along a map of colours from blue to red, so that those of one picture are near each other. */
static int
compare_pairs (gconstpointer a, gconstpointer b, gpointer data)
{
  const GArray *pairs = data;
  const Pair *p = &g_array_index (pairs, Pair, *(const guint *)a);
  const Pair *q = &g_array_index (pairs, Pair, *(const guint *)b);
  int warm_p = (int)(p->light >> 16) - (int)(p->light & 255);
  int warm_q = (int)(q->light >> 16) - (int)(q->light & 255);

  if (warm_p != warm_q)
    return warm_p - warm_q;
  if (p->light != q->light)
    return p->light < q->light ? -1 : 1;
  return p->dark < q->dark ? -1 : p->dark > q->dark;
}

/* Sorts the pairs and writes them, and says them in the images by their places. */
static void
sort_pairs (IplWebImages *self, JsonBuilder *json)
{
  g_autofree guint *order = g_new (guint, self->pairs->len + 1);
  g_autofree guint *place = g_new (guint, self->pairs->len + 1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->pairs->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (int)self->pairs->len, sizeof (guint), compare_pairs, self->pairs);
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (self->pairs, Pair, order[i]);

      place[order[i]] = i;
      g_string_append_printf (text, "%06x%06x", pair->light, pair->dark);
    }
  ipl_json_add_text (json, "colors", text->str);
  for (guint i = 0; i < self->images->len; i++)
    {
      Image *image = self->images->pdata[i];

      for (int k = 0; k < image->w * image->h; k++)
        image->pairs[k] = place[image->pairs[k]];
    }
}

static int
compare_guint (gconstpointer a, gconstpointer b)
{
  guint p = *(const guint *)a, q = *(const guint *)b;

  return p < q ? -1 : p > q;
}

/* The pairs of an image, each once, by their order; turns the image into places in them. */
static GArray *
take_palette (Image *image)
{
  gsize n = (gsize)image->w * (gsize)image->h;
  GArray *palette = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *sorted = g_memdup2 (image->pairs, n * sizeof (guint));

  qsort (sorted, n, sizeof (guint), compare_guint);
  for (gsize i = 0; i < n; i++)
    if (i == 0 || sorted[i] != sorted[i - 1])
      g_array_append_val (palette, sorted[i]);
  for (gsize i = 0; i < n; i++)
    {
      const guint *at
          = bsearch (&image->pairs[i], palette->data, palette->len, sizeof (guint), compare_guint);

      image->pairs[i] = (guint)(at - (const guint *)palette->data);
    }
  return palette;
}

/* The numbers, or those of the transpose, in bytes: the low ones of all, then the high ones where
 * there are more colours than 256. */
static GBytes *
to_bytes (const Image *image, gboolean wide, gboolean transposed, gboolean symmetric)
{
  GByteArray *bytes = g_byte_array_new ();

  for (guint plane = 0; plane <= (wide ? 1 : 0); plane++)
    for (int y = 0; y < image->h; y++)
      for (int x = 0; x < (symmetric ? y + 1 : image->w); x++)
        {
          guint value = image->pairs[transposed ? x * image->w + y : y * image->w + x];
          guint8 byte = (guint8)(value >> (8 * plane));

          g_byte_array_append (bytes, &byte, 1);
        }
  return g_byte_array_free_to_bytes (bytes);
}

static gboolean
is_symmetric (const Image *image)
{
  for (int y = 0; y < image->h; y++)
    for (int x = 0; x < y; x++)
      if (image->pairs[y * image->w + x] != image->pairs[x * image->w + y])
        return FALSE;
  return TRUE;
}

/* The layout of a matrix picture: where its numbers are, and how they lie. */
typedef struct
{
  gsize at;
  gboolean transposed, symmetric;
} Shape;

static Shape
find_shape (const Image *image, gboolean wide, GHashTable *shapes, GByteArray *pixels)
{
  Shape shape = { .symmetric = image->w == image->h && is_symmetric (image) };
  GBytes *bytes = to_bytes (image, wide, FALSE, shape.symmetric);
  gpointer known = g_hash_table_lookup (shapes, bytes);

  if (known == NULL && !shape.symmetric && image->w == image->h)
    {
      g_autoptr (GBytes) turned = to_bytes (image, wide, TRUE, FALSE);

      known = g_hash_table_lookup (shapes, turned);
      shape.transposed = known != NULL;
    }
  if (known != NULL)
    {
      shape.at = GPOINTER_TO_SIZE (known) - 1;
      g_bytes_unref (bytes);
      return shape;
    }
  shape.at = pixels->len;
  g_byte_array_append (pixels, g_bytes_get_data (bytes, NULL), (guint)g_bytes_get_size (bytes));
  g_hash_table_insert (shapes, bytes, GSIZE_TO_POINTER (shape.at + 1));
  return shape;
}

/* Writes the pictures.
 * @self: the pictures; they are taken apart
 * @json: where the members "colors" and "images" are written */
void
ipl_web_images_write (IplWebImages *self, JsonBuilder *json, GByteArray *pixels)
{
  g_autoptr (GHashTable) shapes
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);

  sort_pairs (self, json);
  json_builder_set_member_name (json, "images");
  json_builder_begin_array (json);
  for (guint i = 0; i < self->images->len; i++)
    {
      Image *image = self->images->pdata[i];
      g_autoptr (GArray) palette = take_palette (image);
      Shape shape = find_shape (image, palette->len > 256, shapes, pixels);

      json_builder_begin_array (json);
      json_builder_add_int_value (json, image->w);
      json_builder_add_int_value (json, image->h);
      json_builder_add_int_value (json, (gint64)shape.at);
      json_builder_add_int_value (json, shape.transposed ? 2 : shape.symmetric ? 1 : 0);
      ipl_web_write_list (json, (const guint *)palette->data, palette->len);
      json_builder_end_array (json);
    }
  json_builder_end_array (json);
}

/* Writes numbers, each as what it is more than the one after the last.
 * @values: numbers that often go up by one */
void
ipl_web_write_list (JsonBuilder *json, const guint *values, guint n)
{
  gint64 expected = 0;

  json_builder_begin_array (json);
  for (guint i = 0; i < n; i++)
    {
      json_builder_add_int_value (json, (gint64)values[i] - expected);
      expected = (gint64)values[i] + 1;
    }
  json_builder_end_array (json);
}
