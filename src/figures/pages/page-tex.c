/* SPDX-License-Identifier: GPL-3.0-or-later */

/* PDF and LaTeX. A PDF has embedded fonts, a title and its provenance. LaTeX output has a PDF
 * with the shapes, and a .tex that places each label in the font of the document, with
 * mathematics in math mode. */

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "figures/kit/layout-lines.h"
#include "figures/pages/pages.h"
#include "figures/pages/tex-text.h"

#include <cairo-pdf.h>
#include <math.h>
#include <string.h>

/* Writes title and provenance. @surface: a PDF surface before drawing */
static void
ipl_pdf_set_metadata (const IplPages *self, cairo_surface_t *surface)
{
  g_autofree char *title = ipl_text_escape (self->title);
  g_autofree char *origin = NULL;

  /* Later versions may compress the identity, which ipl_provenance_is_other() searches as plain
   * bytes. */
  cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_4);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_AUTHOR, "Interplay");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Interplay " IPL_VERSION);
  /* No creation date, so that equal figures give equal files. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  if (self->provenance == NULL)
    return;
  origin = ipl_provenance_origin (self->provenance);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, origin);
  /* Keywords are ASCII; other metadata become UTF-16 if they are not. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_KEYWORDS, self->provenance->identity);
}

static GBytes *
make_pdf (const IplPages *self, guint first, guint n, const char *name, GBytes **graphics,
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
  .make = make_pdf,
};

/* State of the labels of a .tex file. */
typedef struct
{
  GString *labels;
  double height_pt;
} Labels;

static void
append_label (Labels *self, cairo_t *cr, const IplRecorderText *text, const IplLabelLine *line,
              const char *tex)
{
  static const char aligns[] = { 'l', 'c', 'r' };
  int align = text->align <= 0.25 ? 0 : text->align < 0.75 ? 1 : 2;
  double x, y, along = 1, across = 0;

  cairo_get_current_point (cr, &x, &y);
  x += line->x + line->width * align / 2;
  y += line->baseline;
  cairo_user_to_device (cr, &x, &y);
  cairo_user_to_device_distance (cr, &along, &across);
  /* PDF and LaTeX picture use the same unit; y counts from the bottom in the picture. */
  g_autofree char *x_text = ipl_length_text (x), *y_text = ipl_length_text (self->height_pt - y);
  g_autofree char *angle = ipl_length_text (-atan2 (across, along) * 180 / G_PI);
  g_autofree char *size = ipl_length_text (text->size * hypot (along, across));
  g_autofree char *r = ipl_length_text (text->color.r), *g = ipl_length_text (text->color.g),
                  *b = ipl_length_text (text->color.b);

  g_string_append_printf (self->labels, "  \\iplabel(%s,%s){%c}{%s}{%s,%s,%s}{%s}{%s}%%\n", x_text,
                          y_text, aligns[align], angle, r, g, b, size, tex);
}

/* Text of several lines, or with characters unknown to LaTeX, stays in the PDF. */
static gboolean
set_text (cairo_t *cr, const IplRecorderText *text, gpointer data)
{
  Labels *self = data;
  g_autoptr (GPtrArray) lines = ipl_label_lines (text->layout);
  g_autofree char *tex = NULL;
  double left, top, right, bottom, x, y;

  if (lines->len == 0)
    return TRUE;
  if (lines->len > 1 || pango_layout_is_ellipsized (text->layout))
    return FALSE;
  tex = ipl_tex_text (text->markup);
  if (tex == NULL)
    return FALSE;
  /* Omits clipped text. */
  cairo_get_current_point (cr, &x, &y);
  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  if (x < right && y < bottom && right > left && bottom > top)
    append_label (self, cr, text, lines->pdata[0], tex);
  return TRUE;
}

static void
append_comment (GString *tex, const char *text)
{
  g_autofree char *safe = ipl_text_escape (text);

  g_string_append_printf (tex, "%% %s\n", safe);
}

static char *
write_tex (const IplPages *self, const char *name, const Labels *labels)
{
  g_autofree char *w = ipl_length_text (self->page.width_pt);
  g_autofree char *h = ipl_length_text (self->page.height_pt);
  GString *tex = g_string_new (NULL);

  append_comment (tex, self->title);
  append_comment (tex, "Interplay " IPL_VERSION);
  if (self->provenance != NULL)
    {
      append_comment (tex, self->provenance->parameters);
      append_comment (tex, self->provenance->command);
    }
  if (self->warnings != NULL)
    append_comment (tex, self->warnings);
  g_string_append (
      tex, "% \\usepackage{graphicx,xcolor} in the preamble, then \\input{this file} in a figure.\n"
           "% To set labels in another size than that of the drawing: \\def\\iplsize#1{\\small}.\n"
           "\\begingroup\n"
           "\\makeatletter\n"
           "\\providecommand\\color[2][]{}%\n"
           "\\providecommand\\rotatebox[2]{#2}%\n"
           "\\providecommand\\iplsize[1]{\\fontsize{#1bp}{#1bp}\\selectfont}%\n"
           "\\def\\iplabel(#1,#2)#3#4#5#6#7{\\put(#1,#2){\\rotatebox{#4}{\\makebox(0,0)[#3b]{%\n"
           "  \\raisebox{0pt}[0pt][0pt]{\\color[rgb]{#5}\\iplsize{#6}#7}}}}}%\n"
           "\\setlength{\\unitlength}{1bp}%\n");
  g_string_append_printf (
      tex,
      "\\begin{picture}(%s,%s)%%\n"
      "  \\put(0,0){\\includegraphics[width=%sbp,height=%sbp]{\\detokenize{%s" IPL_GRAPHICS
      "}}}%%\n"
      "%s"
      "\\end{picture}%%\n"
      "\\endgroup\n",
      w, h, w, h, name, labels->labels->str);
  return g_string_free (tex, FALSE);
}

static GBytes *
make (const IplPages *self, guint first, guint n, const char *name, GBytes **graphics,
      GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  Labels labels = { text, self->page.height_pt };
  IplRecorder recorder = { .set_text = set_text, .data = &labels };
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (
      ipl_vector_append, bytes, self->page.width_pt, self->page.height_pt);
  const char *unread = strpbrk (name, "{}%#\\");
  char *tex;

  if (unread != NULL)
    {
      cairo_surface_destroy (surface);
      return ipl_fail_null (
          error, IPL_ERROR_VALUE,
          "LaTeX cannot read a file that has “%c” in its name: “%s” needs another.", *unread, name);
    }
  ipl_pdf_set_metadata (self, surface);
  if (!ipl_vector_draw (self, first, 1, surface, &recorder, "tex", error))
    return NULL;
  *graphics = g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  tex = write_tex (self, name, &labels);
  return g_bytes_new_take (tex, strlen (tex));
}

const IplFormat ipl_format_tex = {
  .id = "tex",
  .title = "LaTeX with PDF",
  .make = make,
};
