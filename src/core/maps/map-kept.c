/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map-cells.h"

/* Bytes of all solutions that are kept, about. */
#define MOST_BYTES 60e6

void
ipl_map_kept_init (IplMapKept *self, guint n)
{
  *self = (IplMapKept){ g_new0 (IplSaddle *, n), n, 0 };
}

void
ipl_map_kept_clear (IplMapKept *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->of_cell[i] != NULL)
      ipl_saddle_free (self->of_cell[i]);
  g_clear_pointer (&self->of_cell, g_free);
}

static double
get_bytes (gsize Pi)
{
  return sizeof (IplSaddle) + 2.0 * sizeof (double) * (double)Pi * (double)Pi;
}

/* @saddle: taken over where there is room, which is TRUE then */
gboolean
ipl_map_kept_take (IplMapKept *self, guint cell, IplSaddle *saddle)
{
  if (self->of_cell[cell] != NULL
      || g_atomic_int_add (&self->n_kept, 1) >= (int)(MOST_BYTES / get_bytes (saddle->Pi)))
    return FALSE;
  self->of_cell[cell] = saddle;
  return TRUE;
}
