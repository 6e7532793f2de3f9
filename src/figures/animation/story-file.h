/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/pages.h"
#include "figures/story/story.h"
#include "figures/view/network-figures.h"
#include "runs/file-run.h"
#include "runs/solver.h"

G_BEGIN_DECLS

/* Solving what a story shows is counted as so much of the work. */
#define IPL_STORY_SOLVING 0.5

/**
 * IplStoryFileRequest:
 * @story: the story (a reference)
 * @sampled: (nullable): where stops find samples of the posterior, which are not made here (a
 *   reference)
 * @theme, @look: its looks
 * @style: (nullable): what the user chose of how figures look (a reference)
 * @page: size and resolution; text follows from the size
 * @animation: (nullable): the format of moving pictures, with the ways between the stops; %NULL for
 *   slides
 * @slides: the format of slides: of one without many pages there is a file for each stop, numbered
 *   from 1
 * @path: the file (owned)
 * @spares: whether numbered files that are there already are left alone, with an error
 * @made: (nullable): where it comes from, which the files say (owned)
 * @fps: frames a second of moving pictures
 * @hold: seconds for which they stand still at each stop
 *
 * A story to be written.
 */
typedef struct
{
  const IplStory *story;
  IplSolveResult *sampled;
  IplTheme theme;
  IplLook look;
  const IplFigureStyle *style;
  IplPaper page;
  const IplAnimationFormat *animation;
  const IplFormat *slides;
  char *path;
  gboolean spares;
  IplProvenance *made;
  double fps;
  double hold;
} IplStoryFileRequest;

void ipl_story_file_request_free (IplStoryFileRequest *self);

extern const IplRun ipl_run_story_file;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplStoryFileRequest, ipl_story_file_request_free)

/**
 * IplStoryPicture:
 * @point: where the story is
 * @solved: (nullable): the solver's answer there
 * @network: what heads and networks add
 * @before: number of the picture of the stop that is left
 *
 * A picture of a story, with what it shows. Plain value.
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
GArray *ipl_story_pictures_new (const IplStoryFileRequest *request, const char *what, IplJob *job,
                                GArray *times, GError **error);
void ipl_story_picture_get_view (IplStoryPicture *self, const IplFigureStyle *style,
                                 const IplSolveResult *sampled, IplView *view);

G_END_DECLS
