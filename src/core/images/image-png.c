/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <png.h>
#include <string.h>

#include "core/base/error.h"
#include "core/images/image-set-private.h"

#define SIGNATURE 8 /* bytes before the first chunk */
#define AROUND 12   /* bytes of a chunk besides its data: length, type and checksum */

/* Chunks passed to libpng, and the largest length of each. Other chunks (texts, profiles, data
 * that unpacks to gigabytes) do not affect gray levels. */
static const struct
{
  char type[5];
  guint32 longest;
} wanted[] = {
  { "IHDR", 13 }, { "PLTE", 768 }, { "tRNS", 256 }, { "gAMA", 4 },
  { "sRGB", 1 },  { "cHRM", 32 },  { "IEND", 0 },   { "IDAT", G_MAXINT32 },
};

static gboolean
is_wanted (const guint8 *type, guint32 length)
{
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (memcmp (type, wanted[i].type, 4) == 0)
      return length <= wanted[i].longest;
  return FALSE;
}

/* Removes all chunks but those in @wanted, before libpng reads the file. @bytes: [@n] a PNG
 * file. */
gboolean
ipl_png_strip (guint8 *bytes, gsize *n, char **why)
{
  gsize at = SIGNATURE, end = SIGNATURE;
  gboolean ended = FALSE;

  if (*n < SIGNATURE || png_sig_cmp (bytes, 0, SIGNATURE) != 0)
    return ipl_fail_why (why, "is not a PNG image");
  while (!ended && *n - at >= AROUND)
    {
      guint32 length = png_get_uint_32 (bytes + at);

      if (length > *n - at - AROUND)
        break;
      ended = memcmp (bytes + at + 4, "IEND", 4) == 0;
      if (is_wanted (bytes + at + 4, length))
        {
          memmove (bytes + end, bytes + at, AROUND + length);
          end += AROUND + length;
        }
      at += AROUND + length;
    }
  *n = end;
  if (ended)
    return TRUE;
  return ipl_fail_why (why, "is damaged or cut short: its last part is incomplete");
}

/* Opens a PNG in memory; libpng's simplified interface neither prints nor jumps. */
static gboolean
begin (png_image *image, const guint8 *bytes, gsize n, char **why)
{
  memset (image, 0, sizeof *image);
  image->version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory (image, bytes, n))
    return TRUE;
  *why = g_strdup_printf ("is damaged or no PNG image (%s)", image->message);
  png_image_free (image);
  return FALSE;
}

/* TRUE if the header can be read and the image is no larger than IPL_IMAGE_MAX_SIDE. @bytes: [@n] a
 * PNG file. */
gboolean
ipl_png_size (const guint8 *bytes, gsize n, guint *height, guint *width, char **why)
{
  png_image image;

  if (!begin (&image, bytes, n, why))
    return FALSE;
  *height = image.height;
  *width = image.width;
  png_image_free (&image);
  if (*height <= IPL_IMAGE_MAX_SIDE && *width <= IPL_IMAGE_MAX_SIDE)
    return TRUE;
  return ipl_fail_why (why, "has %u × %u pixels, and at most %d × %d can be used", *width, *height,
                       IPL_IMAGE_MAX_SIDE, IPL_IMAGE_MAX_SIDE);
}

/* Decodes a PNG file completely. @bytes: [@n] a PNG file; @pixels: [@height x @width] gray
 * levels; transparent pixels become white. */
gboolean
ipl_png_decode (const guint8 *bytes, gsize n, guint height, guint width, guint8 *pixels, char **why)
{
  static const png_color paper = { 255, 255, 255 };
  png_image image;

  if (!begin (&image, bytes, n, why))
    return FALSE;
  if (image.height != height || image.width != width)
    {
      *why = g_strdup_printf ("has %u × %u pixels and the drawings before it have %u × %u",
                              image.width, image.height, width, height);
      png_image_free (&image);
      return FALSE;
    }
  image.format = PNG_FORMAT_GRAY;
  if (png_image_finish_read (&image, &paper, pixels, (png_int_32)width, NULL))
    return TRUE;
  *why = g_strdup_printf ("is damaged or cut short (%s)", image.message);
  png_image_free (&image);
  return FALSE;
}
