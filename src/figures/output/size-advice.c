/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests if a page is large enough for a figure: lays out and draws each panel to a recording
 * surface, and measures what does not fit. */

#include "figures/output/export.h"

#include "figures/kit/recorder.h"
#include "figures/output/figure.h"

#include <math.h>

/* Minimum length of an axis or of the side of a matrix, relative to the text size. */
#define LEAST_SIDE 1.2

/* Permitted overhang of text beyond the page and overlap of two boxes, relative to the text
 * size. A fallback font for one letter raises the box of its text. */
#define OFF_PAGE 0.06
#define TOUCHING 0.2

/* Search for a larger page: factor of each step, number of steps, and number of bisections of
 * the last one. */
#define STEP 1.3
#define MAX_STEPS 9
#define HALVINGS 3

#define MM_PER_PT (25.4 / 72)

typedef enum
{
  ROOM_ENOUGH,
  ROOM_NONE,     /* the panel is not drawn */
  ROOM_PLOT,     /* axes or matrices are too small */
  ROOM_CUT,      /* text extends beyond the page */
  ROOM_OVERLAP,  /* texts overlap */
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

/* Draws to a recording surface. */
static void
draw (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
      double height, IplRoom *room)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);

  ipl_recorder_set (cr, &(IplRecorder){ .room = room });
  ipl_figure_draw (panel, view, style, cr, width, height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Judges a single panel in an area of this size. */
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

/* Judges a page. @which: (out): the panel that does not fit */
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

/* Returns the enlarged length in millimetres, rounded up. */
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

/* Returns: (transfer full) (nullable): a larger page of the same proportions that suffices, in
 * whole millimetres; NULL if none was found */
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

/* Returns the largest smaller text size for which the page suffices, in steps of half a point; 0
 * for none. */
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

/* Appends a sentence if the page is too small: text is cut, overlaps or is omitted, or axes are
 * too short to read. Suggests a page and a text size that suffice. */
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

/* Appends a sentence on a character without a glyph, which is drawn as a box. */
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

/* @style: appearance; the page sets the text size
 * Returns: (transfer full) (nullable): sentences on what does not fit, with a remedy, and on
 * missing glyphs; NULL for no problem */
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
