/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages as files of an exact physical size. Every file is made in memory and then put in its place
 * at once, so that a failed export leaves an old file whole. */

#define _GNU_SOURCE /* memmem */

#include "figures/output/pages.h"

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/shown-text.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <png.h>
#include <string.h>

/**
 * ipl_format_parse:
 * @text: "png", "svg" or "pdf", in any case
 * @format: (out): the format
 *
 * Returns: whether it is one of them
 */
gboolean
ipl_format_parse (const char *text, IplFormat *format)
{
  g_return_val_if_fail (text && format, FALSE);
  for (IplFormat f = IPL_FORMAT_PNG; f <= IPL_FORMAT_PDF; f++)
    if (g_ascii_strcasecmp (text, ipl_format_extension (f)) == 0)
      {
        *format = f;
        return TRUE;
      }
  return FALSE;
}

/**
 * ipl_format_extension:
 * @format: a format
 *
 * Returns: its file extension, without the dot
 */
const char *
ipl_format_extension (IplFormat format)
{
  static const char *const extensions[] = { "png", "svg", "pdf" };
  g_return_val_if_fail (format <= IPL_FORMAT_PDF, NULL);
  return extensions[format];
}

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

  /* What is not ASCII is UTF-8, and only international text may be. */
  made.compression = g_str_is_ascii (text) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
  return made;
}

static void
set_texts (png_structp png, png_infop info, const char *title, const IplProvenance *made)
{
  png_text texts[4];
  int n = 0;

  texts[n++] = make_text ("Title", title);
  texts[n++] = make_text ("Software", "Interplay " IPL_VERSION);
  if (made != NULL)
    {
      texts[n++] = make_text ("Description", made->parameters);
      texts[n++] = make_text ("Comment", made->command);
    }
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
      set_texts (png, info, heading, self->made);
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

static cairo_status_t
append_to_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
set_metadata (const IplPages *self, cairo_surface_t *surface)
{
  g_autofree char *title = ipl_text_escape (self->title);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_AUTHOR, "Interplay");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Interplay " IPL_VERSION);
  /* Without a time: the same figure is the same file. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  if (self->made == NULL)
    return;
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, self->made->parameters);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_KEYWORDS, self->made->command);
}

/* Cairo has no way to say what an SVG is: it is put in behind the opening tag. */
static void
describe_svg (const IplPages *self, GByteArray *bytes)
{
  g_autofree char *title = ipl_text_escape (self->title);
  g_autofree char *xml = ipl_provenance_xml (self->made, title);
  g_autofree char *words = NULL, *inserted = NULL;
  const char *begin = memmem (bytes->data, bytes->len, "<svg", 4), *end;
  gsize at, n;

  g_return_if_fail (begin != NULL);
  end = memchr (begin, '>', bytes->len - (gsize)((const guint8 *)begin - bytes->data));
  g_return_if_fail (end != NULL);
  words = g_markup_printf_escaped ("\n<title>%s</title>\n<desc>%s</desc>\n", title,
                                   self->made != NULL ? self->made->parameters : title);
  inserted = g_strconcat (words, "<metadata>", xml, "</metadata>", NULL);
  n = strlen (inserted);
  at = (gsize)((const guint8 *)end + 1 - bytes->data);
  g_byte_array_append (bytes, (const guint8 *)inserted, (guint)n);
  memmove (bytes->data + at + n, bytes->data + at, bytes->len - at - n);
  memcpy (bytes->data + at, inserted, n);
}

static cairo_surface_t *
make_surface (const IplPages *self, IplFormat format, GByteArray *bytes)
{
  double w = self->page.width_pt, h = self->page.height_pt;
  cairo_surface_t *surface;

  if (format == IPL_FORMAT_SVG)
    {
      surface = cairo_svg_surface_create_for_stream (append_to_bytes, bytes, w, h);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PT);
      return surface;
    }
  surface = cairo_pdf_surface_create_for_stream (append_to_bytes, bytes, w, h);
  set_metadata (self, surface);
  return surface;
}

static gboolean
write_vector (const IplPages *self, guint first, guint n, IplFormat format, GByteArray *bytes,
              GError **error)
{
  cairo_surface_t *surface = make_surface (self, format, bytes);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  for (guint i = first; i < first + n; i++)
    {
      cairo_save (cr);
      self->draw (i, cr, self->data);
      cairo_restore (cr);
      /* An SVG has one page, which ends with it: cairo 1.16 loses one that is ended before. */
      if (format == IPL_FORMAT_PDF)
        cairo_show_page (cr);
    }
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS && format == IPL_FORMAT_SVG)
    describe_svg (self, bytes);
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "The %s could not be drawn: %s.",
               ipl_format_extension (format), cairo_status_to_string (status));
  return FALSE;
}

/**
 * ipl_pages_render:
 * @self: pages
 * @i: which of them, from 0
 *
 * The picture a PNG would hold, width / 72 * dpi pixels wide and high accordingly.
 *
 * Returns: (transfer full): an image surface, in an error state where there is no memory for it
 */
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

static gboolean
write_picture (const IplPages *self, guint i, GByteArray *bytes, GError **error)
{
  const IplPaper *page = &self->page;
  cairo_surface_t *surface = ipl_pages_render (self, i);
  cairo_status_t status = cairo_surface_status (surface);
  gboolean ok = status == CAIRO_STATUS_SUCCESS;

  if (!ok)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
                 "A PNG of %.0f by %.0f pixels could not be drawn (%s); ask for fewer dpi.",
                 page->width_pt / 72 * page->dpi, page->height_pt / 72 * page->dpi,
                 cairo_status_to_string (status));
  else
    ok = write_png (self, surface, bytes, error);
  cairo_surface_destroy (surface);
  return ok;
}

/**
 * ipl_pages_write:
 * @self: pages
 * @first: the first of them that is written, from 0
 * @n: how many; 1 but for a PDF
 * @format: PNG, SVG or PDF
 * @path: the file to write; replaced at once when it is whole, untouched otherwise
 * @error: return location for a #GError
 *
 * Writes pages of exactly their size.
 *
 * Returns: whether the file was written
 */
gboolean
ipl_pages_write (const IplPages *self, guint first, guint n, IplFormat format, const char *path,
                 GError **error)
{
  g_return_val_if_fail (n == 1 || format == IPL_FORMAT_PDF, FALSE);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (format == IPL_FORMAT_PNG ? !write_picture (self, first, bytes, error)
                               : !write_vector (self, first, n, format, bytes, error))
    return FALSE;
  return ipl_file_save_bytes (path, bytes->data, bytes->len, error);
}
