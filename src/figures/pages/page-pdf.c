/* SPDX-License-Identifier: GPL-3.0-or-later */

/* PDF: drawings with embedded fonts, which screen readers are told of. */

#include "figures/pages/page-format.h"

#include "figures/pages/pdf-file.h"
#include "figures/pages/vector.h"

#include <cairo-pdf.h>

static GBytes *
make (const IplPages *self, guint first, guint n, const char *name, GPtrArray *beside,
      GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (
      ipl_vector_append, bytes, self->page.width_pt, self->page.height_pt);

  ipl_pdf_set_metadata (self, surface);
  if (!ipl_vector_draw (self, first, n, surface, NULL, "pdf", error))
    return NULL;
  return ipl_pdf_describe (self, first, n, bytes, error);
}

const IplFormat ipl_format_pdf = {
  .id = "pdf",
  .title = "PDF document",
  .many_pages = TRUE,
  .make = make,
};
