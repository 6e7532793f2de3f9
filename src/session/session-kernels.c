/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The path-path kernels are made while somebody looks at them, their eigenvectors once one has been
 * pointed at. */
#include "session/session-private.h"

/* Asks for what is shown now, and is not there. */
static void
ask (IplSession *self)
{
  if (!self->is_closed && self->kernels_shown > 0 && self->parameters->experiment->compute == NULL
      && ipl_session_get_solve_result (self) != NULL)
    ipl_session_solve (self, IPL_GENTLY);
}

/* Kernels are made as long as some figure of them is in sight.
 * @shown: whether a figure of the kernels has come into sight, or gone out of it */
void
ipl_session_show_kernels (IplSession *self, gboolean shown)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);

  if (!shown)
    {
      g_return_if_fail (self->kernels_shown > 0);
      self->kernels_shown--;
      return;
    }
  if (self->kernels_shown++ == 0
      && (result == NULL || result->kernels == NULL
          || result->kernels->solution != result->current))
    ask (self);
}

/* Scrolls through the path-path kernels.
 * @first: the first of the pairs of paths by their weight that has a tile, where they are many */
void
ipl_session_show_tiles_from (IplSession *self, guint first)
{
  if (self->first_tile == first)
    return;
  self->first_tile = first;
  g_signal_emit_by_name (self, "shown-changed");
}

/* A component that is pointed at has eigenvectors; they go on to be made at other widths. */
void
ipl_session_follow_component (IplSession *self)
{
  const IplTarget *selected = ipl_selection_get_selected (self->selection);

  if (selected->component < 0 || self->has_vectors)
    return;
  self->has_vectors = TRUE;
  ask (self);
}
