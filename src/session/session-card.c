/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The card of the task is made while somebody looks at it. */
#include "session/session-private.h"

/* Asks for the card of what is shown now. */
void
ipl_session_ask_card (IplSession *self)
{
  if (!self->is_closed && self->cards_shown > 0 && self->parameters->experiment->compute == NULL
      && ipl_session_get_solve_result (self) != NULL)
    ipl_session_solve (self, IPL_GENTLY);
}

/* @shown: whether a figure of it has come into sight, or gone out of it. */
void
ipl_session_show_card (IplSession *self, gboolean shown)
{
  if (!shown)
    {
      g_return_if_fail (self->cards_shown > 0);
      self->cards_shown--;
      return;
    }
  if (self->cards_shown++ == 0)
    ipl_session_ask_card (self);
}
