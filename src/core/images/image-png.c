/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/image-png-private.h"

#include <png.h>
#include <string.h>

#include "core/images/image-set-private.h"

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

/*< private >
 * ipl_png_size:
 * @bytes: [@n] a PNG file
 * @n: its length
 * @height: (out): rows
 * @width: (out): columns
 * @why: (out): what is wrong with it, to be freed
 *
 * Returns: whether the header can be read and the image is no larger than IPL_IMAGE_MAX_SIDE
 */
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
  *why = g_strdup_printf ("has %u × %u pixels, and at most %d × %d can be used", *width, *height,
                          IPL_IMAGE_MAX_SIDE, IPL_IMAGE_MAX_SIDE);
  return FALSE;
}

/*< private >
 * ipl_png_decode:
 * @bytes: [@n] a PNG file
 * @n: its length
 * @height: rows it must have
 * @width: columns it must have
 * @pixels: (out): [@height x @width] gray levels; what is transparent becomes white
 * @why: (out): what is wrong with it, to be freed
 *
 * Returns: whether it was read whole
 */
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
