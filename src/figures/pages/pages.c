/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages as files of an exact physical size. Every file is made in memory and then put in its place
 * at once, so that a failed export leaves an old file whole. */

#include "figures/pages/pages.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/file-save.h"

/* "folder/name.svg" as "folder/name". */
static char *
take_stem (const char *path)
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

/* Writes pages of exactly their size.
 * @first: the first of them that is written, from 0
 * @n: how many; 1 but for a format of many pages
 * @path: the file to write; replaced at once when it is whole, untouched otherwise. Graphics that
 * it needs are written before. Returns: whether the file was written */
gboolean
ipl_pages_write (const IplPages *self, guint first, guint n, const IplFormat *format,
                 const char *path, GError **error)
{
  g_autofree char *stem = take_stem (path), *name = g_path_get_basename (stem);
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

/* The picture a PNG would hold, width / 72 * dpi pixels wide and high accordingly.
 * Returns: (transfer full): an image surface, in an error state where there is no memory for it */
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

/* Returns: (transfer full): a length, to a thousandth */
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

/* For Cairo's surfaces that write to a stream: keeps what is written. */
cairo_status_t
ipl_vector_append (void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Draws pages one after the other.
 * @surface: where they are drawn; finished and destroyed
 * @scribe: (nullable): informed of what is drawn
 * @format: what is made, for the sentence of @error
 * Returns: whether that went well */
gboolean
ipl_vector_draw (const IplPages *self, guint first, guint n, cairo_surface_t *surface,
                 const IplScribe *scribe, const char *format, GError **error)
{
  gboolean many = cairo_surface_get_type (surface) == CAIRO_SURFACE_TYPE_PDF;
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  ipl_scribe_set (cr, scribe);
  for (guint i = first; i < first + n; i++)
    {
      cairo_save (cr);
      self->draw (i, cr, self->data);
      cairo_restore (cr);
      /* An SVG has one page, which ends with it: cairo 1.16 loses one that is ended before. */
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
