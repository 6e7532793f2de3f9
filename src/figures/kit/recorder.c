/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Callbacks during a drawing: texts as texts, groups of shapes, and measurements of the layout. */

#include "figures/kit/recorder.h"

static const cairo_user_data_key_t key;

/* @recorder: receives all that is drawn into @cr from here on; borrowed until another is set, or
 * as long as @cr */
void
ipl_recorder_set (cairo_t *cr, const IplRecorder *recorder)
{
  cairo_set_user_data (cr, &key, (gpointer)recorder, NULL);
}

/* Returns: the scribe of the context; one without callbacks if none is set */
const IplRecorder *
ipl_recorder_get (cairo_t *cr)
{
  static const IplRecorder nobody = { NULL };
  const IplRecorder *recorder = cairo_get_user_data (cr, &key);

  return recorder != NULL ? recorder : &nobody;
}

/* Begins a group of shapes, until ipl_part_end().
 * @id: lower-case words joined by hyphens */
void
ipl_part_begin (cairo_t *cr, const char *id)
{
  const IplRecorder *recorder = ipl_recorder_get (cr);

  if (recorder->begin_part != NULL)
    recorder->begin_part (cr, id, recorder->data);
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
  const IplRecorder *recorder = ipl_recorder_get (cr);

  if (recorder->end_part != NULL)
    recorder->end_part (cr, recorder->data);
}

/* TRUE if targets are recorded during the drawing. */
gboolean
ipl_items_are_recorded (cairo_t *cr)
{
  return ipl_recorder_get (cr)->begin_item != NULL;
}

static void
begin_item (cairo_t *cr, gconstpointer target, const IplRect *area)
{
  const IplRecorder *recorder = ipl_recorder_get (cr);

  if (recorder->begin_item != NULL)
    recorder->begin_item (cr, target, area, recorder->data);
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
ipl_room_add_side (cairo_t *cr, double length)
{
  IplRoom *room = ipl_recorder_get (cr)->room;

  if (room != NULL)
    room->shortest_side = MIN (room->shortest_side, length);
}

/* Reports a text that did not fit. */
void
ipl_room_add_left_out (cairo_t *cr)
{
  IplRoom *room = ipl_recorder_get (cr)->room;

  if (room != NULL)
    room->left_out++;
}
