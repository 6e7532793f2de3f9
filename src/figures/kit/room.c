/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether what is drawn has room: texts and axes tell it as they are drawn, to whoever
 * watches this thread. */

#include "figures/kit/room.h"

#include <math.h>

static GPrivate watching;

void
ipl_room_init (IplRoom *self)
{
  *self = (IplRoom){ .texts = g_array_new (FALSE, FALSE, sizeof (IplRect)),
                     .shortest_side = INFINITY };
}

void
ipl_room_clear (IplRoom *self)
{
  g_clear_pointer (&self->texts, g_array_unref);
}

/* @self: (nullable): where what is drawn by this thread from now on is noted; NULL to stop */
void
ipl_room_watch (IplRoom *self)
{
  g_private_set (&watching, self);
}

gboolean
ipl_room_is_watched (void)
{
  return g_private_get (&watching) != NULL;
}

void
ipl_room_tell_text (const IplRect *ink)
{
  IplRoom *self = g_private_get (&watching);

  if (self != NULL && ink->w > 0 && ink->h > 0)
    g_array_append_val (self->texts, *ink);
}

void
ipl_room_tell_side (double length)
{
  IplRoom *self = g_private_get (&watching);

  if (self != NULL)
    self->shortest_side = MIN (self->shortest_side, length);
}

void
ipl_room_tell_left_out (void)
{
  IplRoom *self = g_private_get (&watching);

  if (self != NULL)
    self->left_out++;
}
