/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages as files of an exact physical size. Each file is made in memory and replaces the old one
 * atomically, so that a failed export leaves the old file unchanged. */

#include "figures/pages/pages.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/file-save.h"

/* Returns "folder/name" for "folder/name.svg". */
static char *
strip_extension (const char *path)
{
  const char *slash = strrchr (path, '/'), *dot = strrchr (path, '.');

  return dot != NULL && dot > (slash != NULL ? slash + 1 : path)
             ? g_strndup (path, (gsize)(dot - path))
             : g_strdup (path);
}

static gboolean
save (const char *path, GBytes *bytes, GError **error)
{
  gsize n;
  const void *data = g_bytes_get_data (bytes, &n);

  return ipl_file_save_bytes (path, data, n, error);
}

/* Writes pages at their exact size.
 * @first: first page to write, from 0
 * @n: number of pages; 1 unless the format has many pages
 * @path: file to write; replaced atomically once complete, otherwise unchanged. Graphics that it
 * includes are written before.
 * Returns: TRUE on success */
gboolean
ipl_pages_write (const IplPages *self, guint first, guint n, const IplFormat *format,
                 const char *path, GError **error)
{
  g_autofree char *stem = strip_extension (path), *name = g_path_get_basename (stem);
  g_autoptr (GBytes) graphics = NULL;
  g_autoptr (GBytes) bytes = format->make (self, first, n, name, &graphics, error);

  if (bytes == NULL)
    return FALSE;
  if (graphics != NULL)
    {
      g_autofree char *other = g_strconcat (stem, IPL_GRAPHICS, NULL);

      if (!save (other, graphics, error))
        return FALSE;
    }
  return save (path, bytes, error);
}

/* Renders the picture of a PNG: width / 72 * dpi pixels wide, and high in proportion.
 * Returns: (transfer full): an image surface, in an error state if memory is insufficient */
cairo_surface_t *
ipl_pages_render (const IplPages *self, guint i)
{
  int w = MAX (1, (int)lround (self->page.width_pt / 72 * self->page.dpi));
  int h = MAX (1, (int)lround (self->page.height_pt / 72 * self->page.dpi));
  cairo_surface_t *surface = cairo_image_surface_create (
      self->transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, w, h);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, w / self->page.width_pt, h / self->page.height_pt);
  self->draw (i, cr, self->data);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Returns: (transfer full): a length with up to three decimals */
char *
ipl_length_text (double pt)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  g_ascii_formatd (text, sizeof text, "%.3f", fabs (pt) < 0.0005 ? 0 : pt);
  end = text + strlen (text);
  while (end > text && end[-1] == '0')
    *--end = '\0';
  if (end > text && end[-1] == '.')
    *--end = '\0';
  return g_strdup (text);
}

/* Write function of Cairo surfaces that collects the stream in a GByteArray. */
cairo_status_t
ipl_vector_append (void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Draws pages in sequence.
 * @surface: finished and destroyed
 * @recorder: (nullable): callbacks of the drawing
 * @format: name of the format for @error
 * Returns: TRUE on success */
gboolean
ipl_vector_draw (const IplPages *self, guint first, guint n, cairo_surface_t *surface,
                 const IplRecorder *recorder, const char *format, GError **error)
{
  gboolean many = cairo_surface_get_type (surface) == CAIRO_SURFACE_TYPE_PDF;
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  ipl_recorder_set (cr, recorder);
  for (guint i = first; i < first + n; i++)
    {
      cairo_save (cr);
      self->draw (i, cr, self->data);
      cairo_restore (cr);
      /* The single page of an SVG ends with its surface: Cairo 1.16 loses a page that ends
       * before. */
      if (many)
        cairo_show_page (cr);
    }
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "The %s could not be drawn: %s.", format,
                 cairo_status_to_string (status));
  return status == CAIRO_STATUS_SUCCESS;
}
