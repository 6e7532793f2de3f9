/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Metadata of a PDF, and to whoever does not see it. Cairo writes title and origin; its
 * tags, by which a page would be a figure with a description, fail where a page has gradients, so
 * that qpdf adds these: language, structure (a document of figures) and the words of each. */

#include "figures/pages/pdf-file.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "figures/pages/pages.h"

#include <cairo-pdf.h>
#include <qpdf/qpdf-c.h>
#include <string.h>

/* Says what is drawn and where it comes from.
 * @surface: a PDF surface they are to be drawn on */
void
ipl_pdf_set_metadata (const IplPages *self, cairo_surface_t *surface)
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
  if (self->made->command[0] != '\0')
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_KEYWORDS, self->made->command);
}

static qpdf_oh
parse (qpdf_data pdf, const char *text)
{
  return qpdf_make_indirect_object (pdf, qpdf_oh_parse (pdf, text));
}

static qpdf_oh
make_stream (qpdf_data pdf, const char *text)
{
  qpdf_oh stream = qpdf_oh_new_stream (pdf), null = qpdf_oh_new_null (pdf);

  qpdf_oh_replace_stream_data (pdf, stream, (const unsigned char *)text, strlen (text), null, null);
  return stream;
}

static char *
describe (const IplPages *self, guint page)
{
  g_autofree char *words = self->describe != NULL ? self->describe (page, self->data) : NULL;

  return ipl_text_escape (words != NULL && *words != '\0' ? words : self->title);
}

/* Makes all that page @at holds one figure, an element of @document. */
static qpdf_oh
mark_page (qpdf_data pdf, const IplPages *self, guint at, const char *words, qpdf_oh document)
{
  char w[G_ASCII_DTOSTR_BUF_SIZE], h[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text
      = g_strdup_printf ("<< /Type /StructElem /S /Figure /K 0 /A << /O /Layout /Placement /Block "
                         "/BBox [ 0 0 %s %s ] >> >>",
                         g_ascii_formatd (w, sizeof w, "%.4f", self->page.width_pt),
                         g_ascii_formatd (h, sizeof h, "%.4f", self->page.height_pt));
  qpdf_oh page = qpdf_get_page_n (pdf, at), figure = parse (pdf, text);
  qpdf_oh content = qpdf_oh_get_key (pdf, page, "/Contents"), all = qpdf_oh_new_array (pdf);

  qpdf_oh_replace_key (pdf, figure, "/P", document);
  qpdf_oh_replace_key (pdf, figure, "/Pg", page);
  qpdf_oh_replace_key (pdf, figure, "/Alt", qpdf_oh_new_unicode_string (pdf, words));
  qpdf_oh_append_item (pdf, all, make_stream (pdf, "/Figure << /MCID 0 >> BDC\n"));
  if (qpdf_oh_is_array (pdf, content))
    for (int i = 0; i < qpdf_oh_get_array_n_items (pdf, content); i++)
      qpdf_oh_append_item (pdf, all, qpdf_oh_get_array_item (pdf, content, i));
  else
    qpdf_oh_append_item (pdf, all, content);
  qpdf_oh_append_item (pdf, all, make_stream (pdf, "\nEMC\n"));
  qpdf_oh_replace_key (pdf, page, "/Contents", all);
  qpdf_oh_replace_key (pdf, page, "/StructParents", qpdf_oh_new_integer (pdf, at));
  qpdf_oh_replace_key (pdf, page, "/Tabs", qpdf_oh_new_name (pdf, "/S"));
  return figure;
}

static void
add_structure (qpdf_data pdf, const IplPages *self, guint first, guint n)
{
  qpdf_oh root = qpdf_get_root (pdf), figures = qpdf_oh_new_array (pdf);
  qpdf_oh tree = parse (pdf, "<< /Type /StructTreeRoot >>");
  qpdf_oh document = parse (pdf, "<< /Type /StructElem /S /Document >>");
  qpdf_oh parents = qpdf_oh_new_dictionary (pdf), numbers = qpdf_oh_new_array (pdf);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *words = describe (self, first + i);
      qpdf_oh figure = mark_page (pdf, self, i, words, document);

      qpdf_oh_append_item (pdf, figures, figure);
      qpdf_oh_append_item (pdf, numbers, qpdf_oh_new_integer (pdf, i));
      qpdf_oh_append_item (pdf, numbers, qpdf_oh_wrap_in_array (pdf, figure));
    }
  qpdf_oh_replace_key (pdf, document, "/P", tree);
  qpdf_oh_replace_key (pdf, document, "/K", figures);
  qpdf_oh_replace_key (pdf, parents, "/Nums", numbers);
  qpdf_oh_replace_key (pdf, tree, "/K", document);
  qpdf_oh_replace_key (pdf, tree, "/ParentTree", parents);
  qpdf_oh_replace_key (pdf, tree, "/ParentTreeNextKey", qpdf_oh_new_integer (pdf, n));
  qpdf_oh_replace_key (pdf, root, "/StructTreeRoot", tree);
  qpdf_oh_replace_key (pdf, root, "/MarkInfo", qpdf_oh_parse (pdf, "<< /Marked true >>"));
  qpdf_oh_replace_key (pdf, root, "/ViewerPreferences",
                       qpdf_oh_parse (pdf, "<< /DisplayDocTitle true >>"));
  qpdf_oh_replace_key (pdf, root, "/Lang", qpdf_oh_new_string (pdf, "en"));
}

/* The identity of the case, which the other descriptions may hold in an encoding of the PDF's own.
 */
static void
add_identity (qpdf_data pdf, const IplProvenance *made)
{
  qpdf_oh info = qpdf_oh_get_key (pdf, qpdf_get_trailer (pdf), "/Info");

  if (made != NULL && made->identity[0] != '\0' && qpdf_oh_is_dictionary (pdf, info))
    qpdf_oh_replace_key (pdf, info, "/Case", qpdf_oh_new_string (pdf, made->identity));
}

/* Adds language, structure and a description of each page, as PDF/UA asks for.
 * @first: the first of them that was drawn
 * @bytes: the PDF that Cairo made of them
 * Returns: (transfer full): the PDF, the same for the same pages; NULL on error */
GBytes *
ipl_pdf_describe (const IplPages *self, guint first, guint n, GByteArray *bytes, GError **error)
{
  qpdf_data pdf = qpdf_init ();
  GBytes *made = NULL;

  qpdf_set_suppress_warnings (pdf, QPDF_TRUE);
  if (qpdf_read_memory (pdf, "figure", (const char *)bytes->data, bytes->len, NULL) < QPDF_ERRORS)
    {
      add_structure (pdf, self, first, n);
      add_identity (pdf, self->made);
      qpdf_init_write_memory (pdf);
      qpdf_set_deterministic_ID (pdf, QPDF_TRUE);
      qpdf_set_object_stream_mode (pdf, qpdf_o_disable);
      if (qpdf_write (pdf) < QPDF_ERRORS)
        made = g_bytes_new (qpdf_get_buffer (pdf), qpdf_get_buffer_length (pdf));
    }
  if (made == NULL)
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "The PDF could not be described: %s.",
                 qpdf_has_error (pdf) ? qpdf_get_error_message_detail (pdf, qpdf_get_error (pdf))
                                      : "it is not whole");
  qpdf_cleanup (&pdf);
  return made;
}

/* PDF: drawings with embedded fonts, which screen readers are informed of. */

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
