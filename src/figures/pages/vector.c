/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages drawn on one of Cairo's surfaces for files. */

#include "figures/pages/vector.h"

#include "core/base/error.h"

/* For Cairo's surfaces that write to a stream: keeps what is written. */
cairo_status_t
ipl_vector_append (void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Draws pages one after the other.
 * @surface: where they are drawn; finished and destroyed
 * @scribe: (nullable): told of what is drawn
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
