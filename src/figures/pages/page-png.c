/* SPDX-License-Identifier: GPL-3.0-or-later */

/* PNG: pixels with their resolution and where they come from. */

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "figures/pages/pages.h"

#include <math.h>
#include <png.h>

static void
png_append (png_structp png, png_bytep data, png_size_t length)
{
  g_byte_array_append (png_get_io_ptr (png), data, length);
}

static void
png_flush_nothing (png_structp png)
{
}

static void
png_complain (png_structp png, png_const_charp message)
{
  g_strlcpy (png_get_error_ptr (png), message, 128);
  png_longjmp (png, 1);
}

static void
png_ignore (png_structp png, png_const_charp message)
{
}

/* One row of cairo's premultiplied native-endian pixels as PNG's RGB or straight RGBA. */
static void
convert_row (const guint32 *pixels, int n, gboolean alpha, guchar *out)
{
  for (int i = 0; i < n; i++)
    {
      guint a = alpha ? pixels[i] >> 24 : 255;
      for (int shift = 16; shift >= 0; shift -= 8)
        {
          guint c = pixels[i] >> shift & 255;
          *out++ = a == 255 || a == 0 ? c : MIN (255, (c * 255 + a / 2) / a);
        }
      if (alpha)
        *out++ = a;
    }
}

static png_text
make_text (const char *key, const char *text)
{
  png_text made = { .key = (char *)key, .text = (char *)text };

  /* Text that is not ASCII is UTF-8, and only international text may be. */
  made.compression = g_str_is_ascii (text) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
  return made;
}

static void
set_texts (png_structp png, png_infop info, const char *title, const IplProvenance *made,
           const char *warnings)
{
  png_text texts[5];
  int n = 0;

  texts[n++] = make_text ("Title", title);
  texts[n++] = make_text ("Software", "Interplay " IPL_VERSION);
  if (made != NULL)
    {
      texts[n++] = make_text ("Description", made->parameters);
      texts[n++] = make_text ("Comment", made->command);
    }
  if (warnings != NULL)
    texts[n++] = make_text ("Warning", warnings);
  png_set_text (png, info, texts, n);
}

/* cairo's own writer leaves out the resolution, without which 300 dpi at 89 mm is only a number of
 * pixels. */
static gboolean
write_png (const IplPages *self, cairo_surface_t *surface, GByteArray *bytes, GError **error)
{
  int w = cairo_image_surface_get_width (surface), h = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);
  gboolean alpha = cairo_image_surface_get_format (surface) == CAIRO_FORMAT_ARGB32;
  const guchar *data = cairo_image_surface_get_data (surface);
  char message[128] = "";
  guchar *row = g_malloc ((gsize)w * 4);
  char *heading = ipl_text_escape (self->title);
  png_structp png
      = png_create_write_struct (PNG_LIBPNG_VER_STRING, message, png_complain, png_ignore);
  png_infop info = png != NULL ? png_create_info_struct (png) : NULL;
  volatile gboolean done = FALSE;

  if (info != NULL && !setjmp (png_jmpbuf (png)))
    {
      png_set_write_fn (png, bytes, png_append, png_flush_nothing);
      png_set_IHDR (png, info, w, h, 8, alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                    PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
      png_uint_32 per_metre = (png_uint_32)lround (self->page.dpi / 0.0254);
      png_set_pHYs (png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
      set_texts (png, info, heading, self->made, self->warnings);
      png_write_info (png, info);
      for (int y = 0; y < h; y++)
        {
          convert_row ((const guint32 *)(data + (gsize)y * stride), w, alpha, row);
          png_write_row (png, row);
        }
      png_write_end (png, info);
      done = TRUE;
    }
  if (!done)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY, "The PNG could not be made: %s.",
                 *message ? message : "there is not enough memory");
  png_destroy_write_struct (&png, &info);
  g_free (row);
  g_free (heading);
  return done;
}

static GBytes *
make (const IplPages *self, guint first, guint n, const char *name, GPtrArray *beside,
      GError **error)
{
  const IplPaper *page = &self->page;
  cairo_surface_t *surface = ipl_pages_render (self, first);
  cairo_status_t status = cairo_surface_status (surface);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gboolean ok = status == CAIRO_STATUS_SUCCESS;

  if (!ok)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
                 "A PNG of %.0f by %.0f pixels could not be drawn (%s); ask for fewer dpi.",
                 page->width_pt / 72 * page->dpi, page->height_pt / 72 * page->dpi,
                 cairo_status_to_string (status));
  else
    ok = write_png (self, surface, bytes, error);
  cairo_surface_destroy (surface);
  return ok ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes)) : NULL;
}

const IplFormat ipl_format_png = {
  .id = "png",
  .title = "PNG picture",
  .has_pixels = TRUE,
  .make = make,
};
