/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/story-request.h"
#include "figures/view/network-view.h"

/* Solving what a story shows is counted as so much of the work. */
#define IPL_STORY_SOLVING 0.5

/* A picture of a story, with what it shows. Plain value. */
typedef struct
{
  IplStoryPoint point;    /* where the story is */
  IplSolveResult *solved; /* (nullable): the solver's answer there */
  IplQuantities shown;    /* of a case, that and what heads and networks add */
  guint before;           /* number of the picture of the stop that is left */
} IplStoryPicture;

gboolean ipl_story_check_stops (const IplStory *story, const IplFigureStyle *style,
                                const IplSolveResult *sampled, GError **error);
GArray *ipl_story_pictures_new (const IplStoryFileRequest *request, const char *what, IplJob *job,
                                GArray *times, GError **error);
void ipl_story_picture_get_view (IplStoryPicture *self, const IplFigureStyle *style,
                                 const IplSolveResult *sampled, IplView *view);
