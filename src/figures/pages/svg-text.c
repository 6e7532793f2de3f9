/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A label as one <text> an editor understands: placed by its anchor, scripts as pieces with their
 * own size and a shift of the baseline that is taken back after them. */

#include "figures/pages/svg-text.h"

#include "core/base/shown-text.h"
#include "figures/kit/label.h"
#include "figures/kit/style.h"
#include "figures/pages/svg-plain.h"

#include <math.h>
#include <string.h>

/* How the drawing's space lies on the page. */
typedef struct
{
  double scale;
  double degrees;
} Turn;

static Turn
get_turn (cairo_t *cr)
{
  double x = 1, y = 0;

  cairo_user_to_device_distance (cr, &x, &y);
  return (Turn){ hypot (x, y), atan2 (y, x) * 180 / G_PI };
}

/* The house's own family in the order in which editors and browsers of all systems find it; Pango
 * calls sans what others call sans-serif. */
static char *
family_text (PangoLayout *layout)
{
  const PangoFontDescription *font = pango_layout_get_font_description (layout);
  const char *family = font != NULL ? pango_font_description_get_family (font) : NULL;
  g_autofree char *safe = g_markup_escape_text (family != NULL ? family : "sans", -1);

  if (g_strcmp0 (family, IPL_STYLE_FAMILY) == 0)
    return g_strdup ("Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif");
  return g_str_has_suffix (safe, "sans") ? g_strconcat (safe, "-serif", NULL)
                                         : g_steal_pointer (&safe);
}

static void
append_length (GString *svg, const char *attribute, double pt)
{
  g_autofree char *text = ipl_length_text (pt);

  g_string_append_printf (svg, " %s=\"%s\"", attribute, text);
}

static void
append_type (GString *svg, const IplLabelPiece *piece)
{
  if (piece->bold)
    g_string_append (svg, " font-weight=\"bold\"");
  if (piece->italic)
    g_string_append (svg, " font-style=\"italic\"");
}

/* Spaces at the end of a piece are lost otherwise, in some programs even within a line. */
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

/* The piece whose size and type the whole line has: the largest that is not raised. */
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
append_pieces (GString *svg, const IplLabelLine *line, const IplLabelPiece *ordinary, double scale)
{
  double risen = 0;

  for (guint i = 0; i < line->pieces->len; i++)
    {
      const IplLabelPiece *piece = &g_array_index (line->pieces, IplLabelPiece, i);
      g_autofree char *safe = ipl_text_escape (piece->text);
      g_autofree char *text = g_markup_escape_text (safe, -1);
      gboolean alike = piece->size == ordinary->size && piece->bold == ordinary->bold
                       && piece->italic == ordinary->italic;

      if (alike && piece->rise == risen)
        {
          g_string_append (svg, text);
          continue;
        }
      g_string_append (svg, "<tspan");
      if (piece->rise != risen)
        append_length (svg, "dy", (risen - piece->rise) * scale);
      if (piece->size != ordinary->size)
        append_length (svg, "font-size", piece->size * scale);
      if (piece->bold != ordinary->bold)
        g_string_append_printf (svg, " font-weight=\"%s\"", piece->bold ? "bold" : "normal");
      if (piece->italic != ordinary->italic)
        g_string_append_printf (svg, " font-style=\"%s\"", piece->italic ? "italic" : "normal");
      g_string_append_printf (svg, ">%s</tspan>", text);
      risen = piece->rise;
    }
}

static void
append_line (GString *svg, cairo_t *cr, const IplScribeText *text, const IplLabelLine *line,
             double left, double top)
{
  static const char *const anchors[] = { "start", "middle", "end" };
  int anchor = text->align <= 0.25 ? 0 : text->align < 0.75 ? 1 : 2;
  double x = left + line->x + line->width * anchor / 2, y = top + line->baseline;
  const IplLabelPiece *ordinary = find_main (line);
  Turn turn = get_turn (cr);
  g_autofree char *family = family_text (text->layout);
  guint rgb[3] = { (guint)lround (text->color.r * 255), (guint)lround (text->color.g * 255),
                   (guint)lround (text->color.b * 255) };

  cairo_user_to_device (cr, &x, &y);
  g_string_append (svg, "<text");
  append_length (svg, "x", x);
  append_length (svg, "y", y);
  if (fabs (turn.degrees) > 1e-6)
    {
      g_autofree char *degrees = ipl_length_text (turn.degrees);
      g_autofree char *at_x = ipl_length_text (x), *at_y = ipl_length_text (y);

      g_string_append_printf (svg, " transform=\"rotate(%s %s %s)\"", degrees, at_x, at_y);
    }
  g_string_append_printf (svg, " text-anchor=\"%s\" font-family=\"%s\"", anchors[anchor], family);
  append_length (svg, "font-size", ordinary->size * turn.scale);
  append_type (svg, ordinary);
  g_string_append_printf (svg, " fill=\"#%02x%02x%02x\"", rgb[0], rgb[1], rgb[2]);
  if (needs_spaces (line))
    g_string_append (svg, " xml:space=\"preserve\"");
  g_string_append_c (svg, '>');
  append_pieces (svg, line, ordinary, turn.scale);
  g_string_append (svg, "</text>");
}

/* @cr: what the text is drawn into, in points of the page whatever its transformation
 * Returns: (transfer full): an element <text> for each of its lines */
char *
ipl_svg_text (cairo_t *cr, const IplScribeText *text)
{
  g_autoptr (GPtrArray) lines = ipl_label_lines (text->layout);
  GString *svg = g_string_new (NULL);
  double left, top;

  cairo_get_current_point (cr, &left, &top);
  for (guint i = 0; i < lines->len; i++)
    append_line (svg, cr, text, lines->pdata[i], left, top);
  return g_string_free (svg, FALSE);
}
