/* SPDX-License-Identifier: GPL-3.0-or-later */

/* PNG: the output of Cairo, with chunks for resolution and provenance, which Cairo does not
 * write. */

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "figures/pages/pages.h"

#include <math.h>
#include <zlib.h>

/* Size of the signature and the first chunk (IHDR), in bytes. */
#define HEADER 33

static void
append_number (GByteArray *bytes, guint32 number)
{
  guint32 big_endian = GUINT32_TO_BE (number);

  g_byte_array_append (bytes, (const guint8 *)&big_endian, 4);
}

/* A chunk has a length, four letters, data, and a checksum of letters and data. */
static void
append_chunk (GByteArray *png, const char *letters, const void *data, gsize n)
{
  guint begin = png->len + 4;

  append_number (png, (guint32)n);
  g_byte_array_append (png, (const guint8 *)letters, 4);
  g_byte_array_append (png, data, (guint)n);
  append_number (png, (guint32)crc32 (0, png->data + begin, (uInt)(n + 4)));
}

/* Appends international text (iTXt), the UTF-8 type. The zeros terminate the keyword and select
 * no compression, no language and no translated keyword. */
static void
append_text (GByteArray *png, const char *key, const char *text)
{
  g_autoptr (GString) data = g_string_new (key);

  g_string_append_len (data, "\0\0\0\0\0", 5);
  g_string_append (data, text);
  append_chunk (png, "iTXt", data->str, data->len);
}

/* Appends the resolution in pixels per metre, horizontally and vertically. */
static void
append_resolution (GByteArray *png, double dpi)
{
  guint32 per_metre = GUINT32_TO_BE ((guint32)lround (dpi / 0.0254));
  guint32 data[3] = { per_metre, per_metre };

  ((guint8 *)data)[8] = 1;
  append_chunk (png, "pHYs", data, 9);
}

/* @cairo: PNG from Cairo
 * Returns: (transfer full): the same with resolution and provenance */
static GBytes *
describe (const IplPages *self, const GByteArray *cairo)
{
  g_autofree char *title = ipl_text_escape (self->title);
  GByteArray *png = g_byte_array_new ();

  g_byte_array_append (png, cairo->data, HEADER);
  append_resolution (png, self->page.dpi);
  append_text (png, "Title", title);
  append_text (png, "Software", "Interplay " IPL_VERSION);
  if (self->provenance != NULL)
    {
      append_text (png, "Description", self->provenance->parameters);
      append_text (png, "Comment", self->provenance->command);
    }
  if (self->warnings != NULL)
    append_text (png, "Warning", self->warnings);
  g_byte_array_append (png, cairo->data + HEADER, cairo->len - HEADER);
  return g_byte_array_free_to_bytes (png);
}

static GBytes *
make (const IplPages *self, guint first, guint n, const char *name, GBytes **graphics,
      GError **error)
{
  const IplPaper *page = &self->page;
  cairo_surface_t *surface = ipl_pages_render (self, first);
  cairo_status_t status = cairo_surface_status (surface);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, ipl_vector_append, bytes);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS && bytes->len > HEADER)
    return describe (self, bytes);
  return ipl_fail_null (error, IPL_ERROR_MEMORY,
                        "A PNG of %.0f by %.0f pixels could not be drawn (%s); ask for fewer dpi.",
                        page->width_pt / 72 * page->dpi, page->height_pt / 72 * page->dpi,
                        cairo_status_to_string (status));
}

const IplFormat ipl_format_png = {
  .id = "png",
  .title = "PNG picture",
  .has_pixels = TRUE,
  .make = make,
};
