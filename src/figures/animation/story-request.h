/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/pages.h"
#include "figures/story/story.h"
#include "runs/file-run.h"
#include "runs/solver.h"

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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplStoryFileRequest, ipl_story_file_request_free)

extern const IplRun ipl_run_story_file;
