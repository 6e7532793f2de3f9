/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Callbacks during a drawing: texts as texts, groups of shapes, and measurements of the layout. */

#include "figures/kit/scribe.h"

static const cairo_user_data_key_t key;

/* @scribe: receives all that is drawn into @cr from here on; borrowed until another is set, or
 * as long as @cr */
void
ipl_scribe_set (cairo_t *cr, const IplScribe *scribe)
{
  cairo_set_user_data (cr, &key, (gpointer)scribe, NULL);
}

/* Returns: the scribe of the context; one without callbacks if none is set */
const IplScribe *
ipl_scribe_get (cairo_t *cr)
{
  static const IplScribe nobody = { NULL };
  const IplScribe *scribe = cairo_get_user_data (cr, &key);

  return scribe != NULL ? scribe : &nobody;
}

/* Begins a group of shapes, until ipl_part_end().
 * @id: lower-case words joined by hyphens */
void
ipl_part_begin (cairo_t *cr, const char *id)
{
  const IplScribe *scribe = ipl_scribe_get (cr);

  if (scribe->begin_part != NULL)
    scribe->begin_part (cr, id, scribe->data);
}

/* Begins a numbered group of shapes. */
void
ipl_part_begin_number (cairo_t *cr, const char *id, gsize number)
{
  char text[64];

  g_snprintf (text, sizeof text, "%s-%" G_GSIZE_FORMAT, id, number);
  ipl_part_begin (cr, text);
}

void
ipl_part_end (cairo_t *cr)
{
  const IplScribe *scribe = ipl_scribe_get (cr);

  if (scribe->end_part != NULL)
    scribe->end_part (cr, scribe->data);
}

/* TRUE if targets are recorded during the drawing. */
gboolean
ipl_items_are_recorded (cairo_t *cr)
{
  return ipl_scribe_get (cr)->begin_item != NULL;
}

static void
begin_item (cairo_t *cr, gconstpointer target, const IplRect *area)
{
  const IplScribe *scribe = ipl_scribe_get (cr);

  if (scribe->begin_item != NULL)
    scribe->begin_item (cr, target, area, scribe->data);
}

/* Begins the shapes of a target, until ipl_item_end(). */
void
ipl_item_begin (cairo_t *cr, gconstpointer target)
{
  begin_item (cr, target, NULL);
}

void
ipl_item_end (cairo_t *cr)
{
  if (ipl_items_are_recorded (cr))
    ipl_part_end (cr);
}

/* Records @area as the area of a target. */
void
ipl_item_area (cairo_t *cr, gconstpointer target, const IplRect *area)
{
  begin_item (cr, target, area);
  ipl_item_end (cr);
}

/* Reports the length of an axis, or the side of a matrix. */
void
ipl_room_tell_side (cairo_t *cr, double length)
{
  IplRoom *room = ipl_scribe_get (cr)->room;

  if (room != NULL)
    room->shortest_side = MIN (room->shortest_side, length);
}

/* Reports a text that did not fit. */
void
ipl_room_tell_left_out (cairo_t *cr)
{
  IplRoom *room = ipl_scribe_get (cr)->room;

  if (room != NULL)
    room->left_out++;
}
