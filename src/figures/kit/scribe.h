/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pangocairo.h>

#include "figures/kit/color-map.h"

G_BEGIN_DECLS

/**
 * IplScribeText:
 * @layout: the text as it is laid out; its top left corner is the current point
 * @markup: as it was given
 * @size: of ordinary text, in points
 * @color: its colour
 * @align: which point of its width it was placed by: 0 for the left end, 1 for the right
 *
 * A text that is about to be drawn.
 */
typedef struct
{
  PangoLayout *layout;
  const char *markup;
  double size;
  IplColor color;
  double align;
} IplScribeText;

/**
 * IplScribe:
 * @set_text: told of every text; whether it sets the text itself, so that nothing is drawn
 * @begin_part, @end_part: (nullable): told of the parts a figure consists of, such as an axis,
 * which may have parts themselves; @id is lower case words joined by hyphens
 * @data: for all of them
 *
 * Whoever writes a drawing down in a format that knows more than shapes.
 */
typedef struct
{
  gboolean (*set_text) (cairo_t *cr, const IplScribeText *text, gpointer data);
  void (*begin_part) (cairo_t *cr, const char *id, gpointer data);
  void (*end_part) (cairo_t *cr, gpointer data);
  gpointer data;
} IplScribe;

void ipl_scribe_set (const IplScribe *scribe);
const IplScribe *ipl_scribe_get (void);

void ipl_part_begin (cairo_t *cr, const char *id);
void ipl_part_begin_number (cairo_t *cr, const char *id, gsize number);
void ipl_part_end (cairo_t *cr);

G_END_DECLS
