/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/story-request.h"

/* As many figures has a page at most. */
#define IPL_WEB_MOST_FIGURES 4

/* A web page of figures at the widths that were solved. */
typedef struct
{
  guint n_panels;                               /* number of @panels */
  const IplPanel *panels[IPL_WEB_MOST_FIGURES]; /* the figures, panels or composites */
  IplView *shown; /* what they show; all solved widths of its sweep are in the page (owned) */
  /* (nullable): the case's path-path kernels, without which figures of kernels are left out (a
   * reference) */
  IplKernel *kernel;
  char *size;          /* the size of a figure, as ipl_paper_init() takes it (owned) */
  double font_pt;      /* size of its text, or 0 for what suits the size */
  IplLook look;        /* whose conventions it follows */
  char *title;         /* what the page is called (owned) */
  char *path;          /* the file (owned) */
  IplProvenance *made; /* (nullable): where it comes from, which the file says (owned) */
} IplWebFileRequest;

void ipl_web_file_request_free (IplWebFileRequest *self);

extern const IplRun ipl_run_web_file;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWebFileRequest, ipl_web_file_request_free)

/* Carries out an IplStoryFileRequest, whose formats are not looked at: a page of one slide after
 * the other. */
extern const IplRun ipl_run_web_story;
