/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of what happens in time is shown as it is, with nothing computed. */
#include "session/session-private.h"

#include "core/parameters/parameters.h"

/* Reads @path in the background: a file of results, or a session that holds some. Of a session,
 * @parameters is what is asked for then, and @stored_as the same by the names that files had when
 * it was saved; both are %NULL for a file of results. */
void
ipl_session_open_stored (IplSession *self, const char *path, const IplParameters *parameters,
                         const IplParameters *stored_as)
{
  const IplParameters *asked = parameters != NULL ? ipl_parameters_share (parameters)
                                                  : ipl_parameters_ref (self->parameters);

  ipl_session_begin_opening (self, path, FALSE);
  self->opening.stored = g_strdup (path);
  if (parameters != NULL)
    self->opening.stored_then = ipl_parameters_ref (asked);
  ipl_session_solve_stored (self, asked,
                            stored_as != NULL ? ipl_parameters_share (stored_as) : NULL);
}
