/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/story/story-way.h"
#include "figures/view/network-figures.h"
#include "runs/solver.h"

G_BEGIN_DECLS

/**
 * IplStoryPicture:
 * @point: where the story is
 * @solved: (nullable): the solver's answer there
 * @network: what heads and networks add
 * @before: number of the picture of the stop that is left
 *
 * A picture of a story, with what it shows. Plain value; ipl_story_picture_clear() frees what it
 * holds.
 */
typedef struct
{
  IplStoryPoint point;
  IplSolveResult *solved;
  IplNetworkFigures network;
  guint before;
} IplStoryPicture;

gboolean ipl_story_check_stops (const IplStory *story, const IplFigureStyle *style,
                                const IplSolveResult *sampled, GError **error);
gboolean ipl_story_picture_solve (IplStoryPicture *self, const IplFigureStyle *style,
                                  gpointer solver, GCancellable *cancellable, GError **error);
void ipl_story_picture_get_view (IplStoryPicture *self, const IplFigureStyle *style,
                                 const IplSolveResult *sampled, IplView *view);
void ipl_story_picture_clear (gpointer picture);

G_END_DECLS
