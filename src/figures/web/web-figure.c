/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A figure of a web page: the SVG of its panels with a class and a sentence for each target, and
 * its numbers as tables. */

#include "figures/output/figure.h"
#include "figures/pages/pages.h"
#include "figures/story/slide.h"
#include "figures/web/web-page.h"

/* Maximum number of rows of a table, for readability; the command line writes all numbers. */
#define MOST_LINES 400

/* Returns: (transfer full): class of a target, such as "pair-2-3", "path-4", "head-1-2" or
 * "width-5", counted from 1 */
char *
ipl_web_name_target (const IplTarget *target, const IplView *view)
{
  IplTarget named = *target;
  GString *text = g_string_new (target->kind == IPL_TARGET_ROW && view->dynamics == NULL
                                    ? "width"
                                    : ipl_target_kind_name (target->kind));

  /* Both cells of a pair have the same class. */
  if (target->kind == IPL_TARGET_PAIR && target->number[1] < target->number[0])
    {
      named.number[0] = target->number[1];
      named.number[1] = target->number[0];
    }
  for (guint i = 0; i < IPL_TARGET_PARTS; i++)
    if (named.number[i] >= 0)
      g_string_append_printf (text, "-%d", named.number[i] + 1);
  return g_string_free (text, FALSE);
}

/* Appends the paths of a pair, and the heads of a path. */
static void
append_constituents (GString *text, const IplTarget *target, const IplView *view)
{
  int path = ipl_target_get (target, IPL_PART_PATH),
      other = ipl_target_get (target, IPL_PART_OTHER);
  const IplCaseInfo *the_case = view->the_case;

  if (other >= 0)
    g_string_append_printf (text, " path-%d path-%d", path + 1, other + 1);
  else if (path >= 0)
    for (guint l = 0; the_case != NULL && l < the_case->L; l++)
      g_string_append_printf (text, " head-%u-%u", l + 1,
                              ipl_case_path_head (the_case, (gsize)path, l) + 1);
}

static gboolean
name_item (const char *panel, const IplTarget *target, char **classes, char **sentence,
           gpointer data)
{
  const IplWebFigure *self = data;
  g_autofree char *name = ipl_web_name_target (target, self->view);
  g_autofree char *description = ipl_figure_describe_target (
      panel != NULL ? ipl_panel_find (panel) : NULL, target, self->view);
  GString *all;

  if (*name == '\0' || *description == '\0')
    return FALSE;
  all = g_string_new ("item ");
  g_string_append (all, name);
  append_constituents (all, target, self->view);
  *classes = g_string_free (all, FALSE);
  *sentence = g_steal_pointer (&description);
  return TRUE;
}

static void
draw_figure (guint page, cairo_t *cr, gpointer data)
{
  const IplWebFigure *self = data;
  double width = self->page->width_pt, height = self->page->height_pt;
  IplStyle plain, style;

  ipl_style_init (&plain, IPL_THEME_LIGHT, self->page->font_pt);
  plain.look = self->look;
  ipl_paper_apply (self->page, &plain, &style);
  if (self->stop != NULL)
    {
      g_autoptr (IplSlide) slide = ipl_slide_new ();
      IplStoryPoint point;

      ipl_slide_set (slide, self->stop, self->view, &plain, width, height);
      ipl_story_at_stop (ipl_stop_ref (self->stop), &point);
      ipl_slide_paint_point (slide, &point, NULL, NULL, NULL, cr);
      ipl_stop_unref (point.to);
    }
  else
    ipl_figure_draw (self->panel, self->view, &style, cr, width, height);
}

typedef struct
{
  IplWebPage *page;
  guint number;        /* index of the figure */
  GHashTable *numbers; /* id of a picture -> number in the page */
} Renaming;

/* Renames an id. Pictures belong to the page, which shares them between frames; other ids belong
 * to the figure. */
static gboolean
rename_one (const GMatchInfo *match, GString *text, gpointer data)
{
  const Renaming *self = data;
  g_autofree char *picture = g_match_info_fetch_named (match, "picture");
  g_autofree char *before = g_match_info_fetch_named (match, "before");
  g_autofree char *id = g_match_info_fetch_named (match, "id");
  gpointer number;

  if (picture != NULL && *picture != '\0')
    {
      g_autofree char *name = g_match_info_fetch_named (match, "name");

      number = GUINT_TO_POINTER (ipl_web_page_add_picture (self->page, picture));
      g_hash_table_insert (self->numbers, g_steal_pointer (&name), number);
      return FALSE;
    }
  number = g_hash_table_lookup (self->numbers, id);
  if (number != NULL)
    g_string_append_printf (text, "%spicture-%u", before, GPOINTER_TO_UINT (number));
  else
    g_string_append_printf (text, "%sf%u-%s", before, self->number, id);
  return FALSE;
}

