/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One thing that can be pointed at. */

#include "figures/view/target.h"

#include <string.h>

/* Returns: whether it points at nothing */
gboolean
ipl_target_is_none (const IplTarget *self)
{
  return self->path < 0 && self->head < 0 && self->row < 0 && self->component < 0
         && self->example < 0 && self->step < 0;
}

/* Returns: whether they point at the same thing */
gboolean
ipl_target_equal (const IplTarget *a, const IplTarget *b)
{
  return a->path == b->path && a->other == b->other && a->layer == b->layer && a->head == b->head
         && a->row == b->row && a->component == b->component && a->example == b->example
         && a->token == b->token && a->step == b->step
         && memcmp (a->also, b->also, sizeof a->also) == 0;
}

/* Returns: whether the target lights the path: it is the path, one of the pair, or passes through
 *   the head, and through those of other layers beside it */
gboolean
ipl_target_has_path (const IplTarget *self, const IplCaseInfo *the_case, gsize path)
{
  if (self->path >= 0)
    return path == (gsize)self->path || (self->other >= 0 && path == (gsize)self->other);
  if (self->head >= 0 && self->layer >= 0 && self->layer < (int)the_case->L
      && self->head < (int)the_case->H[self->layer])
    {
      for (guint l = 0; l < the_case->L; l++)
        if (self->also[l] > 0 && ipl_case_path_head (the_case, path, l) + 1 != self->also[l])
          return FALSE;
      return ipl_case_path_uses_head (the_case, path, self->layer, self->head);
    }
  return FALSE;
}

/* Returns: whether the target names the head itself, alone or among others */
gboolean
ipl_target_has_head (const IplTarget *self, guint layer, guint head)
{
  return self->head >= 0
         && ((self->layer == (int)layer && self->head == (int)head)
             || (layer < IPL_MAX_LAYERS && self->also[layer] == head + 1));
}

/* Whether heads of other layers stand beside the head. */
gboolean
ipl_target_has_several_heads (const IplTarget *self)
{
  for (guint l = 0; l < IPL_MAX_LAYERS; l++)
    if (self->also[l] > 0)
      return TRUE;
  return FALSE;
}

/* Whether a panel of paths and heads has no place of its own for what is pointed at. */
gboolean
ipl_target_is_beside (const IplTarget *self)
{
  return self->path < 0 && self->head < 0 && !ipl_target_is_none (self);
}
