/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views that are kept and drawn pale behind the present one; they are neither saved nor undone. */

#include "session/session-private.h"

static void
drop_first (IplSession *self)
{
  IplSessionShown *shown = &self->shown;

  ipl_view_unref (shown->ghosts[0]);
  ipl_parameters_take (&shown->of_ghosts[0], NULL);
  shown->n_ghosts--;
  for (guint i = 0; i < shown->n_ghosts; i++)
    {
      shown->ghosts[i] = shown->ghosts[i + 1];
      shown->of_ghosts[i] = shown->of_ghosts[i + 1];
    }
  shown->of_ghosts[shown->n_ghosts] = NULL;
}

/* Keeps what is shown now; of more than IPL_VIEW_MOST_GHOSTS the first is dropped. */
void
ipl_session_keep_shown (IplSession *self)
{
  IplSessionShown *shown = &self->shown;
  IplView view;

  if (!ipl_session_get_view (self, &view))
    return;
  view.n_ghosts = 0;
  view.ghosts = NULL;
  if (shown->n_ghosts == IPL_VIEW_MOST_GHOSTS)
    drop_first (self);
  shown->ghosts[shown->n_ghosts] = ipl_view_share (&view);
  ipl_parameters_take (&shown->of_ghosts[shown->n_ghosts], ipl_parameters_ref (self->parameters));
  shown->n_ghosts++;
  g_signal_emit_by_name (self, "figure-style-changed");
}

void
ipl_session_clear_ghosts (IplSession *self)
{
  while (self->shown.n_ghosts > 0)
    drop_first (self);
}

/* Drops what was kept, all of it. */
void
ipl_session_drop_kept (IplSession *self)
{
  if (self->shown.n_ghosts == 0)
    return;
  ipl_session_clear_ghosts (self);
  g_signal_emit_by_name (self, "figure-style-changed");
}

guint
ipl_session_count_kept (IplSession *self)
{
  return self->shown.n_ghosts;
}
