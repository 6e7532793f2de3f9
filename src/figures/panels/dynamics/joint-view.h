/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/joint-experiment.h"
#include "figures/kit/style.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/**
 * IplJointView:
 * @trajectory: what was recorded
 * @moment: the moment shown
 * @parameters: what it was computed from
 * @M, @K: contextual tokens, and classes
 * @n_distinct: tokens that tell classes apart by their place, the first; all where it is not known
 * @shown_class: the class whose weights are drawn as curves, from 0
 *
 * What panels of joint dynamics draw: borrowed from a view.
 */
typedef struct
{
  const IplTrajectory *trajectory;
  guint moment;
  const IplJointParameters *parameters;
  gsize M, K;
  gsize n_distinct;
  gsize shown_class;
} IplJointView;

void ipl_joint_view_init (IplJointView *self, const IplView *view);
const double *ipl_joint_view_get (const IplJointView *self, const char *name);
double ipl_joint_view_largest (const IplJointView *self, const IplView *view, const char *name);
IplColor ipl_joint_view_color (const IplJointView *self, const IplStyle *style, gsize token);
gboolean ipl_joint_view_get_cell (const IplJointView *self, const IplTarget *target, gsize *token,
                                  gsize *unit);
char *ipl_joint_view_describe_cell (const IplJointView *self, gsize token, gsize unit);
char *ipl_joint_view_say (const IplTarget *target, const IplView *view);
IplTarget ipl_joint_view_step (const IplTarget *from, const IplView *view, int dx, int dy);

G_END_DECLS
