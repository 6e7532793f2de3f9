/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The targets of items of marks, and their groups in recorded pictures. */

#include "figures/kit/recorder.h"
#include "figures/plot/plot-private.h"

/* Returns the target of item @i. */
IplTarget
ipl_items_make (const IplItems *self, gsize i, gconstpointer data)
{
  return self->make != NULL ? self->make (i, data) : IPL_TARGET (self->kind, i, -1);
}

/* TRUE if a target is item @i, or a part of it. */
gboolean
ipl_items_have (const IplItems *self, const IplTarget *target, gsize i, gconstpointer data)
{
  IplTarget own;

  if (self->has != NULL)
    return self->has (target, i, data);
  if (self->make == NULL)
    return ipl_target_get (target, ipl_target_first_part (self->kind)) == (gint64)i;
  own = self->make (i, data);
  return ipl_target_equal (&own, target);
}

/* TRUE if a target is item @i of a mark, counted from the first of the mark. */
gboolean
ipl_mark_has (const IplMark *mark, const IplTarget *target, gsize i)
{
  return (mark->moment < 0 || ipl_target_get (target, IPL_PART_MOMENT) == mark->moment)
         && ipl_items_have (mark->items, target, mark->first + i, mark->item_data);
}

/* Returns the target of item @i, counted over all marks with the same items. */
IplTarget
ipl_mark_make_target (const IplMark *mark, gsize i)
{
  IplTarget target = ipl_items_make (mark->items, i, mark->item_data);

  if (mark->moment >= 0)
    ipl_target_set (&target, IPL_PART_MOMENT, (gsize)mark->moment);
  return target;
}

static gboolean
records_item (const IplMark *mark, gsize i, cairo_t *cr)
{
  return ipl_items_are_recorded (cr) && i < ipl_mark_count_items (mark);
}

/* Begins the recorded group of a point, bar or line that is an item. */
void
ipl_mark_begin_item (const IplMark *mark, gsize i, cairo_t *cr)
{
  IplTarget target;

  if (!records_item (mark, i, cr))
    return;
  target = ipl_mark_make_target (mark, mark->first + i);
  ipl_item_begin (cr, &target);
}

void
ipl_mark_end_item (const IplMark *mark, gsize i, cairo_t *cr)
{
  if (records_item (mark, i, cr))
    ipl_item_end (cr);
}
