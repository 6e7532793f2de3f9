/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which tiles of the path-path kernels are shown; their eigenvectors are made once one has been
 * hovered. */
#include "session/session-private.h"

/* Scrolls through the path-path kernels.
 * @first: the first of the pairs of paths by their weight that has a tile, where they are many */
void
ipl_session_show_tiles_from (IplSession *self, guint first)
{
  if (self->shown.first_tile == first)
    return;
  self->shown.first_tile = first;
  g_signal_emit_by_name (self, "shown-changed");
}

/* A component that is pointed at has eigenvectors; they go on to be made at other widths. */
void
ipl_session_follow_component (IplSession *self)
{
  const IplTarget *selected = ipl_selection_get_selected (self->selection);

  if (selected->component < 0 || self->shown.has_vectors)
    return;
  self->shown.has_vectors = TRUE;
  if ((ipl_session_get_needs (self) & IPL_NEEDS_KERNELS) != 0)
    ipl_session_ask_shown (self);
}
