/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the figures in sight need is made, or made sooner. */
#include "session/session-private.h"

#include "figures/view/panel.h"

/* Kernels and the card of the task are made as long as some figure of them is in sight, heads are
 * looked at sooner.
 * @told: (inout): what it knows to be in sight in one place, IplNeeds; 0 at first
 * @needs: what is in sight there now, 0 for nothing */
void
ipl_session_tell_shown (IplSession *self, guint *told, guint needs)
{
  const guint of_heads = IPL_NEEDS_GALLERY | IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING;
  guint changed = *told ^ needs;
  gboolean had_heads = (*told & of_heads) != 0, has_heads = (needs & of_heads) != 0;

  *told = needs;
  if ((changed & IPL_NEEDS_KERNELS) != 0)
    ipl_session_show_kernels (self, (needs & IPL_NEEDS_KERNELS) != 0);
  if ((changed & IPL_NEEDS_CARD) != 0)
    ipl_session_show_card (self, (needs & IPL_NEEDS_CARD) != 0);
  if (had_heads != has_heads)
    ipl_session_show_heads (self, has_heads);
}
