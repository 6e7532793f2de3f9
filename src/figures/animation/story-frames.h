/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/figure-request.h"
#include "figures/view/trained-network-view.h"

/* Fraction of the progress that solving a story takes. */
#define IPL_STORY_SOLVING 0.5

/* A picture of a story with its content. Plain value. */
typedef struct
{
  IplStoryPoint point;    /* position in the story */
  IplSolveResult *solved; /* (nullable): result of the solver */
  IplQuantities shown;    /* quantities of a case: those of @solved, and of heads and networks */
  guint before;           /* index of the picture of the stop before the transition */
} IplStoryPicture;

gboolean ipl_story_check_stops (const IplStory *story, const IplFigureStyle *style,
                                const IplSolveResult *sampled, GError **error);
GArray *ipl_story_pictures_new (const IplFigureRequest *request, const char *what, IplJob *job,
                                GArray *times, GError **error);
void ipl_story_picture_get_view (IplStoryPicture *self, const IplFigureStyle *style,
                                 const IplSolveResult *sampled, IplView *view);
