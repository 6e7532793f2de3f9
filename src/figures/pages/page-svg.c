/* SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memmem */

#include "figures/pages/page-format.h"

#include "core/base/shown-text.h"
#include "figures/pages/vector.h"

#include <cairo-svg.h>
#include <string.h>

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

static GBytes *
make (const IplPages *self, guint first, guint n, const char *name, GPtrArray *beside,
      GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (
      ipl_vector_append, bytes, self->page.width_pt, self->page.height_pt);

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PT);
  if (!ipl_vector_draw (self, first, n, surface, "svg", error))
    return NULL;
  describe_svg (self, bytes);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

const IplFormat ipl_format_svg = {
  .id = "svg",
  .title = "SVG drawing",
  .has_outlines = TRUE,
  .make = make,
};
