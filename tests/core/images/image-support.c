/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "images/image-support.h"

#include <glib/gstdio.h>
#include <png.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "core/images/image-set-private.h"

guint8 *
test_png_of (guint format, const guint8 *pixels, guint height, guint width, gsize *n)
{
  png_image image
      = { .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = format };
  png_alloc_size_t size = 0;
  guint8 *bytes;

  g_assert_true (png_image_write_to_memory (&image, NULL, &size, 0, pixels, 0, NULL));
  bytes = g_malloc (size);
  g_assert_true (png_image_write_to_memory (&image, bytes, &size, 0, pixels, 0, NULL));
  *n = size;
  return bytes;
}

guint8 *
test_png (const guint8 *pixels, guint height, guint width, gsize *n)
{
  return test_png_of (PNG_FORMAT_GRAY, pixels, height, width, n);
}

GBytes *
test_idx (guint8 type, guint n_dimensions, const guint32 *shape, gconstpointer data, gsize n)
{
  GByteArray *bytes = g_byte_array_new ();
  const guint8 magic[4] = { 0, 0, type, (guint8)n_dimensions };

  g_byte_array_append (bytes, magic, 4);
  for (guint i = 0; i < n_dimensions; i++)
    {
      guint32 big = GUINT32_TO_BE (shape[i]);

      g_byte_array_append (bytes, (const guint8 *)&big, 4);
    }
  if (n > 0)
    g_byte_array_append (bytes, data, (guint)n);
  return g_byte_array_free_to_bytes (bytes);
}

GBytes *
test_gzip (GBytes *bytes)
{
  gsize n;
  const void *data = g_bytes_get_data (bytes, &n);
  z_stream stream = { 0 };
  gsize room = n + 1000;
  guint8 *out = g_malloc (room);

  /* 16 more than the window's bits asks for gzip's wrapping. */
  g_assert_cmpint (deflateInit2 (&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  stream.next_in = (Bytef *)data;
  stream.avail_in = (uInt)n;
  stream.next_out = out;
  stream.avail_out = (uInt)room;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  room = stream.total_out;
  deflateEnd (&stream);
  return g_bytes_new_take (out, room);
}

char *
test_put_bytes (const char *folder, const char *name, GBytes *bytes)
{
  gsize n;
  const void *data = g_bytes_get_data (bytes, &n);
  char *path = test_put (folder, name, data, n);

  g_bytes_unref (bytes);
  return path;
}

char *
test_put_idx (const char *name, guint n, guint side, const guint8 *pixels, const guint8 *labels)
{
  const guint32 shape[] = { n, side, side };
  g_autofree char *of_images = g_strconcat (name, "-images-idx3-ubyte", NULL);
  g_autofree char *of_labels = g_strconcat (name, "-labels-idx1-ubyte", NULL);

  g_free (test_put_bytes (test_folder (), of_labels, test_idx (8, 1, shape, labels, n)));
  return test_put_bytes (test_folder (), of_images,
                         test_idx (8, 3, shape, pixels, (gsize)n * side * side));
}

IplImageSet *
test_noise_set (guint n_alphabets, guint n_characters, guint n_drawings, guint height, guint width,
                guint32 seed)
{
  IplImageSet *self = ipl_image_set_alloc ("noise");
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint n = n_alphabets * n_characters;

  self->mean = 0.5;
  self->sd = 0.25;
  self->n_classes = n;
  self->n_alphabets = n_alphabets;
  self->class_names = g_new0 (char *, n + 1);
  self->class_first = g_new (gsize, n + 1);
  self->class_alphabet = g_new (guint, n);
  self->alphabet_names = g_new0 (char *, n_alphabets + 1);
  self->alphabet_first = g_new (guint, n_alphabets + 1);
  for (guint k = 0; k < n; k++)
    {
      self->class_names[k] = g_strdup_printf ("class%u", k);
      self->class_alphabet[k] = k / n_characters;
    }
  for (guint k = 0; k <= n; k++)
    self->class_first[k] = (gsize)k * n_drawings;
  for (guint a = 0; a < n_alphabets; a++)
    self->alphabet_names[a] = g_strdup_printf ("Alphabet_%u", a);
  for (guint a = 0; a <= n_alphabets; a++)
    self->alphabet_first[a] = a * n_characters;
  g_assert_true (ipl_image_set_alloc_pixels (self, (gsize)n * n_drawings, height, width, NULL));
  for (gsize i = 0; i < self->count * height * width; i++)
    self->pixels[i] = (guint8)g_rand_int_range (rand, 0, 256);
  return self;
}

guint32
test_checksum (gconstpointer bytes, gsize n)
{
  return (guint32)crc32 (0, bytes, (uInt)n);
}