static gboolean
append_svg (GString *html, const char *svg, gsize n, const IplWebFigure *figure, GError **error)
{
  static const char names[] = "<image id=\"(?<name>[^\"]*)\"(?<picture>[^>]*)/>"
                              "|(?<before> id=\"|href=\"#|url\\(#)(?<id>[^\")]*)";
  g_autoptr (GRegex) regex = g_regex_new (names, G_REGEX_OPTIMIZE, 0, error);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *begin = g_strstr_len (svg, (gssize)n, "<svg");
  Renaming renaming = { figure->to, figure->number, numbers };
  g_autofree char *text = NULL;

  if (regex == NULL || begin == NULL)
    return FALSE;
  text = g_regex_replace_eval (regex, begin, (gssize)(n - (gsize)(begin - svg)), 0, 0, rename_one,
                               &renaming, error);
  if (text != NULL)
    g_string_append (html, text);
  return text != NULL;
}

static void
append_row (GString *html, const char *line, gboolean is_heading)
{
  g_auto (GStrv) cells = g_strsplit (line, "\t", -1);

  g_string_append (html, "<tr>");
  for (guint k = 0; cells[k] != NULL; k++)
    {
      g_autofree char *cell = g_markup_escape_text (cells[k], -1);

      g_string_append_printf (html,
                              is_heading ? "<th scope=\"col\">%s</th>"
                              : k == 0   ? "<th scope=\"row\">%s</th>"
                                         : "<td>%s</td>",
                              cell);
    }
  g_string_append (html, "</tr>\n");
}

/* Appends tables separated by empty lines. */
static void
append_table (GString *html, const char *table)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  gboolean is_heading = TRUE;
  guint i;

  for (i = 0; i < MOST_LINES && lines[i] != NULL; i++)
    {
      if (lines[i][0] != '\0')
        append_row (html, lines[i], is_heading);
      is_heading = lines[i][0] == '\0';
    }
  if (lines[i] != NULL && lines[i][0] != '\0')
    append_row (html, "… and more, in the results that the program writes", FALSE);
}

static void
append_words (GString *html, const IplPanel *panel, const IplView *view)
{
  g_autofree char *table = ipl_figure_table (panel, view);
  g_autofree char *words = ipl_figure_describe (panel, view);
  g_autofree char *text
      = g_markup_printf_escaped ("<details class=\"numbers\"><summary>Numbers of “%s”</summary>"
                                 "<p>%s</p><div class=\"wide\"><table>\n",
                                 ipl_panel_heading (panel, view), words);

  g_string_append (html, text);
  append_table (html, table);
  g_string_append (html, "</table></div></details>\n");
}

static const IplPanel *
get_panel (const IplWebFigure *self, guint i)
{
  if (self->stop != NULL)
    return i < self->stop->n_panels ? self->stop->panels[i] : NULL;
  if (!ipl_panel_is_composite (self->panel))
    return i == 0 ? self->panel : NULL;
  return i < self->panel->n_parts ? self->panel->parts[i].panel : NULL;
}

/* Appends the drawing and the numbers of its panels. */
gboolean
ipl_web_append_figure (GString *html, const IplWebFigure *figure, GError **error)
{
  IplPages pages = {
    .page = *figure->page, .draw = draw_figure, .name_item = name_item, .data = (gpointer)figure
  };
  g_autoptr (GBytes) svg = ipl_format_svg.make (&pages, 0, 1, "page", NULL, error);
  const IplPanel *panel;

  if (svg == NULL)
    return FALSE;
  g_string_append_printf (html, "<figure style=\"--ratio:%d/%d\">\n", (int)figure->page->width_pt,
                          (int)figure->page->height_pt);
  if (!append_svg (html, g_bytes_get_data (svg, NULL), g_bytes_get_size (svg), figure, error))
    return FALSE;
  for (guint i = 0; (panel = get_panel (figure, i)) != NULL; i++)
    if (ipl_panel_fits (panel, figure->view))
      append_words (html, panel, figure->view);
  g_string_append (html, "</figure>\n");
  return TRUE;
}
