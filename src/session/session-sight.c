/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the figures in sight need is made, or made sooner. */
#include "session/session-private.h"

#define OF_HEADS (IPL_NEEDS_GALLERY | IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING)

/* Whether it is made only while it is in sight, and is not there. */
static gboolean
is_missing (IplSession *self, guint needs)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);
  guint n;
  const IplQuantity *const *quantities = ipl_quantities (&n);

  for (guint i = 0; i < n; i++)
    if ((quantities[i]->needs & needs) != 0)
      return TRUE;
  return (needs & IPL_NEEDS_KERNELS) != 0
         && (result == NULL || result->kernels == NULL
             || result->kernels->solution != result->current);
}

/* Kernels and quantities are made as long as some figure of them is in sight, heads are looked at
 * sooner.
 * @told: (inout): what it knows to be in sight in one place, IplNeeds; 0 at first
 * @needs: what is in sight there now, 0 for nothing */
void
ipl_session_tell_shown (IplSession *self, guint *told, guint needs)
{
  guint changed = *told ^ needs, before = ipl_session_get_needs (self);
  gboolean had_heads = (*told & OF_HEADS) != 0, has_heads = (needs & OF_HEADS) != 0;

  *told = needs;
  for (guint i = 0; i < G_N_ELEMENTS (self->shown.in_sight); i++)
    if ((changed & 1u << i) != 0)
      self->shown.in_sight[i] += (needs & 1u << i) != 0 ? 1 : -1;
  if (is_missing (self, ipl_session_get_needs (self) & ~before))
    ipl_session_ask_shown (self);
  if (had_heads != has_heads)
    ipl_session_show_heads (self, has_heads);
}
