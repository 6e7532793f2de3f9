/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

#include "figures/kit/rect.h"

G_BEGIN_DECLS

/**
 * IplRoom:
 * @texts: (element-type IplRect): the inked boxes of all texts, in device units
 * @shortest_side: the shortest axis, or side of what stands in its place, in points; infinite
 *   where there is none
 * @left_out: texts for which there was no room at all
 *
 * What a drawing says of the room it had, see ipl_room_watch().
 */
typedef struct
{
  GArray *texts;
  double shortest_side;
  guint left_out;
} IplRoom;

void ipl_room_init (IplRoom *self);
void ipl_room_clear (IplRoom *self);
void ipl_room_watch (IplRoom *self);

/* For the kit, which tells whoever watches. */
gboolean ipl_room_is_watched (void);
void ipl_room_tell_text (const IplRect *ink);
void ipl_room_tell_side (double length);
void ipl_room_tell_left_out (void);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplRoom, ipl_room_clear)

G_END_DECLS
