/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels as <text> elements that editors understand: positioned by their anchor, with scripts as
 * pieces of different size and a baseline shift that is undone after them. */

#include "figures/pages/svg-groups.h"

#include "core/base/text-escape.h"
#include "figures/kit/layout-lines.h"
#include "figures/kit/style.h"
#include "figures/pages/pages.h"

#include <math.h>
#include <string.h>

/* Scale and rotation of the user space on the page. */
typedef struct
{
  double scale;
  double degrees;
} Orientation;

static Orientation
get_orientation (cairo_t *cr)
{
  double x = 1, y = 0;

  cairo_user_to_device_distance (cr, &x, &y);
  return (Orientation){ hypot (x, y), atan2 (y, x) * 180 / G_PI };
}

/* Lists the default family in an order that editors and browsers of all systems find. Pango's
 * "sans" is "sans-serif" elsewhere. */
static char *
family_text (PangoLayout *layout)
{
  const PangoFontDescription *font = pango_layout_get_font_description (layout);
  const char *family = font != NULL ? pango_font_description_get_family (font) : NULL;

  if (g_strcmp0 (family, IPL_STYLE_FAMILY) == 0)
    return g_strdup ("Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif");
  if (family == NULL)
    return g_strdup ("sans-serif");
  return g_strconcat (family, g_str_has_suffix (family, "sans") ? "-serif" : "", NULL);
}

static void
set (xmlNode *node, const char *attribute, const char *value)
{
  xmlNewProp (node, BAD_CAST attribute, BAD_CAST value);
}

static void
set_length (xmlNode *node, const char *attribute, double pt)
{
  g_autofree char *text = ipl_length_text (pt);

  set (node, attribute, text);
}

/* TRUE if the line has spaces that programs drop without xml:space: at the ends of pieces, or
 * repeated. */
static gboolean
needs_spaces (const IplLabelLine *line)
{
  for (guint i = 0; i < line->pieces->len; i++)
    {
      const char *text = g_array_index (line->pieces, IplLabelPiece, i).text;
      gsize n = strlen (text);

      if (strstr (text, "  ") != NULL || *text == ' ' || (n > 0 && text[n - 1] == ' '))
        return TRUE;
    }
  return FALSE;
}

/* Returns the piece that sets size and type of the line: the largest without rise. */
static const IplLabelPiece *
find_main (const IplLabelLine *line)
{
  const IplLabelPiece *found = NULL;

  for (guint i = 0; i < line->pieces->len; i++)
    {
      const IplLabelPiece *piece = &g_array_index (line->pieces, IplLabelPiece, i);

      if (piece->rise == 0 && (found == NULL || piece->size > found->size))
        found = piece;
    }
  return found != NULL ? found : &g_array_index (line->pieces, IplLabelPiece, 0);
}

static void
add_piece (xmlNode *line, const char *text, const IplLabelPiece *piece,
           const IplLabelPiece *ordinary, double dy, double scale)
{
  xmlNode *node;

  if (dy == 0 && piece->size == ordinary->size && piece->bold == ordinary->bold
      && piece->italic == ordinary->italic)
    {
      xmlAddChild (line, xmlNewText (BAD_CAST text));
      return;
    }
  node = xmlNewTextChild (line, NULL, BAD_CAST "tspan", BAD_CAST text);
  if (dy != 0)
    set_length (node, "dy", dy * scale);
  if (piece->size != ordinary->size)
    set_length (node, "font-size", piece->size * scale);
  if (piece->bold != ordinary->bold)
    set (node, "font-weight", piece->bold ? "bold" : "normal");
  if (piece->italic != ordinary->italic)
    set (node, "font-style", piece->italic ? "italic" : "normal");
}

static void
add_pieces (xmlNode *node, const IplLabelLine *line, const IplLabelPiece *ordinary, double scale)
{
  double risen = 0;

  /* An empty text node keeps libxml2 from adding spaces between the pieces. */
  xmlAddChild (node, xmlNewText (BAD_CAST ""));
  for (guint i = 0; i < line->pieces->len; i++)
    {
      const IplLabelPiece *piece = &g_array_index (line->pieces, IplLabelPiece, i);
      g_autofree char *text = ipl_text_escape (piece->text);

      add_piece (node, text, piece, ordinary, risen - piece->rise, scale);
      risen = piece->rise;
    }
}

static void
add_line (xmlNode *lines, cairo_t *cr, const IplRecorderText *text, const IplLabelLine *line,
          double left, double top)
{
  static const char *const anchors[] = { "start", "middle", "end" };
  int anchor = text->align <= 0.25 ? 0 : text->align < 0.75 ? 1 : 2;
  double x = left + line->x + line->width * anchor / 2, y = top + line->baseline;
  const IplLabelPiece *ordinary = find_main (line);
  xmlNode *node = xmlNewChild (lines, NULL, BAD_CAST "text", NULL);
  Orientation orientation = get_orientation (cr);
  g_autofree char *family = family_text (text->layout);
  g_autofree char *fill
      = g_strdup_printf ("#%02x%02x%02x", (guint)lround (text->color.r * 255),
                         (guint)lround (text->color.g * 255), (guint)lround (text->color.b * 255));

  cairo_user_to_device (cr, &x, &y);
  set_length (node, "x", x);
  set_length (node, "y", y);
  if (fabs (orientation.degrees) > 1e-6)
    {
      g_autofree char *degrees = ipl_length_text (orientation.degrees);
      g_autofree char *at_x = ipl_length_text (x), *at_y = ipl_length_text (y);
      g_autofree char *rotation = g_strdup_printf ("rotate(%s %s %s)", degrees, at_x, at_y);

      set (node, "transform", rotation);
    }
  set (node, "text-anchor", anchors[anchor]);
  set (node, "font-family", family);
  set_length (node, "font-size", ordinary->size * orientation.scale);
  if (ordinary->bold)
    set (node, "font-weight", "bold");
  if (ordinary->italic)
    set (node, "font-style", "italic");
  set (node, "fill", fill);
  if (needs_spaces (line))
    set (node, "xml:space", "preserve");
  add_pieces (node, line, ordinary, orientation.scale);
}

/* @cr: context of the text; its device units are points of the page
 * Returns: (transfer full): a node with a <text> element for each line */
xmlNode *
ipl_svg_text (cairo_t *cr, const IplRecorderText *text)
{
  g_autoptr (GPtrArray) lines = ipl_label_lines (text->layout);
  xmlNode *node = xmlNewNode (NULL, BAD_CAST "g");
  double left, top;

  cairo_get_current_point (cr, &left, &top);
  for (guint i = 0; i < lines->len; i++)
    add_line (node, cr, text, lines->pdata[i], left, top);
  return node;
}
