/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/paper.h"
#include "figures/pages/provenance.h"
#include "figures/story/story.h"
#include "figures/web/web-file.h"
#include "runs/solver.h"

G_BEGIN_DECLS

/**
 * IplWebStoryRequest:
 * @story: what is told (a reference)
 * @sampled: (nullable): where stops find samples of the posterior, which are not made here (a
 *   reference)
 * @look: whose conventions it follows
 * @style: (nullable): what somebody chose of how figures look (a reference)
 * @page: size of a slide
 * @path: the file (owned)
 * @made: (nullable): where it comes from, which the file says (owned)
 *
 * A story as a web page, one stop after the other.
 */
typedef struct
{
  const IplStory *story;
  IplSolveResult *sampled;
  IplLook look;
  const IplFigureStyle *style;
  IplPaper page;
  char *path;
  IplProvenance *made;
} IplWebStoryRequest;

void ipl_web_story_request_free (IplWebStoryRequest *self);

extern const IplRun ipl_run_web_story;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWebStoryRequest, ipl_web_story_request_free)

G_END_DECLS
