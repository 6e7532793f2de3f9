/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the panels of salience have in common. */

#include "figures/panels/dynamics/salience-view.h"

#include "figures/kit/number.h"
#include "figures/view/caption.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

void
ipl_salience_view_init (IplSalienceView *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;

  *self
      = (IplSalienceView){ .v = ipl_trajectory_get (trajectory, "v", view->moment),
                           .attention = ipl_trajectory_get (trajectory, "attention", view->moment),
                           .drive = ipl_trajectory_get (trajectory, "mu", 0) };
  self->linear = self->drive == NULL;
  if (self->linear)
    self->drive = ipl_trajectory_get (trajectory, "Delta", 0);
  self->M = (guint)ipl_trajectory_find (trajectory, "v")->size;
  for (guint l = 0; l < self->M; l++)
    {
      guint at = l;

      for (; at > 0 && self->drive[self->order[at - 1]] > self->drive[l]; at--)
        self->order[at] = self->order[at - 1];
      self->order[at] = l;
    }
}

/* Sets the component whose mark is nearest, if one is near. */
void
ipl_salience_pick_nearest (const double *x, const double *y, guint n, const IplStyle *style,
                           double at_x, double at_y, IplTarget *target)
{
  double nearest = 1.2 * style->font_pt;

  for (guint l = 0; l < n; l++)
    if (isfinite (y[l]) && hypot (x[l] - at_x, y[l] - at_y) < nearest)
      {
        nearest = hypot (x[l] - at_x, y[l] - at_y);
        target->component = (int)l;
      }
}

/* The numbers of the component that is pointed at. */
char *
ipl_salience_say (const IplTarget *target, const IplView *view)
{
  IplSalienceView self;
  guint l = (guint)target->component;
  const double *times = ipl_trajectory_get (view->trajectory, "time_to_90", 0);
  g_autofree char *now = NULL, *drive = NULL, *v = NULL, *attention = NULL, *time = NULL;

  ipl_salience_view_init (&self, view);
  if (target->component < 0 || l >= self.M)
    return NULL;
  drive = ipl_number_text (self.drive[l], 3);
  v = ipl_number_text (self.v[l], 3);
  attention = ipl_number_text (self.attention[l], 3);
  now = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  if (times != NULL && isfinite (times[l]))
    time = ipl_trajectory_time_text (view->trajectory, times[l]);
  return g_strdup_printf ("Component %u, %s: %s = %s, v = %s, attention %s%s%s", l + 1, now,
                          self.linear ? "Δ" : "μ", drive, v, attention,
                          time != NULL ? ", 90 % of μ at " : "", time != NULL ? time : "");
}

/* Those of the component that is pointed at in a caption; else what is said elsewhere too. */
void
ipl_salience_caption (const IplView *view, const IplStyle *style, const IplTarget *selected,
                      const IplTarget *hovered, cairo_t *cr, double width)
{
  g_autofree char *text
      = ipl_salience_say (ipl_target_is_none (hovered) ? selected : hovered, view);

  if (text != NULL)
    ipl_caption_say (style, text, cr, width);
  else
    ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

/* The arrow keys: from component to component. */
IplTarget
ipl_salience_step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  int M = (int)ipl_trajectory_find (view->trajectory, "v")->size;

  target.component = from->component < 0 ? 0 : CLAMP (from->component + dx - dy, 0, M - 1);
  return target;
}
