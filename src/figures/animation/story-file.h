/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/pages.h"
#include "figures/story/story.h"
#include "figures/view/network-figures.h"
#include "runs/file-run.h"
#include "runs/solver.h"

/* Solving what a story shows is counted as so much of the work. */
#define IPL_STORY_SOLVING 0.5

/* A story to be written. */
typedef struct
{
  const IplStory *story; /* the story (a reference) */
  /* (nullable): where stops find samples of the posterior, which are not made here (a reference)
   * @theme, @look: its looks */
  IplSolveResult *sampled;
  IplTheme theme;
  IplLook look;
  /* (nullable): what the user chose of how figures look (a reference) */
  const IplFigureStyle *style;
  IplPaper page; /* size and resolution; text follows from the size */
  /* (nullable): the format of moving pictures, with the ways between the stops; %NULL for slides */
  const IplAnimationFormat *animation;
  /* the format of slides: of one without many pages there is a file for each stop, numbered from 1
   */
  const IplFormat *slides;
  char *path;      /* the file (owned) */
  gboolean spares; /* whether numbered files that are there already are left alone, with an error */
  IplProvenance *made; /* (nullable): where it comes from, which the files say (owned) */
  double fps;          /* frames a second of moving pictures */
  double hold;         /* seconds for which they stand still at each stop */
} IplStoryFileRequest;

void ipl_story_file_request_free (IplStoryFileRequest *self);

extern const IplRun ipl_run_story_file;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplStoryFileRequest, ipl_story_file_request_free)

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
