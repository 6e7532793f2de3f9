/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The elements of a page. What stands around them is in resources/web. Drawings are put into it as
 * the text of an SVG. */

#include <gio/gio.h>
#include <string.h>

#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/pages/pages.h"
#include "figures/web/web-parts.h"
#include "figures/web/web-resources.h"

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
static char *
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

/* Returns: (transfer full): its numbers as ipl_figure_table() has them, at most IPL_WEB_MOST_LINES
 *   of them */
char *
ipl_web_table (const IplPanel *panel, const IplView *view)
{
  g_autofree char *table = ipl_figure_table (panel, view);
  g_auto (GStrv) lines = g_strsplit (table, "\n", IPL_WEB_MOST_LINES + 1);

  if (g_strv_length (lines) <= IPL_WEB_MOST_LINES)
    return g_steal_pointer (&table);
  g_free (lines[IPL_WEB_MOST_LINES]);
  lines[IPL_WEB_MOST_LINES] = g_strdup ("… and more, in the results that the program writes\n");
  return g_strjoinv ("\n", lines);
}

static void
append_table (GString *html, const char *table)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  gboolean heading = TRUE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);

      if (lines[i][0] == '\0')
        {
          heading = TRUE;
          continue;
        }
      g_string_append (html, "<tr>");
      for (guint k = 0; cells[k] != NULL; k++)
        {
          g_autofree char *cell = g_markup_escape_text (cells[k], -1);

          g_string_append_printf (html,
                                  heading  ? "<th scope=\"col\">%s</th>"
                                  : k == 0 ? "<th scope=\"row\">%s</th>"
                                           : "<td>%s</td>",
                                  cell);
        }
      g_string_append (html, "</tr>\n");
      heading = FALSE;
    }
}

/* @n_figures: how many figures share a sheet of paper */
void
ipl_web_html_begin_stop (GString *html, guint number, guint n_figures, const char *title,
                         const char *text)
{
  g_autofree char *heading = g_markup_escape_text (title, -1);
  g_autofree char *said = text != NULL ? g_markup_escape_text (text, -1) : NULL;

  g_string_append_printf (html,
                          "<section class=\"stop\" id=\"stop-%u\" aria-labelledby=\"title-%u\" "
                          "style=\"--figures:%u\">\n"
                          "<h2 id=\"title-%u\" tabindex=\"-1\">%s</h2>\n",
                          number, number, n_figures, number, heading);
  if (said != NULL && said[0] != '\0')
    g_string_append_printf (html, "<p class=\"said\">%s</p>\n", said);
}

/* Warnings of parts of the model outside the theory. */
void
ipl_web_html_add_warnings (GString *html, const IplWebDrawing *drawing)
{
  const IplView *view = ipl_web_drawing_get_view (drawing);
  g_autofree char *warnings = view != NULL ? ipl_view_warnings_text (view) : NULL;
  g_autofree char *escaped = warnings != NULL ? g_markup_escape_text (warnings, -1) : NULL;

  if (escaped != NULL)
    g_string_append_printf (html, "<p class=\"said\">%s</p>\n", escaped);
}

static void
append_part (GString *html, const IplWebDrawing *drawing, const IplWebPart *part)
{
  const IplView *view = ipl_web_drawing_get_view (drawing);
  g_autofree char *words = ipl_figure_describe (part->panel, view);
  g_autofree char *names_it
      = g_markup_printf_escaped ("data-title=\"%s\" aria-label=\"%s. %s\"",
                                 ipl_panel_heading (part->panel, view),
                                 ipl_panel_heading (part->panel, view), words);
  const double share[]
      = { part->area.x / drawing->page.width_pt, part->area.y / drawing->page.height_pt,
          part->area.w / drawing->page.width_pt, part->area.h / drawing->page.height_pt };
  static const char *const names[] = { "left", "top", "width", "height" };

  g_string_append_printf (html, "<div class=\"part\" tabindex=\"0\" role=\"img\" %s style=\"",
                          names_it);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (html, "%s:%s%%;", names[i],
                              g_ascii_formatd (number, sizeof number, "%.3f", 100 * share[i]));
    }
  g_string_append (html, "\"></div>\n");
}

/* Pictures larger than this altogether are left to the script, which has them once for all widths
 * and colours. */
#define MOST_PICTURES (48 * 1024)

#define PICTURE "data:image/png;base64,"

/* Returns: (transfer full): @svg without large pictures; @left_out: whether there were some */
static char *
leave_out_pictures (const char *svg, gboolean *left_out)
{
  GString *text = g_string_new (NULL);
  gsize pictures = 0;

  while (*svg != '\0')
    {
      const char *picture = strstr (svg, PICTURE);
      gsize before = picture != NULL ? (gsize)(picture - svg) : strlen (svg);
      gsize n = picture != NULL ? strcspn (picture, "\"") : 0;

      g_string_append_len (text, svg, (gssize)before);
      if (n > 0)
        g_string_append (text, "data:,");
      pictures += n;
      svg += before + n;
    }
  *left_out = pictures > MOST_PICTURES;
  return g_string_free (text, FALSE);
}

/* Appends the figure, what can be hovered and read in it, and its tables.
 * @number: number of the part of the page
 * @drawing: the figure, which is set to what @svg shows */
