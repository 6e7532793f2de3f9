/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What panels of joint dynamics ask of a view. */

#include "figures/panels/dynamics/joint-view.h"

#include <math.h>
#include <string.h>

#include "figures/kit/number.h"
#include "figures/panels/time/time-plot.h"
#include "figures/view/target-cell.h"

/* @view: a view of a result of "joma-joint" */
void
ipl_joint_view_init (IplJointView *self, const IplView *view)
{
  const IplJointResult *result = view->own->data;
  const IplTrajectoryArray *X = ipl_trajectory_find (view->trajectory, "X");
  const IplJointSettings *joint = &result->parameters.joint;

  *self = (IplJointView){ .trajectory = view->trajectory,
                          .moment = view->moment,
                          .parameters = &result->parameters,
                          .M = X->shape[0],
                          .K = X->shape[1] };
  self->n_distinct
      = strcmp (joint->distribution, "gaussian") == 0 ? MIN (joint->n_distinct, self->M) : self->M;
  self->shown_class = CLAMP (result->parameters.shown_class, 1, self->K) - 1;
}

/* An array at the moment shown. */
const double *
ipl_joint_view_get (const IplJointView *self, const char *name)
{
  return ipl_trajectory_get (self->trajectory, name, self->moment);
}

/* The largest number of an array at the moment shown, without its sign; at any moment where all
 * maps share their limits. */
double
ipl_joint_view_largest (const IplJointView *self, const IplView *view, const char *name)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (self->trajectory, name);
  gsize first = view->shared_limits ? 0 : self->moment * array->size;
  gsize end = view->shared_limits ? self->trajectory->S * array->size : first + array->size;
  double largest = 0;

  for (gsize n = first; n < end; n++)
    if (isfinite (array->values[n]))
      largest = fmax (largest, fabs (array->values[n]));
  return largest > 0 ? largest : 1;
}

/* Distinct tokens have an order, common ones have none. */
IplColor
ipl_joint_view_color (const IplJointView *self, const IplStyle *style, gsize token)
{
  return token < self->n_distinct
             ? ipl_time_plot_color (style, token, MAX (self->n_distinct, 7))
             : ipl_color_mix (style->paper, style->ink, ipl_style_is_dark (style) ? 0.5 : 0.45);
}

/* Whether a token, or a token with a class, is pointed at; then @unit is that shown. */
gboolean
ipl_joint_view_get_cell (const IplJointView *self, const IplTarget *target, gsize *token,
                         gsize *unit)
{
  if (target->row < 0 || (gsize)target->row >= self->M)
    return FALSE;
  *token = (gsize)target->row;
  *unit = target->component >= 0 && (gsize)target->component < self->K ? (gsize)target->component
                                                                       : self->shown_class;
  return TRUE;
}

/* The numbers of a token and a class, as markup that is plain text too. */
char *
ipl_joint_view_describe_cell (const IplJointView *self, gsize token, gsize unit)
{
  gsize at = token * self->K + unit;
  g_autofree char *b = ipl_number_text (ipl_joint_view_get (self, "attention")[at], 3);
  g_autofree char *x = ipl_number_text (ipl_joint_view_get (self, "X")[at], 3);
  g_autofree char *v = ipl_number_text (ipl_joint_view_get (self, "V")[at], 3);
  g_autofree char *z = ipl_number_text (ipl_joint_view_get (self, "z")[token], 3);

  return g_strdup_printf ("Token %" G_GSIZE_FORMAT " (%s), class %" G_GSIZE_FORMAT
                          ": attention %s, frequency %s, weight %s; logit %s",
                          token + 1, token < self->n_distinct ? "distinct" : "common", unit + 1, b,
                          x, v, z);
}

/* The same of what is pointed at. */
char *
ipl_joint_view_say (const IplTarget *target, const IplView *view)
{
  IplJointView self;
  gsize token, unit;

  ipl_joint_view_init (&self, view);
  return ipl_joint_view_get_cell (&self, target, &token, &unit)
             ? ipl_joint_view_describe_cell (&self, token, unit)
             : NULL;
}

/* The arrow keys in a panel of tokens and classes. */
IplTarget
ipl_joint_view_step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplJointView self;

  ipl_joint_view_init (&self, view);
  return ipl_target_step_cell (from, dx, dy, self.M, self.K, self.shown_class);
}
