/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The ends of axes that somebody chose. */

#include "figures/kit/panel-style.h"

#include <math.h>

/* Puts the ends that were chosen in the place of those that follow from what is drawn. Where only
 * one is chosen and the other one would not lie beyond it, the axis keeps its length.
 * @lo, @hi: (inout): its ends as they follow from what is drawn
 * Returns: whether any was chosen, so that what is drawn may lie outside */
gboolean
ipl_panel_style_take_range (const IplPanelStyle *self, IplAxisWay way, gboolean log, double *lo,
                            double *hi)
{
  gboolean from, to;
  double length;

  if (self == NULL)
    return FALSE;
  from = isfinite (self->lo[way]) && (!log || self->lo[way] > 0);
  to = isfinite (self->hi[way]) && (!log || self->hi[way] > 0);
  if (!from && !to)
    return FALSE;
  length = log ? *hi / *lo : *hi - *lo;
  if (!isfinite (length) || length <= (log ? 1 : 0))
    length = log ? 10 : 1;
  if (from)
    *lo = self->lo[way];
  if (to)
    *hi = self->hi[way];
  if (from && !(*hi > *lo))
    *hi = log ? *lo * length : *lo + length;
  else if (!(*hi > *lo))
    *lo = log ? *hi / length : *hi - length;
  return TRUE;
}
