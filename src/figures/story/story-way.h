/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/story/story.h"

G_BEGIN_DECLS

/**
 * IplStoryPoint:
 * @from, @to: the stops between which it is; the same at a stop. Borrowed
 * @t: the share of the way that lies behind, in [0, 1]
 * @parameters: what is shown there, to be solved: the width moves, and the time of a trajectory
 * @selected: what is lit there
 * @morphs: whether the parameters move along the way
 * @fades: whether @from and @to have other panels, or draw them in another way: then the last
 *   picture of @from gives way to that of @to; else the figures of both are one, which moves
 * @fade: how much of @to is to be seen over @from, in [0, 1], of its caption in any case
 *
 * What a story shows at a stop, or between two.
 */
typedef struct
{
  const IplStop *from;
  const IplStop *to;
  double t;
  IplParameters parameters;
  IplTarget selected;
  gboolean morphs;
  gboolean fades;
  double fade;
} IplStoryPoint;

double ipl_story_ease (double share);
double ipl_story_seconds (const IplStop *from, const IplStop *to);
void ipl_story_at_stop (const IplStop *stop, IplStoryPoint *point);
void ipl_story_between (const IplStop *from, const IplStop *to, double t, double end_time,
                        IplStoryPoint *point);

G_END_DECLS
