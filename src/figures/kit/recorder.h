/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pangocairo.h>

#include "figures/kit/color-map.h"
#include "figures/kit/rect.h"

/* A text before it is drawn. */
typedef struct
{
  PangoLayout *layout; /* the laid-out text; the current point is its top left corner */
  const char *markup;  /* source of the text */
  double size;         /* size of ordinary text, in points */
  IplColor color;
  double align; /* horizontal anchor: 0 for the left end, 1 for the right */
} IplRecorderText;

/* Measurements of a drawing, from which tests and exports judge its size. */
typedef struct
{
  GArray *texts; /* (element-type IplRect): ink boxes of all texts, in device units */
  /* shortest axis, or side of a matrix, in points; initially infinite */
  double shortest_side;
  guint left_out;   /* number of texts that did not fit */
  gunichar missing; /* a character without a glyph in any font; 0 for none */
} IplRoom;

/**
 * IplCaptionRoom:
 * @width: of the figure, in points
 * @height: of the figure, in points
 * @occupied: (nullable) (element-type IplRect): boxes that captions must not cover, in points
 * @marks: (nullable) (element-type IplRect): boxes that captions cover rather than @occupied, in
 * points
 * @is_quiet: draws no captions, because another figure has them
 *
 * Constraints on the positions of captions.
 */
typedef struct
{
  double width, height;
  const GArray *occupied, *marks;
  gboolean is_quiet;
} IplCaptionRoom;

/* Callbacks of a drawing. The scribe is attached to the Cairo context. */
typedef struct
{
  /* (nullable): called for each text. Returns TRUE if it sets the text itself, and nothing is
   * drawn: for formats with text objects. */
  gboolean (*set_text) (cairo_t *cr, const IplRecorderText *text, gpointer data);
  /* (nullable): begins a group of shapes, such as an axis; groups are nested. @id: lower-case words
   * joined by hyphens */
  void (*begin_part) (cairo_t *cr, const char *id, gpointer data);
  void (*end_part) (cairo_t *cr, gpointer data);
  /* (nullable): begins the shapes of a target (figures/view), until @end_part. @area (nullable):
   * its area, if it draws no shapes */
  void (*begin_item) (cairo_t *cr, gconstpointer target, const IplRect *area, gpointer data);
  gpointer data; /* passed to the four functions above */
  /* (nullable): called for each text, with its ink box in device units */
  void (*on_text) (const char *markup, double size, const IplRect *ink, gpointer data);
  /* (nullable): called for visible places without text, such as keys of a legend or a handle,
   * with markup "", and for marks of a plot with markup NULL */
  void (*on_place) (const char *markup, double size, const IplRect *ink, gpointer data);
  gpointer on_data; /* passed to the two functions above */
  IplRoom *room;    /* (nullable): receives measurements */
  /* (nullable): restricts the positions of captions */
  const IplCaptionRoom *captions;
} IplRecorder;

/* Maximum number of cells of a matrix that are recorded. */
#define IPL_ITEMS_MOST_CELLS 4096

void ipl_recorder_set (cairo_t *cr, const IplRecorder *recorder);
const IplRecorder *ipl_recorder_get (cairo_t *cr);

void ipl_part_begin (cairo_t *cr, const char *id);
void ipl_part_begin_number (cairo_t *cr, const char *id, gsize number);
void ipl_part_end (cairo_t *cr);
gboolean ipl_items_are_recorded (cairo_t *cr);
void ipl_item_begin (cairo_t *cr, gconstpointer target);
void ipl_item_end (cairo_t *cr);
void ipl_item_area (cairo_t *cr, gconstpointer target, const IplRect *area);
void ipl_room_add_side (cairo_t *cr, double length);
void ipl_room_add_left_out (cairo_t *cr);
