/* SPDX-License-Identifier: GPL-3.0-or-later */

/* TRUE if a page is large enough for a figure: each panel is laid out and drawn to nowhere, and
 * what it had no room for is counted. */

#include "figures/output/export.h"

#include "figures/kit/scribe.h"
#include "figures/output/figure.h"

#include <math.h>

/* An axis shorter than this, in the size of the text, is no axis; nor is a box large enough. */
#define LEAST_SIDE 1.2

/* The part of a text that may be off the page, and what two boxes of texts may share, in the size
 * of the text: a letter of another font makes the box of all of it higher. */
#define OFF_PAGE 0.06
#define TOUCHING 0.2

/* How much larger a page is tried, step by step, how many steps, and how often the last one is
 * halved. */
#define STEP 1.3
#define MAX_STEPS 9
#define HALVINGS 3

#define MM_PER_PT (25.4 / 72)

typedef enum
{
  ROOM_ENOUGH,
  ROOM_NONE,     /* the panel is not drawn at all */
  ROOM_PLOT,     /* axes or boxes are too small */
  ROOM_CUT,      /* text leaves the page */
  ROOM_OVERLAP,  /* text lies on other text */
  ROOM_LEFT_OUT, /* text is not drawn */
} Verdict;

static const char *const reasons[] = {
  [ROOM_NONE] = "it does not fit",
  [ROOM_PLOT] = "the plot is too small",
  [ROOM_CUT] = "some text is cut",
  [ROOM_OVERLAP] = "some texts overlap",
  [ROOM_LEFT_OUT] = "some text does not fit",
};

static gboolean
is_cut (const IplRect *text, double width, double height, double slack)
{
  return text->x < -slack || text->y < -slack || text->x + text->w > width + slack
         || text->y + text->h > height + slack;
}

static gboolean
overlap (const IplRect *a, const IplRect *b, double slack)
{
  return MIN (a->x + a->w, b->x + b->w) - MAX (a->x, b->x) > slack
         && MIN (a->y + a->h, b->y + b->h) - MAX (a->y, b->y) > slack;
}

static Verdict
judge (const IplRoom *room, const IplStyle *style, double width, double height)
{
  double em = style->font_pt;

  if (room->shortest_side < LEAST_SIDE * em)
    return ROOM_PLOT;
  for (guint i = 0; i < room->texts->len; i++)
    {
      const IplRect *text = &g_array_index (room->texts, IplRect, i);

      if (is_cut (text, width, height, OFF_PAGE * em))
        return ROOM_CUT;
      for (guint j = 0; j < i; j++)
        if (overlap (text, &g_array_index (room->texts, IplRect, j), TOUCHING * em))
          return ROOM_OVERLAP;
    }
  return room->left_out > 0 ? ROOM_LEFT_OUT : ROOM_ENOUGH;
}

/* To nowhere. */
static void
draw (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
      double height, IplRoom *room)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);

  ipl_scribe_set (cr, &(IplScribe){ .room = room });
  ipl_figure_draw (panel, view, style, cr, width, height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A single panel in a place of this size. */
static Verdict
try_panel (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
           double height)
{
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (IplRect));
  IplRoom room = { .texts = texts, .shortest_side = INFINITY };

  if (width < style->font_pt || height < style->font_pt)
    return ROOM_NONE;
  if (!ipl_panel_fits (panel, view))
    return ROOM_ENOUGH;
  draw (panel, view, style, width, height, &room);
  return judge (&room, style, width, height);
}

/* A page, and @which of its panels has too little of it. */
static Verdict
try_page (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
          double height, const IplPanel **which)
{
  IplComposite composite;
  Verdict verdict = ROOM_ENOUGH;

  *which = panel;
  if (!ipl_panel_is_composite (panel))
    return try_panel (panel, view, style, width, height);
  ipl_composite_layout (&composite, panel, style, width, height);
  for (guint i = 0; i < panel->n_parts && verdict == ROOM_ENOUGH; i++)
    {
      *which = panel->parts[i].panel;
      verdict = try_panel (*which, view, style, composite.panel[i].w, composite.panel[i].h);
    }
  return verdict;
}

/* In whole millimetres. */
static double
enlarge (double points, double factor)
{
  return ceil (factor * points * MM_PER_PT);
}

