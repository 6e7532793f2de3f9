/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pangocairo.h>

#include "figures/kit/color-map.h"
#include "figures/kit/rect.h"

/* A text that is about to be drawn. */
typedef struct
{
  PangoLayout *layout; /* the text as it is laid out; its top left corner is the current point */
  const char *markup;  /* as it was given */
  double size;         /* of ordinary text, in points */
  IplColor color;      /* its colour */
  double align; /* which point of its width it was placed by: 0 for the left end, 1 for the right */
} IplScribeText;

/* How much room a drawing had. */
typedef struct
{
  GArray *texts; /* (element-type IplRect): the inked boxes of all texts, in device units */
  /* the shortest axis, or side of what stands in its place, in points; begins as infinite */
  double shortest_side;
  guint left_out;   /* texts for which there was no room at all */
  gunichar missing; /* a character that no font has; 0 for none */
} IplRoom;

/**
 * IplCaptionRoom:
 * @width: of the figure, in points
 * @height: of the figure
 * @taken: (nullable) (element-type IplRect): what captions are not to cover, in points
 * @marks: (nullable) (element-type IplRect): what they cover rather than text, in points
 * @silent: whether another figure speaks, and this one does not
 *
 * Where captions may stand.
 */
typedef struct
{
  double width, height;
  const GArray *taken, *marks;
  gboolean silent;
} IplCaptionRoom;

/* Whoever listens to a drawing. It travels with the context that is drawn into. */
typedef struct
{
  /* (nullable): informed of every text; whether it sets the text itself, so that nothing is drawn:
   * for formats that know more than shapes @begin_part, @end_part: (nullable): informed of the
   * parts a figure consists of, such as an axis, which may have parts themselves; @id is lower case
   * words joined by hyphens */
  gboolean (*set_text) (cairo_t *cr, const IplScribeText *text, gpointer data);
  void (*begin_part) (cairo_t *cr, const char *id, gpointer data);
  void (*end_part) (cairo_t *cr, gpointer data);
  /* (nullable): begins something that can be hovered, a target of figures/view, until @end_part;
   * @area (nullable): where it is, where nothing of its own is drawn */
  void (*begin_item) (cairo_t *cr, gconstpointer target, const IplRect *area, gpointer data);
  gpointer data; /* for these four */
  /* (nullable): informed of every text with its inked box in device units */
  void (*on_text) (const char *markup, double size, const IplRect *ink, gpointer data);
  /* (nullable): the same of places without a text of their own that are to be seen, such as the
   * keys of a legend, or a handle; their text is empty, and NULL of marks of a plot */
  void (*on_place) (const char *markup, double size, const IplRect *ink, gpointer data);
  gpointer on_data; /* for these two */
  IplRoom *room;    /* (nullable): notes how much room there was */
  /* (nullable): where captions may stand; where their figures put them without it */
  const IplCaptionRoom *captions;
} IplScribe;

/* Cells of a matrix that are recorded at most. */
#define IPL_ITEMS_MOST_CELLS 4096

void ipl_scribe_set (cairo_t *cr, const IplScribe *scribe);
const IplScribe *ipl_scribe_get (cairo_t *cr);

void ipl_part_begin (cairo_t *cr, const char *id);
void ipl_part_begin_number (cairo_t *cr, const char *id, gsize number);
void ipl_part_end (cairo_t *cr);
gboolean ipl_items_are_recorded (cairo_t *cr);
void ipl_item_begin (cairo_t *cr, gconstpointer target);
void ipl_item_end (cairo_t *cr);
void ipl_item_area (cairo_t *cr, gconstpointer target, const IplRect *area);
void ipl_room_tell_side (cairo_t *cr, double length);
void ipl_room_tell_left_out (cairo_t *cr);