void
ipl_web_html_add_figure (GString *html, guint number, const IplWebDrawing *drawing, const char *svg)
{
  const IplView *view = ipl_web_drawing_get_view (drawing);
  g_autofree char *prefix = g_strdup_printf ("s%u%s-", number, drawing->id);
  gboolean left_out, has_titles = drawing->n_parts > 1;
  g_autofree char *small = leave_out_pictures (svg, &left_out);
  g_autofree char *named = ipl_web_svg_named (left_out ? small : svg, prefix);
  g_autofree char *title = g_markup_escape_text (drawing->title, -1);

  g_string_append_printf (html,
                          "<figure id=\"s%u%s\" data-width=\"%d\" data-height=\"%d\" "
                          "style=\"--ratio:%d/%d\">\n%s%s%s"
                          "<div class=\"stage\"><div class=\"window whole\">"
                          "<div class=\"base\" aria-hidden=\"true\">%s</div>"
                          "<div class=\"lit\" aria-hidden=\"true\"></div></div>\n",
                          number, drawing->id, (int)(drawing->page.width_pt * 1000),
                          (int)(drawing->page.height_pt * 1000), (int)drawing->page.width_pt,
                          (int)drawing->page.height_pt, has_titles ? "" : "<figcaption>",
                          has_titles ? "" : title, has_titles ? "" : "</figcaption>\n", named);
  for (guint p = 0; p < drawing->n_parts; p++)
    append_part (html, drawing, &drawing->parts[p]);
  g_string_append (html, "</div>\n");
  if (left_out)
    g_string_append (html, "<noscript><p class=\"unable\">The matrices of this figure are drawn by "
                           "a script, and none runs here.</p></noscript>\n");
  for (guint p = 0; p < drawing->n_parts; p++)
    {
      const IplPanel *panel = drawing->parts[p].panel;
      g_autofree char *table = ipl_web_table (panel, view);
      g_autofree char *heading = g_markup_escape_text (ipl_panel_heading (panel, view), -1);

      g_string_append_printf (html,
                              "<details class=\"numbers\"><summary>Numbers of “%s”</summary>"
                              "<div class=\"wide\"><table>\n",
                              heading);
      append_table (html, table);
      g_string_append (html, "</table></div></details>\n");
    }
  g_string_append (html, "</figure>\n");
}

/* Says that not all can be hovered. */
void
ipl_web_html_add_limit (GString *html, guint most)
{
  g_string_append_printf (
      html,
      "<p class=\"unable\">There is more in these figures than a page lights: the "
      "first %u paths, cells and heads answer to the pointer.</p>\n",
      most);
}

void
ipl_web_html_end_stop (GString *html)
{
  g_string_append (html, "</section>\n");
}

static char *
read_resource (const char *name, GError **error)
{
  static gsize registered;
  g_autofree char *path = g_strconcat ("/org/interplay/Interplay/web/", name, NULL);
  g_autoptr (GBytes) bytes = NULL;

  if (g_once_init_enter (&registered))
    {
      ipl_web_register_resource ();
      g_once_init_leave (&registered, 1);
    }
  bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  return bytes != NULL ? g_strdup (g_bytes_get_data (bytes, NULL)) : NULL;
}

typedef struct
{
  const char *name, *value;
} Filling;

/* The template with each {name} replaced; what is put in is not looked at again. */
static char *
fill (const char *template, const Filling *fillings, guint n)
{
  GString *text = g_string_new (NULL);

  while (*template != '\0')
    {
      guint i;

      for (i = 0; i < n && !g_str_has_prefix (template, fillings[i].name); i++)
        ;
      if (i < n)
        {
          g_string_append (text, fillings[i].value);
          template += strlen (fillings[i].name);
        }
      else
        g_string_append_c (text, *template ++);
    }
  return g_string_free (text, FALSE);
}

/* @made: (nullable): where it comes from
 * Returns: (transfer full) (nullable): the whole page */
GBytes *
ipl_web_html_page (const char *title, const IplProvenance *made, const char *body, const char *data,
                   const char *pixels, GError **error)
{
  g_autofree char *template = read_resource ("page.html", error);
  g_autofree char *style = template != NULL ? read_resource ("page.css", error) : NULL;
  g_autofree char *script = style != NULL ? read_resource ("page.js", error) : NULL;
  g_autofree char *heading = g_markup_escape_text (title, -1);
  g_autofree char *parameters
      = g_markup_escape_text (made != NULL && made->parameters != NULL ? made->parameters : "", -1);
  g_autofree char *command
      = made != NULL && made->command[0] != '\0'
            ? g_markup_printf_escaped ("<p>The command that writes it once more: "
                                       "<code id=\"command\">%s</code></p>",
                                       made->command)
            : g_strdup ("");
  char *page;
  gsize n;

  if (script == NULL)
    return NULL;
  page = fill (template,
               (const Filling[]){ { "{title}", heading },
                                  { "{style}", style },
                                  { "{script}", script },
                                  { "{version}", IPL_VERSION },
                                  { "{parameters}", parameters },
                                  { "{command}", command },
                                  { "{body}", body },
                                  { "{data}", data },
                                  { "{pixels}", pixels } },
               9);
  n = strlen (page);
  return g_bytes_new_take (page, n);
}