static gboolean
has_room (const IplPanel *panel, const IplView *view, const IplStyle *style, const IplPaper *page,
          double factor)
{
  const IplPanel *which;

  return try_page (panel, view, style, enlarge (page->width_pt, factor) / MM_PER_PT,
                   enlarge (page->height_pt, factor) / MM_PER_PT, &which)
         == ROOM_ENOUGH;
}

/* A larger page of the same proportions that has room, rounded up to millimetres; empty where none
 * was found. */
static char *
find_size (const IplPanel *panel, const IplView *view, const IplStyle *style, const IplPaper *page)
{
  double below = 1, enough = STEP;
  guint steps = 0;

  while (!has_room (panel, view, style, page, enough) && steps++ < MAX_STEPS)
    {
      below = enough;
      enough *= STEP;
    }
  if (steps > MAX_STEPS)
    return NULL;
  for (guint i = 0; i < HALVINGS; i++)
    {
      double middle = sqrt (below * enough);

      if (has_room (panel, view, style, page, middle))
        enough = middle;
      else
        below = middle;
    }
  return g_strdup_printf ("%.0f × %.0f mm", enlarge (page->width_pt, enough),
                          enlarge (page->height_pt, enough));
}

/* The largest smaller text that has room, by half points; 0 where none has. */
static double
find_text (const IplPanel *panel, const IplView *view, const IplStyle *style, const IplPaper *page)
{
  IplPaper smaller = *page;
  IplStyle at_size;
  const IplPanel *which;

  for (smaller.font_pt = ceil (2 * page->font_pt - 1) / 2; smaller.font_pt >= 5;
       smaller.font_pt -= 0.5)
    {
      ipl_paper_apply (&smaller, style, &at_size);
      if (try_page (panel, view, &at_size, page->width_pt, page->height_pt, &which) == ROOM_ENOUGH)
        return smaller.font_pt;
    }
  return 0;
}

/* The need of a panel follows from its layout: text that is cut, overlaps or is left out, or axes
 * too short to be read, say that the page is too small. */
static void
append_room (GString *text, const IplPanel *panel, const IplView *view, const IplStyle *style,
             const IplPaper *page)
{
  g_autofree char *size = NULL;
  const IplPanel *which;
  IplStyle at_size;
  Verdict verdict;
  double font;

  ipl_paper_apply (page, style, &at_size);
  verdict = try_page (panel, view, &at_size, page->width_pt, page->height_pt, &which);
  if (verdict == ROOM_ENOUGH)
    return;
  g_string_printf (text, "%.0f × %.0f mm is too small for “%s” with text of %g pt: %s.",
                   page->width_pt * MM_PER_PT, page->height_pt * MM_PER_PT,
                   ipl_panel_heading (which, view), page->font_pt, reasons[verdict]);
  size = find_size (panel, view, &at_size, page);
  font = find_text (panel, view, style, page);
  if (size != NULL)
    g_string_append_printf (text, " It fits on %s", size);
  if (font > 0)
    g_string_append_printf (
        text, size != NULL ? ", or with text of %g pt" : " It fits with text of %g pt", font);
  if (size != NULL || font > 0)
    g_string_append_c (text, '.');
}

/* A character that no font has: a box is drawn for it. */
static void
append_missing (GString *text, const IplPanel *panel, const IplView *view, const IplStyle *style,
                const IplPaper *page)
{
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (IplRect));
  IplRoom room = { .texts = texts };
  IplStyle at_size;
  char character[7] = "";

  ipl_paper_apply (page, style, &at_size);
  draw (panel, view, &at_size, page->width_pt, page->height_pt, &room);
  if (room.missing == 0)
    return;
  g_unichar_to_utf8 (room.missing, character);
  g_string_append_printf (text,
                          "%sNo font of this machine has “%s” (U+%04X), for which a box is drawn: "
                          "install one that does.",
                          text->len > 0 ? " " : "", character, room.missing);
}

/* @style: its looks; the page's text size replaces the style's
 * Returns: (transfer full) (nullable): sentences on what a page has no room for and what would do,
 *   and on a character that cannot be drawn; NULL where all is well */
char *
ipl_figure_too_small (const IplPanel *panel, const IplView *view, const IplStyle *style,
                      const IplPaper *page)
{
  g_return_val_if_fail (panel && view && ipl_view_has_result (view) && style && page, NULL);
  GString *text = g_string_new (NULL);

  append_room (text, panel, view, style, page);
  append_missing (text, panel, view, style, page);
  return g_string_free (text, text->len == 0);
}
