/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/story-file.h"

G_BEGIN_DECLS

/* As many figures has a page at most. */
#define IPL_WEB_MOST_FIGURES 4

/**
 * IplWebFileRequest:
 * @n_panels: number of @panels
 * @panels: the figures, panels or composites
 * @shown: what they show; all solved widths of its sweep are in the page (owned)
 * @kernel: (nullable): the case's path-path kernels, without which figures of kernels are left out
 *   (a reference)
 * @size: the size of a figure, as ipl_paper_init() takes it (owned)
 * @font_pt: size of its text, or 0 for what suits the size
 * @look: whose conventions it follows
 * @title: what the page is called (owned)
 * @path: the file (owned)
 * @made: (nullable): where it comes from, which the file says (owned)
 *
 * A web page of figures at the widths that were solved.
 */
typedef struct
{
  guint n_panels;
  const IplPanel *panels[IPL_WEB_MOST_FIGURES];
  IplView *shown;
  IplKernel *kernel;
  char *size;
  double font_pt;
  IplLook look;
  char *title;
  char *path;
  IplProvenance *made;
} IplWebFileRequest;

void ipl_web_file_request_free (IplWebFileRequest *self);

extern const IplRun ipl_run_web_file;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWebFileRequest, ipl_web_file_request_free)

/* Carries out an IplStoryFileRequest, whose formats are not looked at: a page of one slide after
 * the other. */
extern const IplRun ipl_run_web_story;

G_END_DECLS
