/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/pages.h"
#include "figures/story/story.h"
#include "runs/file-writer.h"
#include "runs/solver.h"

/* A story and the file to write. */
typedef struct
{
  const IplStory *story; /* the story (a reference) */
  /* (nullable): result with samples of the posterior (a reference) */
  IplSolveResult *sampled;
  IplTheme theme;
  IplLook look;
  /* (nullable): appearance set by the user (a reference) */
  const IplFigureStyle *style;
  IplPaper page; /* size and resolution; the size determines the text size */
  /* (nullable): format of an animation with transitions; %NULL for slides */
  const IplAnimationFormat *animation;
  /* format of slides; one without many pages gives a file for each stop, numbered from 1 */
  const IplFormat *slides;
  char *path;                /* file to write (owned) */
  gboolean spares;           /* fails if a numbered file exists */
  IplProvenance *provenance; /* (nullable): provenance for the metadata (owned) */
  double fps;                /* frames per second of an animation */
  double hold;               /* duration of each stop, in seconds */
} IplStoryFileRequest;

void ipl_story_file_request_free (IplStoryFileRequest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplStoryFileRequest, ipl_story_file_request_free)

extern const IplRun ipl_run_story_file;
