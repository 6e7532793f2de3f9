/* SPDX-License-Identifier: GPL-3.0-or-later */

/* PDF: drawings with embedded fonts, a title and their origin. */

#include "figures/pages/page-pdf.h"

#include "core/base/shown-text.h"

#include <cairo-pdf.h>

/* Writes title and origin.
 * @surface: a PDF surface before anything is drawn on it */
void
ipl_pdf_set_metadata (const IplPages *self, cairo_surface_t *surface)
{
  g_autofree char *title = ipl_text_escape (self->title);
  g_autofree char *origin = NULL;

  /* Later versions may compress the identity, which is searched for as it is. */
  cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_4);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_AUTHOR, "Interplay");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Interplay " IPL_VERSION);
  /* Without a time: the same figure is the same file. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  if (self->made == NULL)
    return;
  origin = ipl_provenance_origin (self->made);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, origin);
  /* The other texts are UTF-16 where they are not ASCII. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_KEYWORDS, self->made->identity);
}

static GBytes *
make (const IplPages *self, guint first, guint n, const char *name, GBytes **graphics,
      GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (
      ipl_vector_append, bytes, self->page.width_pt, self->page.height_pt);

  ipl_pdf_set_metadata (self, surface);
  if (!ipl_vector_draw (self, first, n, surface, NULL, "pdf", error))
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

const IplFormat ipl_format_pdf = {
  .id = "pdf",
  .title = "PDF document",
  .many_pages = TRUE,
  .make = make,
};
