/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the place of pdf-file.c, where the program is built without qpdf. */
#include "figures/pages/pdf-file.h"

#include "core/base/error.h"

void
ipl_pdf_set_metadata (const IplPages *self, cairo_surface_t *surface)
{
}

GBytes *
ipl_pdf_describe (const IplPages *self, guint first, guint n, GByteArray *bytes, GError **error)
{
  return ipl_fail_null (error, IPL_ERROR_MISSING,
                        "PDF and LaTeX were left out when this Interplay was built (-Dpdf=enabled "
                        "brings them): write svg or png.");
}

static GBytes *
make (const IplPages *self, guint first, guint n, const char *name, GPtrArray *beside,
      GError **error)
{
  return ipl_pdf_describe (self, first, n, NULL, error);
}

const IplFormat ipl_format_pdf = {
  .id = "pdf",
  .title = "PDF document",
  .many_pages = TRUE,
  .make = make,
};
