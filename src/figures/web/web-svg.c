/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drawings as the text of an SVG, to be put into a page. */

#include "figures/web/web-svg.h"

#include <string.h>

#include "figures/pages/pages.h"

typedef struct
{
  IplWebPaint paint;
  gpointer data;
} Painter;

static void
draw_page (guint page, cairo_t *cr, gpointer data)
{
  const Painter *painter = data;

  painter->paint (cr, painter->data);
}

/* A page describes once for all figures what each drawing says of itself. */
static char *
plain (const char *svg, gssize n, GError **error)
{
  g_autoptr (GRegex) words = g_regex_new ("\\s*<(title|desc|metadata)>.*?</\\1>",
                                          G_REGEX_DOTALL | G_REGEX_OPTIMIZE, 0, error);

  return words != NULL ? g_regex_replace_literal (words, svg, n, 0, "", 0, error) : NULL;
}

/* Returns: (transfer full) (nullable): the SVG document that an export would be, without its words
 */
char *
ipl_web_svg (double width, double height, IplWebPaint paint, gpointer data, GError **error)
{
  Painter painter = { paint, data };
  IplPages pages = { .page = { .width_pt = width, .height_pt = height },
                     .title = "",
                     .draw = draw_page,
                     .data = &painter };
  g_autoptr (GBytes) bytes = ipl_format_svg.make (&pages, 0, 1, "page", NULL, error);
  gsize n;
  const char *svg = bytes != NULL ? g_bytes_get_data (bytes, &n) : NULL;

  return svg != NULL ? plain (svg, (gssize)n, error) : NULL;
}

/* Returns: (transfer full): what stands between its outermost tags */
char *
ipl_web_svg_inside (const char *svg)
{
  const char *begin = strstr (svg, "<svg"), *end = g_strrstr (svg, "</svg>");

  begin = begin != NULL ? strchr (begin, '>') : NULL;
  if (begin == NULL || end == NULL || end <= begin)
    return g_strdup ("");
  return g_strstrip (g_strndup (begin + 1, (gsize)(end - begin - 1)));
}

/* Several drawings in a page must not name their parts alike; page.js does the same.
 * @svg: an SVG document, or a part of one
 * Returns: (transfer full): the element alone, without what stands before it in a file, with
 *   @prefix before all names */
char *
ipl_web_svg_named (const char *svg, const char *prefix)
{
  static const char *const before[] = { " id=\"", "href=\"#", "url(#" };
  const char *begin = strstr (svg, "<svg");
  GString *text = g_string_new (begin != NULL ? begin : svg);

  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    {
      g_autofree char *with = g_strconcat (before[i], prefix, NULL);

      g_string_replace (text, before[i], with, 0);
    }
  return g_string_free (text, FALSE);
}
